import { parseArgs } from "node:util";
import type { Database } from "../db/connection.ts";
import {
  type Candidate,
  countInvitations,
  findCandidates,
  type InvitationLine,
  type InvitationOrder,
  type Invited,
  listInvitations,
  writeInvitations,
} from "../features/invitations/invitations.ts";
import { readUsernames } from "../features/invitations/read-usernames.ts";
import { createJobs } from "../jobs/jobs.ts";
import { createLogger } from "../log.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run invite -- --wave=N | USERNAME… | --file=FILE.csv  [--days=14] [--again] [--dry-run]\n" +
  "       npm run invite -- --list [--limit=100]";

type Order =
  | { list: number }
  | ((Invited | { file: string }) & InvitationOrder & { isDryRun: boolean });

/** @throws StartError with the usage. */
function readOrder(args: string[]): Order {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        wave: { type: "string" },
        file: { type: "string" },
        days: { type: "string", default: "14" },
        again: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        limit: { type: "string", default: "100" },
      },
    });
    const { wave, file, list, again } = values;
    const chosen: (Invited | { file: string })[] = [
      ...(wave === undefined ? [] : [{ wave: whole(wave, 10_000) }]),
      ...(file === undefined ? [] : [{ file }]),
      ...(positionals.length > 0 ? [{ usernames: positionals }] : []),
    ];
    const [who, ...others] = chosen;
    if (list && !who) return { list: whole(values.limit, 100_000) };
    if (list || !who || others.length > 0) throw new Error("not one of them");
    const linkDays = whole(values.days, 60);
    return { ...who, linkDays, again, now: new Date(), isDryRun: values["dry-run"] };
  } catch {
    throw new StartError(usage);
  }
}

function whole(text: string, most: number): number {
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > most) throw new Error("not a number");
  return Number(text);
}

function lineOf({ username, letters, invited_at, hasPassword }: InvitationLine): string {
  const times = letters > 1 ? `, ${letters} letters` : "";
  return `${invited_at}  ${username}  ${hasPassword ? "has a password" : "no password"}${times}`;
}

async function list(db: Database, limit: number): Promise<void> {
  for (const line of await listInvitations(db.sql, limit)) console.log(lineOf(line));
  const { invited, withPassword, left, withOldHash } = await countInvitations(db.sql);
  console.log(
    `${invited} invited, ${withPassword} of them have a password; ` +
      `${left} not invited yet; ${withOldHash} still have the password of an old system`,
  );
}

/** @throws StartError for names that no psychic has, before anything is sent. */
function refuseUnknown(candidates: readonly Candidate[]): void {
  const unknown = candidates.filter(({ id }) => id === null).map(({ name }) => name);
  if (unknown.length === 0) return;
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : "";
  throw new StartError(`No psychic has the username ${unknown.slice(0, 10).join(", ")}${more}`);
}

/** Chooses, and unless it is a dry run, writes the invitations together with their jobs. */
async function invite(
  db: Database,
  url: string,
  order: Invited & InvitationOrder & { isDryRun: boolean },
): Promise<void> {
  const candidates = await findCandidates(db.sql, order);
  refuseUnknown(candidates);
  for (const { name, obstacle } of candidates) {
    if (obstacle !== null) console.log(`${name} gets no letter: ${obstacle}`);
  }
  const chosen = candidates.filter(({ obstacle }) => obstacle === null);
  if (order.isDryRun) {
    for (const { name } of chosen) console.log(name);
    console.log(`${chosen.length} psychics would be invited`);
    return;
  }
  const jobs = createJobs(url, createLogger("error"));
  await jobs.open();
  try {
    const letters = await db.sql.transaction(async (trx) => {
      const ids = [...new Set(chosen.map(({ id }) => id as number))];
      const written = await writeInvitations(trx, ids, order);
      await jobs.sendAll("send-invitation-mail", written, trx);
      return written;
    });
    console.log(`${letters.length} psychics are invited. A running portal sends the letters`);
  } finally {
    await jobs.stop();
  }
}

/**
 * Sends imported psychics who have no password an invitation to set one, or lists who was invited.
 * Works with a running portal.
 */
await runCommand(async () => {
  const given = readOrder(process.argv.slice(2));
  const order = "file" in given ? { ...given, usernames: await readUsernames(given.file) } : given;
  const { db, url, close } = await openDatabaseForCommand();
  try {
    if ("list" in order) await list(db, order.list);
    else await invite(db, url, order);
  } finally {
    await close();
  }
});
