import type { Knex } from "knex";
import { closedStatuses, hasOldHash } from "../sessions/sessions.ts";

/**
 * The psychics to invite: the next ones in the order of their import, or those with these names.
 */
export type Invited = { wave: number } | { usernames: readonly string[] };

export interface InvitationOrder {
  /** How long the link lives. */
  linkDays: number;
  /** Also those whose last link has expired unused. */
  again: boolean;
  now: Date;
}

export interface Candidate {
  /** The username: as the order gives it, or the stored one if the order names no psychics. */
  name: string;
  /** Null: no psychic has this name. */
  id: number | null;
  /** Why this psychic gets no letter; null for those who get one. */
  obstacle: string | null;
}

/** Why an account `u`, `p` with the invitation `i` gets no letter; null if it gets one. */
const obstacle = `
  case when p.account_status = any (:closed) then 'may not sign in'
       when u.password_hash is not null then 'has a password'
       when exists (select from logins l where l.user_id = u.id and l.session_key is not null)
         then 'has signed in before'
       when i.user_id is not null
         and not (:again and i.invited_at + i.link_days * interval '1 day' < :now)
         then 'was invited at ' || to_char(i.invited_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
  end`;

/** Reads who would get a letter. If the order names psychics, also those who would not, and why. */
export async function findCandidates(
  sql: Knex,
  order: Invited & InvitationOrder,
): Promise<Candidate[]> {
  const given = { closed: closedStatuses, again: order.again, now: order.now };
  if ("wave" in order) {
    const { rows } = await sql.raw<{ rows: Candidate[] }>(
      `select name, id, obstacle
         from (select u.username as name, u.id, ${obstacle} as obstacle
                 from users u
                 join psychics p on p.user_id = u.id
                 left join invitations i on i.user_id = u.id) candidates
        where obstacle is null
        order by id
        limit :wave`,
      { ...given, wave: order.wave },
    );
    return rows;
  }
  const { rows } = await sql.raw<{ rows: Candidate[] }>(
    `select asked.name, p.user_id as id, ${obstacle} as obstacle
       from unnest(:names::text[]) with ordinality as asked (name, place)
       left join users u on lower(u.username) = lower(asked.name)
       left join psychics p on p.user_id = u.id
       left join invitations i on i.user_id = u.id
      order by asked.place`,
    { ...given, names: [...order.usernames] },
  );
  return rows;
}

/**
 * Writes the invitations of some candidates. If two commands run at the same time, only one of them
 * invites each psychic.
 * @returns whom to write to, with the number of the letter.
 */
export async function writeInvitations(
  trx: Knex,
  ids: readonly number[],
  { linkDays, again, now }: InvitationOrder,
): Promise<{ userId: number; letter: number }[]> {
  const { rows } = await trx.raw<{ rows: { userId: number; letter: number }[] }>(
    `insert into invitations as i (user_id, invited_at, link_days)
     select id, :now, :linkDays from unnest(:ids::integer[]) as chosen (id) order by id
     on conflict (user_id) do update
        set letters = i.letters + 1, invited_at = excluded.invited_at,
            link_days = excluded.link_days
      where :again and i.invited_at + i.link_days * interval '1 day' < excluded.invited_at
     returning user_id as "userId", letters as letter`,
    { ids: [...ids], now, linkDays, again },
  );
  return rows;
}

export interface Addressee {
  username: string;
  /** Null for staff. */
  extension: string | null;
  email: string;
  brand: string;
  linkDays: number;
  /** ISO 8601. */
  invitedAt: string;
}

/** The facts for a letter; undefined if the addressee no longer needs it, or has a later letter. */
export async function findAddressee(
  sql: Knex,
  userId: number,
  letter: number,
): Promise<Addressee | undefined> {
  return sql("invitations as i")
    .join("users as u", "u.id", "i.user_id")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .where({ "u.id": userId, "i.letters": letter, "u.password_hash": null })
    .where((may) => may.where("u.role", "manager").orWhereNotIn("p.account_status", closedStatuses))
    .first(
      "u.username",
      "p.extension",
      "u.email",
      "u.brand",
      "i.link_days as linkDays",
      "i.invited_at as invitedAt",
    );
}

export interface InvitationLine {
  username: string;
  letters: number;
  invited_at: string;
  hasPassword: boolean;
}

/** The invitations of psychics, latest first. */
export async function listInvitations(sql: Knex, limit: number): Promise<InvitationLine[]> {
  return sql("invitations as i")
    .join("users as u", "u.id", "i.user_id")
    .where("u.role", "psychic")
    .orderBy([{ column: "i.invited_at", order: "desc" }, { column: "i.user_id" }])
    .limit(limit)
    .select("u.username", "i.letters", "i.invited_at")
    .select(sql.raw('u.password_hash is not null as "hasPassword"'));
}

export interface InvitationCounts {
  invited: number;
  withPassword: number;
  /**
   * Psychics who can be invited and were not: they may sign in, but have no password and have never
   * signed in.
   */
  left: number;
  /** Psychics who still have the password hash of an old system. */
  withOldHash: number;
}

export async function countInvitations(sql: Knex): Promise<InvitationCounts> {
  const { rows } = await sql.raw<{ rows: [InvitationCounts] }>(
    `select count(i.user_id)::integer as invited,
            count(*) filter (where i.user_id is not null and u.password_hash is not null)::integer
              as "withPassword",
            count(*) filter (where i.user_id is null and ${obstacle} is null)::integer as left,
            count(*) filter (where u.${hasOldHash})::integer as "withOldHash"
       from psychics p
       join users u on u.id = p.user_id
       left join invitations i on i.user_id = u.id`,
    { closed: closedStatuses, again: false, now: new Date() },
  );
  return rows[0];
}
