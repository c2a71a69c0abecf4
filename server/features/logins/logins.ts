import type { Knex } from "knex";
import { pruneMonths } from "#server/db/prune-rows.ts";
import { startOfDay } from "#server/queries/start-of-day.ts";
import { lives } from "#server/retention.ts";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Login, loginEndpoints } from "#shared/logins.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { loginIdle } from "./portal-logins.ts";

type Logins = ResponseOf<typeof loginEndpoints.listLogins>;

/** SQL of each sortable column. A query only chooses among them; its text never becomes SQL. */
const sortable: Record<keyof Login, string> = {
  login: "login",
  logout: "logout",
  duration: "duration",
  new: "new",
  ended_by: "ended_by",
};

/** A phone log-on without a log-off ends after this (PostgreSQL interval). */
const longest = "24 hours";

/**
 * The logins of a range; bindings: now, portal idle limit, psychic, first day, last day. A portal
 * login without an action for half an hour has ended, even before the job closes it (D17). A phone
 * log-on ends at the platform's log-off, at the psychic's next phone log-on or after 24 hours,
 * whichever comes first. A log-off is stored. The other ends of phone log-ons are computed, so that
 * events may arrive in any order. A row of length zero is a log-off whose log-on has not arrived;
 * it ends no other login.
 */
const picked = `
  select id, login, logout, logout is null as new,
         floor(extract(epoch from logout - login))::integer as duration,
         case when logout = stated then null
              when logout = next_at then 'next_login'
              when logout is not null then 'limit' end as ended_by
    from (
      select l.id, started_at as login, stated, next_at,
             least(stated, next_at, case when source = 'phone' and limited <= ? then limited end)
               as logout
        from (
          select *, started_at + interval '${longest}' as limited,
                 coalesce(ended_at, case when source = 'portal' and last_action_at < ?
                                         then last_action_at end) as stated
            from logins
           where user_id = ?::bigint
             and started_at >= ${startOfDay("?::date")}
             and started_at < ${startOfDay("?::date + 1")}
        ) l
        left join lateral (
          select n.started_at as next_at from logins n
           where l.source = 'phone' and n.source = 'phone' and n.user_id = l.user_id
             and n.started_at >= l.started_at and (n.started_at, n.id) > (l.started_at, l.id)
             and n.started_at <= l.limited
             and n.ended_at is distinct from n.started_at
           order by n.started_at limit 1
        ) next on true
    ) work`;

/**
 * A user's logins that began within a range of New York days, latest first by default, with the
 * totals of the whole range. An open login counts until `now`, and time that several logins share
 * counts once.
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
  type Row = Omit<Login, "ended_by"> & { ended_by: Login["ended_by"] | null } & {
    total: number;
    seconds: number;
  };
  // The totals are part of every row. A page past the end has one row, without a login.
  const { rows } = await sql.raw<{ rows: Row[] }>(
    `with picked as materialized (${picked})
     select sums.total, sums.seconds, page.*
       from (
         select (select count(*) from picked) as total,
                (select coalesce(floor(sum(extract(epoch from upper(span) - lower(span)))), 0)::integer
                   from unnest((
                     select range_agg(tstzrange(login, greatest(login, coalesce(logout, ?))))
                       from picked
                   )) span) as seconds
       ) sums
       left join lateral (
         select login, logout, duration, new, ended_by from picked
          order by ${sort} ${order} nulls last, id ${order}
          limit ? offset ?
       ) page on true`,
    [
      now,
      new Date(now.getTime() - loginIdle),
      ...[userId, range.start, range.end],
      now,
      ...[query.limit ?? rowsAtMost, query.offset ?? 0],
    ],
  );
  const { total = 0, seconds = 0 } = rows[0] ?? {};
  const logins = rows
    .filter(({ login }) => login !== null)
    .map(({ login, logout, duration, new: isNew, ended_by }) => ({
      ...{ login, logout, duration, new: isNew },
      ...(ended_by && { ended_by }),
    }));
  return { logins, summary: { count: total, seconds }, total };
}

export const pruneLogins = pruneMonths("logins", "started_at < ?", lives.logins);
