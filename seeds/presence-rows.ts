import type pg from "pg";
import { type CallResult, callResults } from "#shared/reference/call-results.ts";

/** A call of the demo, as far as its attempt needs it. Times are epoch milliseconds. */
export interface DemoCall {
  connectionId: string;
  psychic: { id: number };
  channel: "Call" | "Chat";
  /** When it was answered; if nobody did, when it was initiated. */
  start: number;
  /** 0: missed. */
  minutes: number;
  result: string;
}

const minute = 60_000;
/** The platform needs this long to ring a phone, and gives up after that long. */
const dialing = 3_000;
const ringing = 25_000;

/** A call as the platform describes it. */
export interface Attempt {
  id: string;
  initiated: number;
  ringing: number | null;
  answered: number | null;
  ended: number;
  result: CallResult | null;
}

/** The attempt behind a call; null for a chat. The time until the answer follows from the id. */
export function attemptOf(call: DemoCall): Attempt | null {
  const { channel, connectionId, start, minutes, result } = call;
  if (channel === "Chat") return null;
  const known = callResults.find((one) => one === result) ?? null;
  const id = `a${connectionId}`;
  if (minutes === 0) {
    const isBusy = known === "Busy";
    const end = start + (isBusy ? dialing : ringing);
    const rang = isBusy ? null : start + dialing;
    return { id, initiated: start, ringing: rang, answered: null, ended: end, result: known };
  }
  const waited = dialing + 1_000 * (4 + (Number(connectionId.slice(-2)) % 14 || 0));
  return {
    ...{ id, initiated: start - waited, ringing: start - waited + dialing },
    ...{ answered: start, ended: start + minutes * minute, result: known },
  };
}

/** A change of the availability at an instant (epoch milliseconds). */
export interface DemoChange {
  psychicId: number;
  at: number;
  code: string;
}

/** Rows per statement: each call takes a lock. */
const chunk = 1_000;

/**
 * Inserts what happened until `now` directly into the tables, because the platform has no batches of
 * it. The present availabilities stay as they are, and count from `now` on.
 */
export async function insertPresence(
  pool: pg.Pool,
  { changes, calls }: { changes: readonly DemoChange[]; calls: readonly DemoCall[] },
  now: number,
): Promise<void> {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const past = changes
    .filter(({ at }) => at < now)
    .map(({ psychicId, at, code }) => ({ psychic_id: psychicId, at: iso(at), code }));
  for (let start = 0; start < past.length; start += chunk) {
    await pool.query(
      `insert into availability_changes (psychic_id, at, code, set_by)
         select psychic_id, at, code, 'platform' from json_to_recordset($1)
           as c (psychic_id integer, at timestamptz, code text) on conflict do nothing`,
      [JSON.stringify(past.slice(start, start + chunk))],
    );
  }
  const attempts = calls.flatMap((call) => {
    const attempt = attemptOf(call);
    if (!attempt || attempt.ended >= now) return [];
    const { initiated, ringing, answered, ended, ...rest } = attempt;
    return {
      ...{ ...rest, psychic_id: call.psychic.id, connection_id: call.connectionId },
      ...{ initiated_at: iso(initiated), ringing_at: iso(ringing), answered_at: iso(answered) },
      ended_at: iso(ended),
    };
  });
  for (let start = 0; start < attempts.length; start += chunk) {
    await pool.query(
      `insert into call_attempts (id, psychic_id, connection_id, initiated_at, ringing_at,
                                  answered_at, ended_at, result, event_at)
         select id, psychic_id, connection_id, initiated_at, ringing_at, answered_at, ended_at,
                result, ended_at
           from json_to_recordset($1) as c (id text, psychic_id integer, connection_id text,
             initiated_at timestamptz, ringing_at timestamptz, answered_at timestamptz,
             ended_at timestamptz, result text)
          where not exists (select from call_attempts known where known.id = c.id)`,
      [JSON.stringify(attempts.slice(start, start + chunk))],
    );
  }
  await pool.query(
    `insert into availability_changes (psychic_id, at, code, set_by)
       select psychic_id, $1, code, 'platform' from availability a
        where exists (select from availability_changes c
                       where c.psychic_id = a.psychic_id and c.at > a.at and c.at < $1)
       on conflict do nothing`,
    [new Date(now)],
  );
}
