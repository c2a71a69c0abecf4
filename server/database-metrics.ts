import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import { countMonths, type MonthCount } from "./db/partitions/count-months.ts";
import { metricsTimeout } from "./db/timeouts.ts";
import type { Replica } from "./db/watch-replica.ts";
import { isReachable } from "./features/push/subscriptions.ts";
import { allJobs } from "./jobs/all-jobs.ts";
import { describeError } from "./log.ts";
import type { Services } from "./services.ts";
import { shareWithin } from "./share-within.ts";

interface QueueLength {
  queue: string;
  waiting: number;
  /** Seconds since the oldest one became due. */
  oldest: number;
}

/**
 * Waiting work: due jobs by name that do not run yet, all open deliveries to the platform, due
 * notifications.
 */
const queueLengths = `
  select q.name as queue, count(j.name)::int as waiting,
         coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as oldest
    from pgboss.queue q
    left join pgboss.job j
      on j.name = q.name and j.state in ('created', 'retry') and j.start_after <= now()
   where q.name not like '\\_\\_pgboss%'
   group by q.name
  union all
  select 'platform', count(*)::int,
         coalesce(extract(epoch from now() - min(created_at)), 0)::float8
    from deliveries where delivered_at is null and given_up_at is null
  union all
  select 'notifications', count(*)::int,
         coalesce(extract(epoch from now() - min(due_at)), 0)::float8
    from notifications where ended_at is null and due_at <= now()`;

/** The jobs that send letters. */
const letterJobs = allJobs.map(({ name }) => name).filter((name) => name.startsWith("send-"));

interface Letters {
  waiting: number;
  retrying: number;
  failed: number;
}

/**
 * A notification is a letter if its user has no device. Its first attempt may be under way, so only
 * the second one shows that the first one failed.
 */
const letterCounts = `
  select count(*)::int as waiting,
         count(*) filter (where state = 'retry' or retry_count > 0)::int
           + (select count(*) from notifications n
               where n.ended_at is null and n.attempts > 1
                 and not exists (
                   select from push_subscriptions where user_id = n.user_id and ${isReachable}))::int
           as retrying,
         (select count(*) from failed_jobs where job = any ($1) and retried_at is null)::int as failed
    from pgboss.job where name = any ($1) and state < 'completed'`;

interface FailedJobs {
  job: string;
  count: number;
}

/**
 * A failed job counts for 24 hours, or until somebody retries it. A retry that fails is a new one.
 */
const failedJobs = `
  select job, count(*)::int as count from failed_jobs
   where retried_at is null and failed_at > now() - interval '1 day'
   group by job`;

interface Times {
  refreshed: number | null;
  received: number | null;
}

const latestTimes = `
  select (select extract(epoch from refreshed_at)::float8 from statistics_state) as refreshed,
         (select extract(epoch from max(received_at))::float8 from platform_events) as received`;

/**
 * Gauges that are computed when the metrics are read: from the database, so that every process
 * reports the same and a restart does not report zero; and from this process's own pools (C10).
 * While the database is away, or answers too late, those of the database have no value, and
 * `database_metrics_read` is 0.
 * @param pool one that only this uses: in the requests' pools its queries would queue.
 */
