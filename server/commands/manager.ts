import type { Knex } from "knex";
import { newPassword } from "#shared/password-field.ts";
import type { AuditActionName } from "#shared/rules/audit-actions.ts";
import { type StaffRole, staffRoles } from "#shared/rules/staff.ts";
import { hashPassword } from "../crypto/passwords.ts";
import { removeFactors } from "../features/factors/factors.ts";
import {
  countBelongings,
  countedBelongings,
  forgetAbsence,
  forgetManager,
  handOver,
} from "../features/managers/hand-over.ts";
import { type Manager, managersWhoSignIn, staffWhoMay } from "../features/managers/managers.ts";
import { correctPayDay } from "../features/psychics/correct-psychic.ts";
import { setPassword } from "../features/sessions/passwords.ts";
import { weaknessOf } from "../features/sessions/weak-password.ts";
import { changeRole, removePassword } from "../features/staff/change-staff.ts";
import { writeAudit } from "../http/audit.ts";
import { Refusal } from "../http/refusal.ts";
import { StartError } from "../start-error.ts";
import { askLine, askPassword } from "./ask-secret.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run manager -- password USERNAME\n" +
  "       npm run manager -- shut-out USERNAME [--successor=USERNAME]\n" +
  "       npm run manager -- hand-over FROM TO\n" +
  "       npm run manager -- pay-day USERNAME DAY   (1 Sunday to 7 Saturday)\n" +
  "       npm run manager -- reset-sign-in USERNAME\n" +
  `       npm run manager -- role USERNAME ROLE     (${staffRoles.join(", ")})\n` +
  "The password is read from MANAGER_PASSWORD or asked for.";

const columns = ["id", "username", "email", "brand"] as const;

async function findManager(sql: Knex, username: string): Promise<Manager> {
  const manager = await sql("users")
    .where({ role: "manager" })
    .whereRaw("lower(username) = lower(?)", [username.trim()])
    .first(...columns);
  if (!manager) throw new StartError("No manager has this username");
  return manager;
}

/**
 * The manager who takes over psychics must be able to sign in. The row is locked, so that this
 * stays true until the commit.
 */
async function findSuccessor(trx: Knex, username: string, from: Manager): Promise<Manager> {
  const to = await findManager(trx, username);
  if (to.id === from.id) throw new StartError("The successor must be another manager");
  const canSignIn = await managersWhoSignIn(trx).where({ id: to.id }).forShare().first("id");
  if (!canSignIn)
    throw new StartError(
      `Manager ${to.username} cannot take over psychics: shut out, or a role without psychics`,
    );
  return to;
}

const trail = (
  trx: Knex,
  action: AuditActionName,
  { id }: Manager,
  detail?: Record<string, unknown>,
) => writeAudit(trx, { actorId: null, action, subjectId: id, trace: null, detail });

async function movePsychics(trx: Knex, from: Manager, to: Manager): Promise<string> {
  const moved = await handOver(trx, from, to);
  await trail(trx, "psychics handed over", from, { to: to.id, ...moved });
  return `${countedBelongings(moved)} moved from ${from.username} to ${to.username}`;
}

async function changePassword(sql: Knex, username: string): Promise<string[]> {
  const parsed = newPassword.safeParse(await askPassword());
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ message }) => message).join("\n"));
  }
  const weakness = await weaknessOf(parsed.data, username.trim());
  if (weakness !== null) throw new StartError(weakness);
  const passwordHash = await hashPassword(parsed.data);
  return sql.transaction(async (trx) => {
    const manager = await findManager(trx, username);
    await setPassword(trx, { userId: manager.id, passwordHash, at: new Date() });
    await trail(trx, "password set", manager);
    return [`Manager ${manager.username} can sign in with the new password`];
  });
}

/** The text that asks who takes over the psychics; null without psychics or another manager. */
async function successorQuestion(sql: Knex, manager: Manager): Promise<string | null> {
  const left = await countBelongings(sql, manager.id);
  const others: Manager[] = await managersWhoSignIn(sql)
    .whereNot({ id: manager.id })
    .orderBy("id")
    .select(columns);
  // Even the last manager can be shut out: a stolen account must be closed at once, with or without
  // a successor.
  if (left.psychics + left.contacts === 0 || others.length === 0) return null;
  const names = others.map(({ username, brand }) => `${username} (${brand})`).join(", ");
  return `Who takes over the ${countedBelongings(left)} of ${manager.username}? ${names}`;
}

