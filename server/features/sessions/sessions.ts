import type { Knex } from "knex";
import type { Session } from "#shared/sessions.ts";

/** Account statuses that may not sign in (D3). */
const closedStatuses = ["Blacklist", "Inactive"];

export interface Credentials {
  id: number;
  role: "manager" | "psychic";
  password_hash: string | null;
  session_epoch: number;
}

/**
 * Finds the user who has this name and may sign in.
 * @returns also the name in the database's lower case, which differs from JavaScript's: `İRIS` is
 * `iris` only in the database.
 */
export async function findCredentials(
  sql: Knex,
  username: string,
): Promise<{ name: string; found: Credentials | undefined }> {
  const { rows } = await sql.raw<{ rows: [{ name: string } & (Credentials | { id: null })] }>(
    `select asked.name, u.id, u.role, u.password_hash, u.session_epoch
       from (select lower(?) as name) asked
       left join users u on lower(u.username) = asked.name
        and (u.role = 'manager' or exists (
          select from psychics p where p.user_id = u.id and p.account_status <> all (?)))`,
    [username.trim(), closedStatuses],
  );
  const [{ name, ...found }] = rows;
  return { name, found: found.id === null ? undefined : found };
}

/** The answer of `signIn` and `getSession`. A manager has no manager. */
export async function readSession(sql: Knex, userId: number): Promise<Session> {
  return sql("users as u")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .leftJoin("users as m", "m.id", "p.manager_id")
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
