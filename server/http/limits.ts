import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "#shared/http/endpoint.ts";
import { silence } from "../db/connection.ts";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import { networkOf } from "./network.ts";
import { Refusal } from "./refusal.ts";

export type Limit = Pick<RateLimit, "bucket" | "points" | "seconds">;

/** Counters in PostgreSQL, shared by all processes (safety 8). */
export interface Limits {
  /** Takes a point. @throws Refusal 429 with the seconds to wait. */
  take(limit: Limit, key: string): Promise<void>;
  /** Gives a point back: what went well does not count. */
  giveBack(limit: Limit, key: string): Promise<void>;
}

/** A point of one limit under one key. */
export interface Point {
  limit: Limit;
  key: string;
}

/** How many subscribers of one site (an IPv6 /48) may use up their limits at the same time. */
const subscribersOfSite = 10;

/** The points that a call from an address takes of a limit by address (safety 28). */
export function pointsOfAddress(limit: Limit, address: string): Point[] {
  const { near, wide } = networkOf(address);
  if (wide === null) return [{ limit, key: near }];
  const bucket = `${limit.bucket}-site`;
  const ofSite = { ...limit, bucket, points: limit.points * subscribersOfSite };
  return [
    { limit, key: near },
    { limit: ofSite, key: wide },
  ];
}

/** Takes points one after another. @throws Refusal 429; points taken before it stay taken. */
export async function takeAll(limits: Limits, points: readonly Point[]): Promise<void> {
  for (const { limit, key } of points) await limits.take(limit, key);
}

/** Gives points back; what came of a call is told whether or not the counters are within reach. */
export async function giveBackAll(limits: Limits, points: readonly Point[]): Promise<void> {
  await Promise.all(
    points.map(({ limit, key }) => limits.giveBack(limit, key).catch(() => undefined)),
  );
}

export function createLimits(pool: pg.Pool): Limits {
  // A visitor's call does this first: a database that hangs must not hold it.
  const storeClient = {
    query: (query: pg.QueryConfig) => {
      const timed = { ...query, query_timeout: silence };
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
        // A job prunes.
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

/** Their end is in epoch milliseconds. */
export const pruneLimits = pruneRows(
  "rate_limits",
  "expire < extract(epoch from ?::timestamptz)::bigint * 1000",
  lives.limits,
);