async function shutOut(sql: Knex, username: string, successorName?: string): Promise<string[]> {
  const question = successorName
    ? null
    : await successorQuestion(sql, await findManager(sql, username));
  const isAsked = question !== null && process.stdin.isTTY;
  const successor = isAsked ? await askLine(`${question}: `) : successorName;
  return sql.transaction(async (trx) => {
    const manager = await findManager(trx, username);
    const to = successor === undefined ? null : await findSuccessor(trx, successor, manager);
    // Remove the password first: that waits for sign-ups in progress with this manager, so that
    // their psychics move too.
    await removePassword(trx, manager.id, new Date());
    await forgetManager(trx, manager.id, { actorId: null, trace: null });
    await forgetAbsence(trx, manager.id);
    const open = to ? null : await successorQuestion(trx, manager);
    if (open !== null) throw new StartError(`${open}: add --successor=USERNAME`);
    await trail(trx, "manager shut out", manager);
    return [
      `Manager ${manager.username} is shut out. To let them in again: npm run manager -- password ${manager.username}`,
      ...(to ? [await movePsychics(trx, manager, to)] : []),
      ...(await consequences(trx, manager)),
    ];
  });
}

/** Consequences that the operator must know. */
async function consequences(sql: Knex, { id, username, brand }: Manager): Promise<string[]> {
  const isOwnerLeft = await staffWhoMay(sql, "manage-staff").first("id");
  const withoutOwner = isOwnerLeft
    ? []
    : [`No owner can sign in now. To make one: npm run manager -- role USERNAME owner`];
  const managers: Manager[] = await managersWhoSignIn(sql).orderBy("id").select(columns);
  if (managers.some((manager) => manager.brand === brand)) return withoutOwner;
  if (managers.length > 0) {
    const names = managers.map((manager) => manager.username).join(", ");
    return [
      `${brand} has no manager who can sign in. Its sign-ups and letters now go to ${names}`,
      ...withoutOwner,
    ];
  }
  const left = await countBelongings(sql, id);
  return [
    "No manager can sign in now. The portal refuses sign-ups, and letters go only to recruiters and the support addresses",
    `${countedBelongings(left)} ${left.psychics + left.contacts === 1 ? "stays" : "stay"} with ${username}: create a manager with "npm run create-manager", then run "npm run manager -- hand-over ${username} USERNAME"`,
  ];
}

function handOverPsychics(sql: Knex, from: string, to: string): Promise<string[]> {
  return sql.transaction(async (trx) => {
    const manager = await findManager(trx, from);
    return [await movePsychics(trx, manager, await findSuccessor(trx, to, manager))];
  });
}

function changePayDay(sql: Knex, username: string, day: string): Promise<string[]> {
  return sql.transaction(async (trx) => {
    const manager = await findManager(trx, username);
    await correctPayDay(trx, manager.id, Number(day));
    return [`The pay day of ${manager.username} is now ${day}`];
  });
}

async function setRole(sql: Knex, username: string, role: StaffRole): Promise<string[]> {
  return sql.transaction(async (trx) => {
    const manager = await findManager(trx, username);
    const from = await changeRole(trx, { id: manager.id, role, by: null, trace: null }).catch(
      (error) => {
        throw error instanceof Refusal ? new StartError(error.message) : error;
      },
    );
    await trail(trx, "staff role changed", manager, { from, to: role });
    return [`The role of ${manager.username} is now ${role}`];
  });
}

/** Removes the passkeys, the code app and the recovery codes of staff who have lost them. */
async function resetSignIn(sql: Knex, username: string): Promise<string[]> {
  return sql.transaction(async (trx) => {
    const manager = await findManager(trx, username);
    await removeFactors(trx, manager.id, new Date());
    await trail(trx, "factors reset", manager);
    return [`${manager.username} signs in with only the password now, and must add a new passkey`];
  });
}

const isRole = (text = ""): text is StaffRole => staffRoles.some((role) => role === text);

/** The command that the arguments name; undefined for anything else. */
function commandOf(args: readonly string[]): ((sql: Knex) => Promise<string[]>) | undefined {
  const [verb, username, other, ...more] = args;
  if (!username || more.length > 0) return undefined;
  const successor = /^--successor=(.+)$/.exec(other ?? "")?.[1];
  if (verb === "password" && !other) return (sql) => changePassword(sql, username);
  if (verb === "shut-out" && (!other || successor)) {
    return (sql) => shutOut(sql, username, successor);
  }
  if (verb === "reset-sign-in" && !other) return (sql) => resetSignIn(sql, username);
  if (verb === "pay-day" && /^[1-7]$/.test(other ?? "")) {
    return (sql) => changePayDay(sql, username, other ?? "");
  }
  if (verb === "role" && isRole(other)) return (sql) => setRole(sql, username, other);
  if (verb === "hand-over" && other) return (sql) => handOverPsychics(sql, username, other);
  return undefined;
}

/**
 * Sets or removes a manager's password, removes the second factors, moves psychics to another
 * manager, corrects a pay day, or changes what a manager may do.
 * Without a password, a manager can neither sign in nor get a recovery link. Setting and removing
 * both end all of the manager's sessions at once, also in a running portal. `shut-out` moves the
 * psychics to the successor in the same transaction.
 */
await runCommand(async () => {
  const command = commandOf(process.argv.slice(2));
  if (!command) throw new StartError(usage);
  const { db, close } = await openDatabaseForCommand();
  try {
    for (const line of await command(db.sql)) console.log(line);
  } finally {
    await close();
  }
});
