import type { Knex } from "knex";
import type { ListQuery } from "../../../shared/fields.ts";
import type { ResponseOf } from "../../../shared/http/endpoint.ts";
import type { Login, loginEndpoints } from "../../../shared/logins.ts";
import type { DateRange } from "../../../shared/rules/date-range.ts";
import { loginIdle } from "../../http/session-store.ts";
import { startOfDay } from "../statistics/sums-sql.ts";

type Logins = ResponseOf<typeof loginEndpoints.listLogins>;

/** What a list may be sorted by: a query's words choose, they never become SQL. */
const sortable: Record<keyof Login, string> = {
  login: "login",
  logout: "logout",
  duration: "duration",
  new: "new",
};

const secondsUntil = (end: string) => `floor(extract(epoch from ${end} - login))::integer`;

/**
 * The work sessions of a range: rested since, psychic, first day, last day. A portal record that
 * rested for half an hour has ended, also before the job that closes it has run (D17).
 */
const picked = `
  select id, login, logout, logout is null as new, ${secondsUntil("logout")} as duration
    from (
      select id, started_at as login,
             coalesce(ended_at, case when source = 'portal' and last_action_at < ?
                                     then last_action_at end) as logout
        from logins
       where user_id = ?::bigint
         and started_at >= ${startOfDay("?::date")}
         and started_at < ${startOfDay("?::date + 1")}
    ) work`;

/**
 * A user's work sessions that began within a range of New York days, latest first unless asked
 * otherwise, with the sums of the whole range; what is open counts until `now`.
 */
export async function listLogins(
  sql: Knex,
  userId: number,
  range: DateRange,
  now: Date,
  query: ListQuery,
): Promise<Logins> {
  const sort = sortable[(query.sort ?? "login") as keyof Login];
  const order = query.order ?? (query.sort === undefined ? "desc" : "asc");
  type Row = Login & { total: number; seconds: number };
  // The sums stand beside every page, also beside one behind the end: a row without a login.
  const { rows } = await sql.raw<{ rows: Row[] }>(
    `with picked as materialized (${picked})
     select sums.total, sums.seconds, page.*
       from (
         select count(*) as total,
                coalesce(sum(coalesce(duration, greatest(${secondsUntil("?")}, 0))), 0) as seconds
           from picked
       ) sums
       left join lateral (
         select login, logout, duration, new from picked
          order by ${sort} ${order} nulls last, id ${order}
          limit ? offset ?
       ) page on true`,
    [
      new Date(now.getTime() - loginIdle),
      ...[userId, range.start, range.end],
      now,
      ...[query.limit ?? null, query.offset ?? 0],
    ],
  );
  const { total = 0, seconds = 0 } = rows[0] ?? {};
  const logins = rows.filter(({ login }) => login !== null);
  return { logins, summary: { count: total, seconds }, total };
}
