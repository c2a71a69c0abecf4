import type { Knex } from "knex";
import { startOfDay } from "#server/queries/start-of-day.ts";
import type { AuditAudience } from "#shared/rules/audit-facts.ts";
import type { DateRange } from "#shared/rules/date-range.ts";

/** An entry of the trail, with the people that it names. */
export interface TrailRow {
  /** Its place in the list, for the `before` of the next page. */
  key: string;
  at: string;
  actor_id: number | null;
  /** Null if no account has this id; also for the fields below. */
  actor: string | null;
  actor_name: string | null;
  actor_role: "manager" | "psychic" | null;
  action: string;
  subject_id: number | null;
  subject: string | null;
  subject_role: "manager" | "psychic" | null;
  address: string | null;
  browser: string | null;
  detail: Record<string, unknown>;
  /** How often it happened within the hour, for rows that are written once an hour. */
  times: number;
}

export interface TrailFilter {
  /** A user's id: entries about this user and, unless `as` is `subject`, by this user. */
  person?: { id: number; as: "either" | "subject" } | undefined;
  actions?: readonly string[] | undefined;
  /** New York days. */
  days?: DateRange | undefined;
  since?: Date | undefined;
  /** The `key` of an entry: only older ones. */
  before?: string | undefined;
  limit: number;
}

/** The user with this username, or else with this id, which may belong to nobody any more. */
export async function findUserId(sql: Knex, user: string): Promise<number | undefined> {
  const row = await sql("users").whereRaw("lower(username) = lower(?)", [user]).first("id");
  if (row) return row.id;
  return /^[1-9]\d{0,8}$/.test(user) ? Number(user) : undefined;
}

/** @param key such as `1764252320123456-98765`: microseconds since 1970, and the id. */
function placeOf(key: string) {
  const [microseconds = "", id = ""] = key.split("-");
  const padded = microseconds.padStart(7, "0");
  const at = new Date(Number(padded.slice(0, -3))).toISOString();
  return { at: at.replace("Z", `${padded.slice(-3)}Z`), id };
}

/**
 * SQL: the newest entries of a user, of all users, or of each action that was asked for. Each of
 * these lists follows an index and ends after a page, however long the trail is.
 */
function newestOf(column: "actor_id" | "subject_id" | null, filter: TrailFilter): string {
  const { actions, days, since, before } = filter;
  const conditions = [
    ...(column ? [`t.${column} = :person`] : []),
    ...(actions ? ["t.action = asked.action"] : []),
    ...(days ? [`t.at >= ${startOfDay(":start::date")}`] : []),
    ...(days ? [`t.at < ${startOfDay(":end::date + 1")}`] : []),
    ...(since ? ["t.at >= :since"] : []),
    // The first condition tells the planner which months it need not read.
    ...(before
      ? ["t.at <= :at::timestamptz", "(t.at, t.id) < (:at::timestamptz, :id::bigint)"]
      : []),
  ];
  const newest = `
    select t.at, t.id, t.actor_id, t.action, t.subject_id, t.address, t.browser, t.detail
      from audit_trail t where ${["true", ...conditions].join(" and ")}
     order by t.at desc, t.id desc limit :limit`;
  if (!actions) return `(${newest})`;
  return `(select found.* from unnest(:actions::text[]) asked (action)
             cross join lateral (${newest}) found)`;
}

/** The newest entries. An entry by and about the same user counts once. */
export async function listTrail(sql: Knex, filter: TrailFilter): Promise<TrailRow[]> {
  const { person, actions = [], days, since = null, before, limit } = filter;
  const lists = !person
    ? [newestOf(null, filter)]
    : [
        newestOf("subject_id", filter),
        ...(person.as === "either" ? [newestOf("actor_id", filter)] : []),
      ];
  const { rows } = await sql.raw<{ rows: TrailRow[] }>(
    `with page as materialized (
       select distinct on (at, id) * from (${lists.join(" union all ")}) found
        order by at desc, id desc limit :limit
     )
     select (extract(epoch from t.at) * 1000000)::bigint || '-' || t.id as key, t.at,
            t.actor_id, a.username as actor, concat_ws(' ', a.first, a.last) as actor_name,
            a.role as actor_role, t.action, t.subject_id, s.username as subject,
            s.role as subject_role, t.address, t.browser, t.detail, coalesce(h.times, 1) as times
       from page t
       left join users a on a.id = t.actor_id
       left join users s on s.id = t.subject_id
       left join audit_hours h on h.actor_id = t.actor_id and h.action = t.action
         and h.hour = date_trunc('hour', t.at, 'UTC')
         and h.about = coalesce(t.detail ->> 'route', t.subject_id::text)
      order by t.at desc, t.id desc`,
    {
      ...{
        person: person?.id ?? null,
        actions,
        start: days?.start ?? null,
        end: days?.end ?? null,
      },
      ...{ since, limit, ...(before ? placeOf(before) : { at: null, id: null }) },
    },
  );
  return rows;
}

/** The usernames of these users. Psychics see staff by name instead (D59). */
export async function namesOf(
  sql: Knex,
  ids: ReadonlySet<number>,
  viewer: AuditAudience,
): Promise<ReadonlyMap<number, string>> {
  if (ids.size === 0) return new Map();
  const rows = await sql("users")
    .whereIn("id", [...ids])
    .select("id", "username", "first", "last", "role");
  return new Map(
    rows.map(({ id, username, first, last, role }) => [
      id,
      viewer === "psychic" && role === "manager" ? `${first} ${last}` : username,
    ]),
  );
}
