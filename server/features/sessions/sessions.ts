import type { Knex } from "knex";
import type { Viewer } from "#server/http/handler.ts";
import type { StaffRole } from "#shared/rules/staff.ts";
import type { Session } from "#shared/sessions.ts";
import { actingManager } from "../managers/absences.ts";

/** Account statuses that may not sign in (D3). */
export const closedStatuses = ["Blacklist", "Inactive"];

export interface Credentials {
  id: number;
  role: "manager" | "psychic";
  staff_role: StaffRole | null;
  password_hash: string | null;
  session_epoch: number;
  /** Whether the user has a passkey or a code app. */
  has_factor: boolean;
  /** When the days began after which staff need a factor; null before the first sign-in. */
  factor_asked_at: string | null;
  /** Whether nobody may sign in until a new password is set. */
  is_locked: boolean;
}

/** A user whose password was right. */
export interface SigningIn extends Credentials {
  /** To replace the hash of an old system; null if it is one of ours. */
  newHash: string | null;
}

/** The condition of the index `users_old_hash`: hashes that were not made here. */
export const hasOldHash = "password_hash not like '$argon2id$%'";

interface Lookup {
  /** The name in the database's lower case, which differs from JavaScript's (`İRIS` is `iris`). */
  name: string;
  found: Credentials | undefined;
  /** An old hash of some account, always the same one for a name; null while there is none. */
  decoyHash: string | null;
}

/** SQL: whether a user has a second factor, of which recovery codes are only a part. */
export const hasFactor = (userId: string) => `
  (exists (select from passkeys f where f.user_id = ${userId})
   or exists (select from code_apps f where f.user_id = ${userId} and f.secret_sealed is not null))`;

/** Finds the user who has this name and may sign in. */
export async function findCredentials(sql: Knex, username: string): Promise<Lookup> {
  type Found = Credentials | { id: null };
  const { rows } = await sql.raw<{ rows: [Pick<Lookup, "name" | "decoyHash"> & Found] }>(
    `select asked.name, u.id, u.role, u.staff_role, u.password_hash, u.session_epoch,
            u.factor_asked_at, ${hasFactor("u.id")} as has_factor,
            u.locked_at is not null as is_locked,
            (select o.password_hash from users o where o.${hasOldHash}
               and o.id >= old.low + abs(hashtext(asked.name)::bigint) % (old.high - old.low + 1)
             order by o.id limit 1) as "decoyHash"
       from (select lower(?) as name) asked
      cross join (select min(id) as low, max(id) as high from users where ${hasOldHash}) old
       left join users u on lower(u.username) = asked.name
        and (u.role = 'manager' or exists (
          select from psychics p where p.user_id = u.id and p.account_status <> all (?)))`,
    [username.trim(), closedStatuses],
  );
  const [{ name, decoyHash, ...found }] = rows;
  return { name, decoyHash, found: found.id === null ? undefined : found };
}

/** A user who may sign in without a password that was just checked; undefined if they may not. */
export async function findSigner(
  sql: Knex,
  userId: number,
): Promise<{ viewer: Viewer; epoch: number } | undefined> {
  const row = await sql("users as u")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .where("u.id", userId)
    .where("u.locked_at", null)
    .whereNotNull("u.password_hash")
    .where((may) => may.where("u.role", "manager").orWhereNotIn("p.account_status", closedStatuses))
    .first("u.role", "u.staff_role", "u.session_epoch");
  if (!row) return undefined;
  const { role, staff_role: staffRole, session_epoch: epoch } = row;
  return { viewer: { userId, role, staffRole }, epoch };
}

/**
 * Replaces an old system's hash that the password was just checked against. The password is the
 * same, but the database raises the epoch with every new hash.
 * @returns the new epoch; undefined if the hash has changed since.
 */
export async function replaceOldHash(
  trx: Knex,
  { id, password_hash, newHash }: SigningIn,
): Promise<number | undefined> {
  const [row] = await trx("users")
    .where({ id, password_hash })
    .update({ password_hash: newHash })
    .returning("session_epoch");
  return row?.session_epoch;
}

/**
 * The answer of `signIn` and `getSession`. A manager has no manager. While a psychic's manager is
 * away, the name, the phone and the e-mail are those of the person who stands in (D57).
 * @param today the New York day.
 */
export async function readSession(sql: Knex, userId: number, today: string): Promise<Session> {
  const psychic = await sql("psychics").where({ user_id: userId }).first("manager_id");
  const about = { capability: "edit-psychics", today } as const;
  const acting = psychic && (await actingManager(sql, psychic.manager_id, about));
  return sql("users as u")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .joinRaw("left join users m on m.id = coalesce(?::integer, p.manager_id)", [acting?.id ?? null])
    .leftJoin("phones as t", (on) => on.on("t.user_id", "m.id").andOnVal("t.preferred", true))
    .where("u.id", userId)
    .first(
      "u.id as user_id",
      "u.username",
      "u.first",
      "p.manager_id as manager",
      sql.raw("m.first || ' ' || m.last as manager_name"),
      "t.phone_number as manager_phone",
      "m.email as manager_email",
      "u.pay_day",
    );
}

/** Whether a session is still open; locks it until the transaction ends. */
export async function lockOpenSession(trx: Knex, sid: string): Promise<boolean> {
  const row = await trx("sessions").where({ sid, ended: false }).forUpdate().first("sid");
  return row !== undefined;
}
