import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "../../shared/http/endpoint.ts";
import { silence } from "../db/connection.ts";
import { Refusal } from "./refusal.ts";

/** Counters in PostgreSQL, shared by all processes (safety 8). */
export interface Limits {
  /** Takes a point. @throws Refusal 429 with the seconds to wait. */
  take(limit: Pick<RateLimit, "bucket" | "points" | "seconds">, key: string): Promise<void>;
  /** Gives a point back: what went well does not count. */
  giveBack(limit: Pick<RateLimit, "bucket" | "points" | "seconds">, key: string): Promise<void>;
}

export function createLimits(pool: pg.Pool): Limits {
  // What a visitor's call does first: a database that hangs must not hold it.
  const storeClient = {
    query: (query: pg.QueryConfig) => {
      const timed = { ...query, query_timeout: silence };
      return pool.query(timed);
    },
  };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({
    bucket,
    points,
    seconds,
  }: Pick<RateLimit, "bucket" | "points" | "seconds">) => {
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
