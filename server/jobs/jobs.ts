import type { Knex } from "knex";
import { fromKnex, type JobWithMetadata, PgBoss } from "pg-boss";
import { connect, type PoolUse } from "../db/connection.ts";
import { releaseMark } from "../db/release-mark.ts";
import { clientLimits, requestLimits, serverLimits } from "../db/timeouts.ts";
import { describeError, type Logger } from "../log.ts";
import type { Services } from "../services.ts";
import { failedQueue, noteFailedJob } from "./failed-jobs.ts";
import { firstPause, longestPause } from "./letter-tries.ts";

/** The data of each job. Never a secret: more people can read a queue than a request. */
export interface JobData {
  /** Null: over the limit of letters. */
  "send-recovery-mail": { email: string | null; brand: string };
  "send-welcome-mail": { userId: number };
  "send-invitation-mail": { userId: number; letter: number };
  "send-email-change-mail": { changeId: number };
  "send-sign-in-notice": { noticeId: number };
  "send-locked-notice": { userId: number };
  "send-account-notice": {
    userId: number;
    what:
      | "password"
      | "pin"
      | "phones"
      | "email undone"
      | "factors"
      | "recovery code"
      | "ssn opened"
      | "ssn corrected"
      | "sessions";
    by: "owner" | "manager";
    /** Replaces the account's own addresses. */
    to?: string;
  };
  "refresh-statistics": Record<never, never>;
  "close-logins": Record<never, never>;
  /** Goes on after this psychic; with a day (1 to 6), only with the groups, from that weekday on. */
  "count-hours": { after?: number; day?: number };
  prune: Record<never, never>;
  "keep-months": Record<never, never>;
  "move-rows": Record<never, never>;
  "add-indexes": Record<never, never>;
  "assign-contacts": Record<never, never>;
  "remove-picture": { name: string };
  erase: { erasureId: number };
  "erase-again": { after?: number };
  deliver: { psychicId: number };
  "send-contact-mail": { contactId: number };
  "send-problem-mail": { problemId: number; to: "manager" | "support" };
  "deliver-waiting": Record<never, never>;
  notify: Record<never, never>;
  remind: Record<never, never>;
}
export type JobName = keyof JobData;

/**
 * A job. It runs at least once, so running it again must change nothing. If it throws, it is
 * retried with growing pauses; a job that failed for good is counted in the metrics and listed.
 */
export interface Job<N extends JobName> {
  name: N;
  /** When it starts by itself, in New York time. */
  cron?: string;
  /** One run makes up for starts that were missed while no process ran (C10); default none. */
  missed?: "once";
  /** Retries; default 5. */
  retries?: number;
  /** The longest pause between attempts in seconds; default an hour. */
  longestPause?: number;
  /** Seconds that a finished job's data stays readable; default a week. */
  storedFor?: number;
  /**
   * The data may name a person without an account: after a final failure it is not stored.
   * pg-boss's copy of it stays for an hour after the failure is recorded.
   */
  privateData?: true;
  /** @param jobId the same for all attempts. */
  handle(services: Services, data: JobData[N], jobId: string): Promise<void>;
}
export type AnyJob = { [N in JobName]: Job<N> }[JobName];

export interface Jobs {
  /** Enqueues a job; with a transaction, if and only if that commits. */
  send<N extends JobName>(name: N, data: JobData[N], transaction?: Knex): Promise<void>;
  /** The same for several jobs of one kind, in one statement. */
  sendAll<N extends JobName>(
    name: N,
    data: readonly JobData[N][],
    transaction: Knex,
  ): Promise<void>;
  /** Makes `send` work in a process that runs no jobs. */
  open(): Promise<void>;
  /** Creates the queues and, unless `work` is false, runs their jobs. */
  start(services: Services, jobs: readonly AnyJob[], options?: { work?: boolean }): Promise<void>;
  /** The use of the jobs' connections, without pg-boss's own. */
  pools(): PoolUse[];
  /** Starts no further job and waits for the running ones. */
  stop(): Promise<void>;
}

export const namesWithPrivateData = (jobs: readonly AnyJob[]): readonly string[] =>
  jobs.flatMap(({ name, privateData }) => (privateData ? [name] : []));