export function observeDatabase(
  { db, clock, jobs, log, metrics, platform }: Services,
  pool: pg.Pool,
): void {
  const registers = [metrics.registry];
  /** Reads the database once for all gauges of a scrape that need it. */
  const readOnce = shareWithin(
    () =>
      readDatabase(pool, clock()).catch((error) => {
        log.warn({ error: describeError(error) }, "database metrics not read");
        throw error;
      }),
    metricsTimeout,
  );
  const queueGauge = (name: string, help: string, value: (length: QueueLength) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ["queue"], registers },
      async collect() {
        const now = await readOnce();
        this.reset();
        for (const length of now?.queues ?? []) {
          // Without a platform, deliveries rest until they are given up: that is no fault.
          if (length.queue === "platform" && !platform) continue;
          this.set({ queue: length.queue }, value(length));
        }
      },
    });
  const timeGauge = (name: string, help: string, kind: keyof Times) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const now = await readOnce();
        this.remove();
        const seconds = now?.times?.[kind];
        if (typeof seconds === "number") this.set(seconds);
      },
    });

  new Gauge({
    name: "database_metrics_read",
    help: "Whether this process could read the database for these metrics in time (1) or not (0)",
    registers,
    async collect() {
      this.set((await readOnce()) ? 1 : 0);
    },
  });
  queueGauge(
    "queue_waiting",
    "Due jobs and notifications, and all open deliveries to the platform",
    ({ waiting }) => waiting,
  );
  queueGauge(
    "queue_oldest_seconds",
    "Seconds since the oldest unfinished work became due",
    ({ oldest }) => oldest,
  );
  const monthGauge = (name: string, help: string, value: (count: MonthCount) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ["table"], registers },
      async collect() {
        const now = await readOnce();
        this.reset();
        for (const count of now?.months ?? []) this.set({ table: count.table }, value(count));
      },
    });
  monthGauge(
    "partitions_ahead_months",
    "Months after this one that have a partition; -1: even this one has none",
    ({ ahead }) => ahead,
  );
  monthGauge(
    "partition_stray_rows",
    "Rows whose month has no partition, counted up to 100,000",
    ({ strays }) => strays,
  );
  new Gauge({
    name: "letters",
    help: "Letters to be sent (waiting), letters that were tried before, including notifications that go by letter (retrying), and letters that failed for good (failed)",
    labelNames: ["state"],
    registers,
    async collect() {
      const now = await readOnce();
      this.reset();
      for (const [state, count] of Object.entries(now?.letters ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: "failed_jobs",
    help: "Jobs that failed for good within the last 24 hours and were not retried",
    labelNames: ["job"],
    registers,
    async collect() {
      const now = await readOnce();
      this.reset();
      for (const { job, count } of now?.failed ?? []) this.set({ job }, count);
    },
  });
  timeGauge(
    "statistics_refreshed_timestamp_seconds",
    "When the statistics were last refreshed, by any process",
    "refreshed",
  );
  timeGauge(
    "platform_event_received_timestamp_seconds",
    "When the platform's last event arrived, at any process",
    "received",
  );
  new Gauge({
    name: "database_connections",
    help: "This process's connections by pool and state; waiting: calls that wait for one",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { pool, used, free, waiting } of [...db.pools("web"), ...jobs.pools()]) {
        this.set({ pool, state: "used" }, used);
        this.set({ pool, state: "free" }, free);
        this.set({ pool, state: "waiting" }, waiting);
      }
    },
  });
  if (db.replica) observeReplica(db.replica, registers);
}

/** Stops at the first query that fails: against a frozen server, each would take its whole time. */
async function readDatabase(pool: pg.Pool, now: Date) {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const queues = await client.query<QueueLength>(queueLengths);
    const letters = await client.query<Letters>(letterCounts, [letterJobs]);
    const failed = await client.query<FailedJobs>(failedJobs);
    const times = await client.query<Times>(latestTimes);
    const months = await countMonths(client, now);
    isBroken = false;
    return {
      ...{ queues: queues.rows, letters: letters.rows[0] },
      ...{ failed: failed.rows, times: times.rows[0], months },
    };
  } finally {
    client.release(isBroken);
  }
}

/** Measures when a gauge is read, because the last measurement may be two seconds old. */
function observeReplica(replica: Replica, registers: Registry[]): void {
  const measure = shareWithin(() => replica.measure(), metricsTimeout);
  new Gauge({
    name: "database_replica_lag_seconds",
    help: "The replica has everything that the primary had this many seconds ago",
    registers,
    async collect() {
      await measure();
      this.set(replica.lag());
    },
  });
  new Gauge({
    name: "database_replica_used",
    help: "Whether this process reads from the replica (1) or from the primary instead (0)",
    registers,
    async collect() {
      await measure();
      this.set(replica.isUsed() ? 1 : 0);
    },
  });
}
