import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { minutesOfDay, monthsBefore, newYorkDayOf } from "../new-york-time.ts";
import { serviceStart } from "./bookings.ts";
import { fill } from "./fill.ts";
import { createLive } from "./live.ts";
import { createPlan } from "./plan.ts";
import type { Portal } from "./portal.ts";
import { readWorld } from "./read-world.ts";
import { clockwork } from "./wire.ts";

/** The longest gap to fill in: enough for a year of statistics. */
const monthsAtMost = 13;
/** After a longer sleep (a closed laptop), the time is filled in as after a stop. */
const longestPause = 15 * 60_000;
/** How often to look for due events. */
const tick = 1_000;
/** Statistics are refreshed at these hours (D22). */
const refreshHours = [7, 10, 13, 16, 19, 22];

/** The pause (ms) before another try to get the lock. */
const lockPause = 10_000;

export interface PlatformOptions {
  databaseUrl: string;
  portal: Portal;
  /** 1: real time; 60: an hour in a minute. */
  pace: number;
  clock: () => number;
  say: (line: string) => void;
  onProblem: (error: Error) => void;
  signal: AbortSignal;
}

/** Runs the demo's simulated phone and chat platform until it is stopped. */
export async function runPlatform(options: PlatformOptions): Promise<void> {
  const { databaseUrl, signal } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const lock = new pg.Client({ connectionString: databaseUrl });
  pool.on("error", options.onProblem);
  lock.on("error", options.onProblem);
  try {
    await lock.connect();
    while (!signal.aborted) {
      const { rows } = await lock.query("select pg_try_advisory_lock($1) as mine", [
        advisoryLocks.simulatedPlatform,
      ]);
      if (rows[0].mine) return await drive(options, pool);
      await pause(lockPause, undefined, { signal }).catch(() => {});
    }
  } finally {
    await Promise.allSettled([lock.end(), pool.end()]);
  }
}

async function drive(options: PlatformOptions, pool: pg.Pool): Promise<void> {
  const { portal, pace, clock, say, onProblem, signal } = options;
  const opened = await openedAt(pool);
  if (opened === undefined) return;
  let world = await readWorld(pool, opened);
  let plan = createPlan(world);

  const catchUp = async (from: number, to: number) => {
    const count = await fill({ plan, portal, pool }, from, to);
    await refreshStatistics(pool, new Date(clock()));
    return count;
  };

  const start = clock();
  const from = Math.max(await sentUntil(pool, opened, start), monthsAgo(start));
  const count = await catchUp(from, start);
  if (count > 0) {
    const noun = count === 1 ? "reading" : "readings";
    say(`The demo has caught up: ${count.toLocaleString("en-US")} ${noun}`);
  }

  const time = clockwork(pace, start);
  const planned = () => start + (clock() - start) * pace;
  const goLive = () => createLive({ world, plan, portal, pool, clockwork: time, onProblem });
  let live = goLive();
  let last = start;
  let replanAt = nextServiceDay(start);
  await live.settle(last);
  while (!signal.aborted) {
    await pause(tick, undefined, { signal }).catch(() => {});
    const now = planned();
    if (now - last > longestPause * pace && pace === 1) {
      await catchUp(last, now);
      await live.settle(now);
    } else if (!signal.aborted) {
      await live.run(last, now);
    }
    // At a faster pace the portal's own refreshes would be too rare.
    if (pace > 1 && isRefreshBetween(last, now)) await refreshStatistics(pool, new Date(clock()));
    last = now;
    if (now >= replanAt) {
      // New accounts and schedules take effect from the next service day.
      world = await readWorld(pool, opened);
      plan = createPlan(world);
      live = goLive();
      await live.settle(now);
      replanAt = nextServiceDay(now);
    }
  }
}

/**
 * The end of the seed's last reading (its ids have eight digits), from which the platform continues.
 * Undefined without a demo.
 */
async function openedAt(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ ended: Date | null }>(
    `select max(started_at + make_interval(mins => minutes)) as ended from readings
      where connection_id ~ '^\\d{8}$'
        and exists (select from audit_trail where action = 'demo made')`,
  );
  const ended = rows[0]?.ended;
  return ended ? new Date(ended).getTime() : undefined;
}

/** The end of the platform's newest reading (ten digits); everything up to then was sent. */
async function sentUntil(pool: pg.Pool, opened: number, now: number): Promise<number> {
  const { rows } = await pool.query<{ ended: string | null }>(
    `select max(newest.ended) as ended from psychics p cross join lateral (
       select r.started_at + make_interval(mins => r.minutes) as ended from readings r
        where r.psychic_id = p.user_id and r.started_at > $1 and r.connection_id ~ '(^|-)\\d{10}$'
        order by r.started_at desc limit 1) newest`,
    [new Date(opened)],
  );
  const ended = rows[0]?.ended;
  return Math.min(now, ended ? new Date(ended).getTime() + 1 : opened);
}

const monthsAgo = (now: number) => newYorkDayOf(monthsBefore(newYorkDay(now), monthsAtMost)).at(0);

function nextServiceDay(now: number): number {
  const today = serviceStart(newYorkDay(now));
  return today > now ? today : serviceStart(newYorkDay(now + 24 * 3_600_000));
}

function isRefreshBetween(from: number, to: number): boolean {
  const hourOf = (instant: number) => Math.floor(minutesOfDay(instant) / 60);
  return hourOf(from) !== hourOf(to) && refreshHours.includes(hourOf(to));
}
