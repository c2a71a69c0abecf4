import type pg from "pg";
import type { RateLimit } from "#shared/http/endpoint.ts";
import { oneRow } from "../db/one-row.ts";
import { pruneRows } from "../db/prune-rows.ts";
import { queryTimeout } from "../db/timeouts.ts";
import { lives } from "../retention.ts";
import { networkOf } from "./network.ts";
import { Refusal } from "./refusal.ts";

export type Limit = Pick<RateLimit, "bucket" | "points" | "seconds">;

/** Rate limits, counted in PostgreSQL for all processes together (safety 8). */
export interface Limits {
  /** Takes a point. @throws Refusal 429 with the seconds to wait. */
  take(limit: Limit, key: string): Promise<void>;
  /** Gives a point back, for calls that need not count. */
  giveBack(limit: Limit, key: string): Promise<void>;
}

/** A point of a limit, counted under a key. */
export interface Point {
  limit: Limit;
  key: string;
}

/** A site (an IPv6 /48) has the points of this many subscribers. */
const subscribersOfSite = 10;

/** The points that a call takes from a limit per address; with IPv6 also its site's (safety 28). */
export function pointsOfAddress(limit: Limit, address: string): Point[] {
  const { subscriber, site } = networkOf(address);
  if (site === null) return [{ limit, key: subscriber }];
  const bucket = `${limit.bucket}-site`;
  const ofSite = { ...limit, bucket, points: limit.points * subscribersOfSite };
  return [
    { limit, key: subscriber },
    { limit: ofSite, key: site },
  ];
}

/** @throws Refusal 429; the points taken before it stay taken. */
export async function takeAll(limits: Limits, points: readonly Point[]): Promise<void> {
  for (const { limit, key } of points) await limits.take(limit, key);
}

/** Never fails: a call's answer must not depend on giving points back. */
export async function giveBackAll(limits: Limits, points: readonly Point[]): Promise<void> {
  await Promise.all(
    points.map(({ limit, key }) => limits.giveBack(limit, key).catch(() => undefined)),
  );
}

const clock = "(extract(epoch from now()) * 1000)::bigint";

/**
 * Adds points and returns the sum. The database's clock decides: one process whose clock is fast must
 * not lengthen or end the others' limits. rate-limiter-flexible goes by each process's clock.
 */
const addPoints = {
  name: "rate-limits-add",
  text: `insert into rate_limits as known (key, points, expire)
      values ($1, greatest($2::integer, 0), ${clock} + $3::bigint)
    on conflict (key) do update set
      points = case when known.expire <= ${clock} then excluded.points
        else greatest(known.points + $2::integer, 0) end,
      expire = case when known.expire <= ${clock} then excluded.expire else known.expire end
    returning points, ceil((expire - ${clock}) / 1000.0)::integer as wait`,
};

export function createLimits(pool: pg.Pool): Limits {
  const add = ({ bucket, seconds }: Limit, key: string, points: number) => {
    const values = [`${bucket}:${key}`, points, seconds * 1000];
    // The first query of a visitor's call: a database that hangs must not hold the call.
    const timed = { ...addPoints, values, query_timeout: queryTimeout };
    const counting = pool.query<{ points: number; wait: number }>(timed);
    return oneRow(counting.then(({ rows }) => rows));
  };
  return {
    async take(limit, key) {
      const { points, wait } = await add(limit, key, 1);
      if (points > limit.points) throw new Refusal("too_many", { retryAfter: wait });
    },
    async giveBack(limit, key) {
      await add(limit, key, -1);
    },
  };
}

/**
 * `expire` is in epoch milliseconds of the database's clock: a process whose clock is fast must not
 * remove limits that have not ended.
 */
export const pruneLimits = pruneRows(
  "rate_limits",
  "expire < (extract(epoch from least(?::timestamptz, now())) * 1000)::bigint",
  lives.limits,
);
