import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "#shared/http/endpoint.ts";
import { queryTimeout } from "../db/connection.ts";
import { pruneRows } from "../db/prune-rows.ts";
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

/** The points that a call takes of a limit per address: for IPv6 also one of its site (safety 28). */
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

/** Never fails: the answer of the call does not depend on the counters. */
export async function giveBackAll(limits: Limits, points: readonly Point[]): Promise<void> {
  await Promise.all(
    points.map(({ limit, key }) => limits.giveBack(limit, key).catch(() => undefined)),
  );
}

export function createLimits(pool: pg.Pool): Limits {
  // The first query of a visitor's call: a database that hangs must not hold the call.
  const storeClient = {
    query: (query: pg.QueryConfig) => {
      const timed = { ...query, query_timeout: queryTimeout };
      return pool.query(timed);
    },
  };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ bucket, points, seconds }: Limit) => {
    let limiter = limiters.get(bucket);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient,
        storeType: "client",
        tableName: "rate_limits",
        tableCreated: true,
        // The prune job removes expired rows.
        clearExpiredByTimeout: false,
        keyPrefix: bucket,
        points,
        duration: seconds,
      });
      limiters.set(bucket, limiter);
    }
    return limiter;
  };
  return {
    async take(limit, key) {
      try {
        await limiterOf(limit).consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new Refusal("too_many", { retryAfter: Math.ceil(error.msBeforeNext / 1000) });
      }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(key);
    },
  };
}

/** `expire` is in epoch milliseconds. */
export const pruneLimits = pruneRows(
  "rate_limits",
  "expire < extract(epoch from ?::timestamptz)::bigint * 1000",
  lives.limits,
);
