import { Gauge, type Registry } from "prom-client";
import type { Replica } from "./db/watch-replica.ts";
import { describeError } from "./log.ts";
import type { Services } from "./services.ts";

interface QueueLength {
  queue: string;
  waiting: number;
  /** Seconds since the oldest one became due. */
  oldest: number;
}

/** Due and unfinished work: jobs by name, deliveries to the platform, notifications. */
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

const refreshedAt =
  "select extract(epoch from refreshed_at)::float8 as seconds from statistics_state";

/**
 * Gauges that are computed when the metrics are read: from the database, so that every process
 * reports the same and a restart does not report zero; and from this process's own pools (C10).
 */
export function observeDatabase({ db, jobs, log, metrics }: Services): void {
  const registers = [metrics.registry];

  const read = async () => {
    const [queues, refreshed] = await Promise.all([
      db.pool.query<QueueLength>(queueLengths),
      db.pool.query<{ seconds: number | null }>(refreshedAt),
    ]);
    return { queues: queues.rows, refreshed: refreshed.rows[0]?.seconds ?? null };
  };
  let reading: ReturnType<typeof read> | undefined;
  /**
   * Reads the database once for all gauges of a scrape that need it. While it is away, they have no
   * value.
   */
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading.catch((error) => {
      log.warn({ error: describeError(error) }, "database metrics not read");
    });
  };
  const queueGauge = (name: string, help: string, value: (length: QueueLength) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ["queue"], registers },
      async collect() {
        const now = await readOnce();
        this.reset();
        for (const length of now?.queues ?? []) this.set({ queue: length.queue }, value(length));
      },
    });

  queueGauge("queue_waiting", "Due and unfinished work", ({ waiting }) => waiting);
  queueGauge(
    "queue_oldest_seconds",
    "Seconds since the oldest unfinished work became due",
    ({ oldest }) => oldest,
  );
  new Gauge({
    name: "statistics_refreshed_timestamp_seconds",
    help: "When the statistics were last refreshed, by any process",
    registers,
    async collect() {
      const now = await readOnce();
      this.remove();
      if (typeof now?.refreshed === "number") this.set(now.refreshed);
    },
  });
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

/** Measures when a gauge is read: an idle process's last measurement may be two seconds old. */
function observeReplica(replica: Replica, registers: Registry[]): void {
  new Gauge({
    name: "database_replica_lag_seconds",
    help: "The replica has everything that the primary had this many seconds ago",
    registers,
    async collect() {
      await replica.measure();
      this.set(replica.lag());
    },
  });
  new Gauge({
    name: "database_replica_used",
    help: "Whether this process reads from the replica (1) or from the primary instead (0)",
    registers,
    async collect() {
      await replica.measure();
      this.set(replica.isUsed() ? 1 : 0);
    },
  });
}