const schema = "pgboss";

/**
 * A job keeps rows locked while it waits for a mail server or the platform. Jobs have their own
 * connections, so that a server that hangs delays no request. A job waits for a free connection
 * longer than a letter may take, and for a statement longer than a delivery may hold its locks.
 */
const connections = {
  poolSize: 12,
  limits: { ...requestLimits, acquire: 30_000 },
  queryTimeout: 120_000,
};
/** Milliseconds for running jobs to end; longer than a letter with its preparation takes. */
const stopWithin = 28_000;
const queueOptions = {
  retryDelay: firstPause,
  retryBackoff: true,
  retryDelayMax: longestPause,
  expireInSeconds: 600,
  notify: true,
};
/** Retries do not trigger NOTIFY, so poll every 2 s instead of the default 30. */
const workOptions = { includeMetadata: true, notifyPollingIntervalSeconds: 2 } as const;

/** Installs or upgrades pg-boss's tables; part of migrating. */
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
    ...clientLimits,
    options: serverLimits,
    useListenNotify: true,
    application_name: `portal-jobs ${releaseMark}`,
  });
  // Without a listener an error event would end the process; pg-boss reconnects by itself.
  boss.on("error", (error) => log.warn({ error: describeError(error) }, "job queue"));
  const db = connect(databaseUrl, {
    ...connections,
    onError: (error) => log.warn({ error: describeError(error) }, "database connection lost"),
  });
  let started = false;

  /** Counts and stores each job that failed for good, for whatever reason, once. */
  async function workOnFailed(
    { metrics }: Services,
    withPrivateData: readonly string[],
  ): Promise<void> {
    await boss.work(failedQueue, workOptions, async ([copy]: JobWithMetadata[]) => {
      const job = copy && (await noteFailedJob(db.sql, copy.id, withPrivateData));
      if (job) metrics.jobs.inc({ job, outcome: "given_up" });
    });
  }

  return {
    async send(name, data, transaction) {
      await boss.send(name, data, transaction ? { db: fromKnex(transaction) } : {});
    },

    async sendAll(name, all, transaction) {
      const inserted = all.map((data) => ({ data }));
      await boss.insert(name, inserted, { db: fromKnex(transaction) });
    },

    async open() {
      await boss.start();
      started = true;
    },

    async start(services, jobs, { work = true } = {}) {
      await this.open();
      // pg-boss's copy contains the job's data, private data too: delete it an hour after it is noted.
      const failed = { ...queueOptions, retryLimit: 100, deleteAfterSeconds: 3600 };
      await boss.createQueue(failedQueue, failed);
      await boss.updateQueue(failedQueue, failed);
      if (work) await workOnFailed(services, namesWithPrivateData(jobs));
      for (const job of jobs) {
        const options = {
          ...queueOptions,
          retryLimit: job.retries ?? 5,
          retryDelayMax: job.longestPause ?? longestPause,
          deleteAfterSeconds: job.storedFor ?? 7 * 86_400,
          deadLetter: failedQueue,
        };
        await boss.createQueue(job.name, options);
        await boss.updateQueue(job.name, options);
        if (!work) continue;
        if (job.cron) {
          const missed = job.missed ?? "skip";
          await boss.schedule(job.name, job.cron, {}, { tz: "America/New_York", missed });
        }
        type Attempt = JobWithMetadata<JobData[JobName]>;
        const worker = await boss.work(job.name, workOptions, async ([attempt]: Attempt[]) => {
          if (!attempt) return;
          // A worker takes one job at a time: wake it up, so that it looks for the next one without
          // a pause.
          boss.notifyWorker(worker);
          try {
            await (job as Job<JobName>).handle({ ...services, db }, attempt.data, attempt.id);
            services.metrics.jobs.inc({ job: job.name, outcome: "done" });
          } catch (error) {
            services.metrics.jobs.inc({ job: job.name, outcome: "failed" });
            log.warn({ job: job.name, error: describeError(error) }, "job failed");
            // Only the kind of error is stored, never a message that may quote a value.
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
