import type pg from "pg";
import { stateSince } from "#server/queries/state-since.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { floorPortion, readPromised } from "../floor/floor-rows.ts";
import { missedCalls, missedFor } from "../questions/missed-calls.ts";
import { stuckPsychics } from "../questions/stuck.ts";

const minute = 60_000;
/** Milliseconds after the beginning of promised hours, between which the psychic is reminded. */
const promisedAfter = { least: 5 * minute, most: 20 * minute };

/** Adds the notifications of `found`, a query with the columns below, unless they exist. */
const insertNew = (found: string) => `
  insert into notifications
    (user_id, kind, subject, event, call_at, created_at, due_at, expires_at)
  select f.user_id, f.kind, f.kind, f.event, f.call_at, $1, $1, f.expires_at
    from (${found}) f
   where not exists
     (select from notifications n where n.user_id = f.user_id and n.event = f.event)
  on conflict (user_id, event) do nothing`;

const stuckNews = insertNew(`
  select psychic_id as user_id, 'stuck' as kind,
         'stuck:' || extract(epoch from since) as event, since as call_at,
         $1::timestamptz + interval '1 hour' as expires_at
    from (${stuckPsychics("true")}) s`);

const missedNews = insertNew(`
  select psychic_id as user_id, 'missed' as kind, 'missed:' || id as event, ended_at as call_at,
         ended_at + interval '${missedFor}' as expires_at
    from (${missedCalls("true")}) m
   where not exists (
     select from notifications n
      where n.user_id = m.psychic_id and n.kind = 'missed'
        and n.created_at > $1::timestamptz - interval '15 minutes')`);

/** The psychics who became Unavailable before their promised hours and still are. */
const promisedNews = insertNew(`
  select h.psychic_id as user_id, 'promised' as kind,
         'promised:' || extract(epoch from h.starts) as event, h.starts as call_at,
         h.starts + interval '30 minutes' as expires_at
    from json_to_recordset($2) as h (psychic_id integer, starts timestamptz)
    join availability a on a.psychic_id = h.psychic_id and a.code = 'U'
    left join lateral (${stateSince("$1")}) span on true
   where coalesce(span.since, a.at) < h.starts`);

/**
 * Creates the questions about the availability: Busy without a call, a missed call, and promised hours
 * that began without the psychic (D71). Each question comes once.
 */
export async function createPresenceNews(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(stuckNews, [now]);
  await pool.query(missedNews, [now]);
  for (let last = 0; ; ) {
    const ids = await unavailableAfter(pool, last);
    const begun = await promisedOf(pool, ids, now);
    if (begun.length > 0) await pool.query(promisedNews, [now, JSON.stringify(begun)]);
    if (ids.length < floorPortion) return;
    last = ids.at(-1) ?? last;
  }
}

async function unavailableAfter(pool: pg.Pool, id: number): Promise<number[]> {
  const { rows } = await pool.query<{ user_id: number }>(
    `select p.user_id from psychics p join availability a on a.psychic_id = p.user_id
      where p.account_status = 'Active' and a.code = 'U' and p.user_id > $1
      order by p.user_id limit ${floorPortion}`,
    [id],
  );
  return rows.map(({ user_id }) => user_id);
}

/** The promised hours that began a few minutes ago. Hours that follow others begin with those. */
async function promisedOf(pool: pg.Pool, ids: readonly number[], now: Date) {
  const today = newYorkDay(now);
  const promised = await readPromised(pool, ids, [addDays(today, -1), today]);
  return [...promised].flatMap(([psychic_id, hours]) =>
    hours
      .filter(({ from }) => {
        const passed = now.getTime() - Date.parse(from);
        return passed >= promisedAfter.least && passed <= promisedAfter.most;
      })
      .filter(({ from }) => !hours.some(({ to }) => to === from))
      .map(({ from }) => ({ psychic_id, starts: from })),
  );
}
