import type { Knex } from "knex";
import { fromKnex, type JobWithMetadata, PgBoss } from "pg-boss";
import { connect, type PoolUse, serverLimits } from "../db/connection.ts";
import { describeError, type Logger } from "../log.ts";
import type { Services } from "../services.ts";
import { failedQueue, noteFailedJob } from "./failed-jobs.ts";
import { firstPause, longestPause } from "./letter-tries.ts";

/** What each job is given. Never a secret: a queue is read by more eyes than a request. */
export interface JobData {
  /** Null: a letter too many was asked for. */
  "send-recovery-mail": { email: string | null; brand: string };
  "send-welcome-mail": { userId: number };
  "send-email-change-mail": { changeId: number };
  "send-account-notice": {
    userId: number;
    what: "password" | "pin" | "phones" | "email undone";
    by: "owner" | "manager";
    /** Instead of the account's own addresses. */
    to?: string;
  };
  "refresh-statistics": Record<never, never>;
  "close-logins": Record<never, never>;
  prune: Record<never, never>;
  "remove-picture": { name: string };
  deliver: { psychicId: number };
  "send-contact-mail": { contactId: number };
  "send-problem-mail": { problemId: number; to: "manager" | "support" };
  "deliver-waiting": Record<never, never>;
  notify: Record<never, never>;
  remind: Record<never, never>;
}
export type JobName = keyof JobData;

/**
 * A job: runs at least once, so running it again must change nothing more. A throw is tried again
 * with growing pauses; what fails for good is counted in the metrics and stays listed.
 */
export interface Job<N extends JobName> {
  name: N;
  /** When it starts by itself, in New York time. */
  cron?: string;
  /** Times that passed while no process ran are made up for by one run (C10); else they are lost. */
  missed?: "once";
  /** Tries after the first; default 5. */
  retries?: number;
  /** Seconds that a pause between tries lasts at most; default an hour. */
  longestPause?: number;
  /** Seconds a finished job's data stays readable; default a week. */
  keepFor?: number;
  /** Its data may name somebody who is nobody of ours: once it failed for good, none is kept. */
  privateData?: true;
  /** @param jobId stays the same through all tries. */
  handle(services: Services, data: JobData[N], jobId: string): Promise<void>;
}
export type AnyJob = { [N in JobName]: Job<N> }[JobName];

export interface Jobs {
  /** Enqueues; with a transaction, the job is there when and only when it commits. */
  send<N extends JobName>(name: N, data: JobData[N], transaction?: Knex): Promise<void>;
  /** Makes \`send\` work in a process that works on no job. */
  open(): Promise<void>;
  /** Makes the queues and, unless `work` is false, works on them. */
  start(services: Services, jobs: readonly AnyJob[], options?: { work?: boolean }): Promise<void>;
  /** How the connections of the jobs are used; those of the queue itself are its own. */
  pools(): PoolUse[];
  /** Takes no further job and waits for those under way. */
  stop(): Promise<void>;
}

export const namesWithPrivateData = (jobs: readonly AnyJob[]): readonly string[] =>
  jobs.flatMap(({ name, privateData }) => (privateData ? [name] : []));

const schema = "pgboss";

/**
 * Jobs wait for the outside world, with a row of the ledger or a queue of the platform held: on
 * connections of their own, so that a mail server that hangs keeps no request waiting. They wait for
 * each other instead, and longer than a letter may take.
 */
const connections = { poolSize: 12, acquire: 30_000 };
/** Milliseconds for jobs under way to end; a letter and what went before it take less. */
const stopWithin = 28_000;
const queueOptions = {
  retryDelay: firstPause,
  retryBackoff: true,
  retryDelayMax: longestPause,
  expireInSeconds: 600,
  notify: true,
};
/** A next try that comes due wakes nobody; by default it is looked for every 30 seconds. */
const working = { includeMetadata: true, notifyPollingIntervalSeconds: 2 } as const;

/** Installs or upgrades the queue's own tables; part of migrating. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 1,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

export function createJobs(databaseUrl: string, log: Logger): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 3,
    migrate: false,
    createSchema: false,
    connectionTimeoutMillis: 1500,
    options: serverLimits,
    useListenNotify: true,
    application_name: "portal-jobs",
  });
  // Without a listener an error event ends the process; a database that comes back goes on.
  boss.on("error", (error) => log.warn({ error: describeError(error) }, "job queue"));
  const db = connect(databaseUrl, {
    ...connections,
    onError: (error) => log.warn({ error: describeError(error) }, "database connection lost"),
  });
  let started = false;

  /** Counts and notes what failed for good, however it came to that: once. */
  async function workOnFailed(
    { metrics }: Services,
    withPrivateData: readonly string[],
  ): Promise<void> {
    await boss.work(failedQueue, working, async ([copy]: JobWithMetadata[]) => {
      const job = copy && (await noteFailedJob(db.sql, copy.id, withPrivateData));
      if (job) metrics.jobs.inc({ job, outcome: "given_up" });
    });
  }

  return {
    async send(name, data, transaction) {
      await boss.send(name, data, transaction ? { db: fromKnex(transaction) } : {});
    },

    async open() {
      await boss.start();
      started = true;
    },

    async start(services, jobs, { work = true } = {}) {
      await this.open();
      // It holds a job's data until it is noted, which takes a moment.
      const failed = { ...queueOptions, retryLimit: 100, deleteAfterSeconds: 3600 };
      await boss.createQueue(failedQueue, failed);
      await boss.updateQueue(failedQueue, failed);
      if (work) await workOnFailed(services, namesWithPrivateData(jobs));
      for (const job of jobs) {
        const options = {
          ...queueOptions,
          retryLimit: job.retries ?? 5,
          retryDelayMax: job.longestPause ?? longestPause,
          deleteAfterSeconds: job.keepFor ?? 7 * 86_400,
          deadLetter: failedQueue,
        };
        await boss.createQueue(job.name, options);
        await boss.updateQueue(job.name, options);
        if (!work) continue;
        if (job.cron) {
          const missed = job.missed ?? "skip";
          await boss.schedule(job.name, job.cron, {}, { tz: "America/New_York", missed });
        }
        type Taken = JobWithMetadata<JobData[JobName]>;
        const worker = await boss.work(job.name, working, async ([taken]: Taken[]) => {
          if (!taken) return;
          // One is taken at a time: the next look follows this one at once, without the pause.
          boss.notifyWorker(worker);
          try {
            await (job as Job<JobName>).handle({ ...services, db }, taken.data, taken.id);
            services.metrics.jobs.inc({ job: job.name, outcome: "done" });
          } catch (error) {
            services.metrics.jobs.inc({ job: job.name, outcome: "failed" });
            log.warn({ job: job.name, error: describeError(error) }, "job failed");
            // Only the kind of error is kept beside the job, never a text that quotes a value.
            throw new Error(describeError(error));
          }
        });
      }
    },

    pools: () => db.pools("jobs"),

    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: stopWithin });
      await db.close();
    },
  };
}
