import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { lendClient } from "#server/db/lend-client.ts";
import { pruneMonths } from "#server/db/prune-rows.ts";
import { inOrder } from "#server/queries/availability-order.ts";
import { readSchedulePlans } from "#server/queries/schedule-plans.ts";
import { lives } from "#server/retention.ts";
import { rowsOfDayAtMost, type Timeline } from "#shared/presence.ts";
import { type AvailabilityChange, availabilitySpans } from "#shared/rules/availability-spans.ts";
import { addDays, startOfNewYorkDay } from "#shared/rules/new-york.ts";
import { promisedHours } from "#shared/rules/promised-hours.ts";

type Viewer = "manager" | "psychic";

/** The bindings of the statements below: psychic, start and end of the day, most rows. */
const bindings = (psychicId: number, from: Date, to: Date) => [
  ...[psychicId, from, to],
  rowsOfDayAtMost + 1,
];

/**
 * The changes of a day and the last one before it, with the present availability: that one may be
 * older than the ledger.
 */
export const changesOfDay = prepared<AvailabilityChange>(
  "timeline-changes",
  `select at, code, set_by from (
     select at, code, set_by from availability where psychic_id = $1::bigint and at < $3
     union
     (select at, code, set_by from availability_changes
       where psychic_id = $1::bigint and at >= $2 and at < $3
       order by at limit $4)
     union
     (select at, code, set_by from availability_changes
       where psychic_id = $1::bigint and at = (
         select max(at) from availability_changes where psychic_id = $1::bigint and at < $2))
   ) changes
   order by ${inOrder()}`,
);

/** A psychic sees no ids of calls and connections (D23c). */
const idsOf = (viewer: Viewer, columns: string) => (viewer === "manager" ? `${columns},` : "");

type Call = Timeline["calls"][number];
type Reading = Timeline["readings"][number];

/** Calls of the day, also those that began on the day before. No call lasts a day. */
const isOfDay = `psychic_id = $1::bigint and initiated_at < $3
     and initiated_at >= $2::timestamptz - interval '1 day'
     and greatest(initiated_at, ringing_at, answered_at, ended_at) >= $2`;

const callsOfDay = byViewer<Call>(
  "timeline-calls",
  (viewer) => `
  select ${idsOf(viewer, "a.id, a.connection_id")} a.initiated_at as initiated,
         a.ringing_at as ringing, a.answered_at as answered, a.ended_at as ended, a.result,
         c.username
    from (select * from call_attempts where ${isOfDay}) a
    left join reading_ids i
      on i.connection_id = a.connection_id and i.psychic_id = a.psychic_id
    left join readings r
      on r.psychic_id = i.psychic_id and r.started_at = i.started_at
     and r.connection_id = i.connection_id
    left join customers c on c.id = r.customer_id
   order by a.initiated_at, a.id limit $4`,
);

/** A reading has 1,440 minutes at most, so the day's begin no earlier than the day before. */
const readingsOfDay = byViewer<Reading>(
  "timeline-readings",
  (viewer) => `
  with called as materialized (
    select connection_id from call_attempts where ${isOfDay} and connection_id is not null
  )
  select ${idsOf(viewer, "r.connection_id")} r.started_at as call_date, r.minutes as duration,
         r.conn_type, r.result, c.username,
         r.connection_id in (select connection_id from called) as has_call
    from readings r
    join customers c on c.id = r.customer_id
   where r.psychic_id = $1::bigint and r.started_at < $3
     and r.started_at >= $2::timestamptz - interval '1 day'
     and (r.started_at >= $2 or r.started_at + r.minutes * interval '1 minute' > $2)
   order by r.started_at, r.connection_id limit $4`,
);

/** One statement per role, so that each connection plans it once. */
function byViewer<Row extends pg.QueryResultRow>(name: string, textOf: (viewer: Viewer) => string) {
  const statement = (viewer: Viewer) => prepared<Row>(`${name}-${viewer}`, textOf(viewer));
  return { manager: statement("manager"), psychic: statement("psychic") };
}

/** A psychic's New York day as of `now`. */
export async function readTimeline(
  pool: pg.Pool,
  psychicId: number,
  day: string,
  viewer: Viewer,
  now: Date,
): Promise<Timeline> {
  const start = startOfNewYorkDay(day);
  const end = startOfNewYorkDay(addDays(day, 1));
  const until = Math.min(Math.max(now.getTime(), start), end);
  const values = bindings(psychicId, new Date(start), new Date(end));
  // One after another, so that a request takes a single connection.
  const { plans, changes, calls, readings } = await lendClient(pool, async (client) => ({
    plans: await readSchedulePlans(client, [psychicId], [day]),
    changes: await changesOfDay(client, values),
    calls: await callsOfDay[viewer](client, values),
    readings: await readingsOfDay[viewer](client, values),
  }));
  const { week, exceptions } = plans.get(psychicId) ?? { week: [], exceptions: [] };
  // The availability is unknown from the first change on that the answer leaves out.
  const ownChanges = changes.filter(({ at }) => Date.parse(at) >= start);
  const cutAt = ownChanges[rowsOfDayAtMost]?.at;
  const knownUntil = cutAt === undefined ? until : Math.min(until, Date.parse(cutAt));
  const lists = [ownChanges, calls, readings];
  return {
    day,
    from: iso(start),
    to: iso(end),
    until: iso(until),
    promised: promisedHours(week, exceptions, day).map(withInstants),
    availability: availabilitySpans(changes, start, knownUntil).map(withInstants),
    calls: calls.slice(0, rowsOfDayAtMost),
    readings: readings.slice(0, rowsOfDayAtMost),
    is_cut: lists.some(({ length }) => length > rowsOfDayAtMost),
  };
}

const iso = (instant: number) => new Date(instant).toISOString();

const withInstants = <S extends { from: number; to: number }>(span: S) => ({
  ...span,
  from: iso(span.from),
  to: iso(span.to),
});

export const pruneAvailabilityChanges = pruneMonths(
  "availability_changes",
  "at < ?",
  lives.presence,
);
export const pruneCallAttempts = pruneMonths("call_attempts", "initiated_at < ?", lives.presence);
