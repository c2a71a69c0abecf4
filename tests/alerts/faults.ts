import { randomUUID } from "node:crypto";
import { rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { makeComingMonths } from "#server/db/partitions/keep-months.ts";
import { listMonths, monthOf, partitionOf } from "#server/db/partitions/months.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { connectTo } from "../support/database.ts";
import type { Load } from "./load.ts";
import { lockTable } from "./lock-table.ts";
import { type Labels, scrapedEvery } from "./prometheus.ts";
import { repeatedly } from "./repeatedly.ts";
import type { Stage } from "./stage.ts";

/** A fault that a run causes for real. */
export interface Fault {
  /** As the table shows it. */
  name: string;
  /** The alert that must ring, and labels that it must have. */
  alert: string;
  labels?: Labels;
  /** Alerts that may ring as well, because the fault has further effects. */
  companions?: readonly string[];
  /** Groups run one after the other, the faults of a group at the same time. */
  group: 1 | 2 | 3;
  /** Part of --short: rings and ends within a minute or so. */
  isShort?: boolean;
  /** @returns a function that undoes it. @throws Error that says why it cannot be caused here. */
  cause(stage: Stage, load: Load): Promise<() => Promise<unknown> | unknown>;
}

export const faults: readonly Fault[] = [
  {
    name: "a process is killed",
    alert: "ProcessGone",
    labels: { instance: "second" },
    group: 3,
    isShort: true,
    async cause({ processes: { second } }) {
      await second.stop("SIGKILL");
      return () => second.start();
    },
  },
  {
    name: "a process starts again and again",
    alert: "ProcessRestarting",
    labels: { instance: "third" },
    group: 3,
    async cause({ processes: { third } }) {
      for (let count = 0; count < 3; count += 1) {
        await third.stop("SIGKILL");
        await third.start();
        // Prometheus must see each start.
        await pause(2 * scrapedEvery * 1000);
      }
      return () => {};
    },
  },
  {
    name: "the event loop is blocked half of the time",
    alert: "EventLoopSlow",
    labels: { instance: "second" },
    // While the process is stopped, its clock goes on, so its time limits for the database, the
    // replica and the pools run out early.
    companions: ["DatabaseNotRead", "ReplicaBehind", "PoolExhausted"],
    group: 1,
    async cause({ processes: { second } }) {
      const pid = second.pid();
      return repeatedly(async () => {
        process.kill(pid, "SIGSTOP");
        await pause(350);
        process.kill(pid, "SIGCONT");
        await pause(250);
      });
    },
  },
  {
    name: "saves fail, because a table is locked",
    alert: "ErrorRate",
    group: 1,
    async cause({ primary, managers, advisors }) {
      const unlock = await lockTable(primary.url, "problems");
      const [manager, psychic] = [managers[0], advisors[0]];
      const end = repeatedly(async () => {
        const details = { details: `Save ${randomUUID()}` };
        const saves = Array.from({ length: 4 }, () =>
          manager?.page.send("POST", `/api/psychics/${psychic?.id}/problem`, details, {
            "Idempotency-Key": randomUUID(),
          }),
        );
        await Promise.allSettled(saves);
      });
      return async () => {
        await end();
        await unlock();
      };
    },
  },
  {
    name: "a database is frozen",
    alert: "DatabaseNotRead",
    labels: { instance: "third" },
    // The process's pools for jobs and requests wait for the database, too.
    companions: ["PoolExhausted"],
    group: 1,
    isShort: true,
    cause: async ({ freezeThirdsDatabase }) => freezeThirdsDatabase(),
  },
  {
    name: "the coming months have no partition",
    alert: "PartitionMissing",
    labels: { table: "audit_trail" },
    // A start makes them again, but no fault of this group starts a process.
    group: 1,
    async cause({ primary }) {
      const table = partitionedTable("audit_trail");
      const client = await connectTo(primary.url);
      for (const month of await listMonths(client, table.name)) {
        if (month <= monthOf(new Date())) continue;
        await client.query(`drop table ${partitionOf(table.name, month)}`);
      }
      return () => makeComingMonths(client, table, new Date()).finally(() => client.end());
    },
  },
  {
    name: "40 requests at once for a locked table",
    alert: "PoolExhausted",
    companions: ["ErrorRate"],
    group: 2,
    async cause({ primary, managers, advisors }, load) {
      load.isIngesting = false;
      load.isSending = false;
      const unlock = await lockTable(primary.url, "psychics");
      const ends = Array.from({ length: 40 }, (_, place) => {
        const page = managers[place % managers.length]?.page;
        const id = advisors[place % advisors.length]?.id;
        return repeatedly(async () => page?.get(`/api/psychics/${id}`));
      });
      return async () => {
        await Promise.all(ends.map((end) => end()));
        await unlock();
        load.isIngesting = true;
        load.isSending = true;
      };
    },
  },
  {
    name: "the replica is frozen",
    alert: "ReplicaBehind",
    labels: { instance: "first" },
    group: 1,
    cause: async ({ replica }) => replica.freeze(),
  },
  {
    name: "a delivery has waited for an hour",
    alert: "QueueOld",
    labels: { queue: "platform" },
    group: 1,
    async cause({ sql, advisors }) {
      // As after an hour of refusals: the next attempt is an hour away.
      const { rows } = await sql.query(
        `insert into deliveries (psychic_id, type, data, created_at, attempts, first_attempt_at,
                                 last_status, next_attempt_at)
           select $1, 'psychic.changed', json_build_object('user_id', $1::int), hour_ago, 8, hour_ago,
                  'HTTP 400', now() + interval '1 hour'
             from (select now() - interval '1 hour' as hour_ago)
         returning id`,
        [advisors.at(-1)?.id],
      );
      return () =>
        sql.query("update deliveries set next_attempt_at = now() where id = $1", [rows[0].id]);
    },
  },
  {
    name: "a job fails at its last attempt",
    alert: "JobGivenUp",
    labels: { exported_job: "remove-picture" },
    group: 1,
    async cause({ primary, sql }) {
      const options = { supervise: false, migrate: false, schedule: false };
      const boss = new PgBoss({ connectionString: primary.url, ...options });
      await boss.start();
      await boss.send("remove-picture", { name: "../elsewhere" }, { retryLimit: 0 });
      await boss.stop();
      return () =>
        sql.query("update failed_jobs set retried_at = now() where job = 'remove-picture'");
    },
  },
  {
    name: "the mail server refuses letters",
    alert: "LettersFailing",
    group: 1,
    async cause({ mail, advisors }, load) {
      mail.isRefusing = true;
      for (const one of advisors.slice(0, 5)) await load.letter(one);
      return () => {
        mail.isRefusing = false;
      };
    },
  },
  {
    name: "the platform answers 500",
    alert: "DeliveriesFailing",
    group: 1,
    async cause({ platform, advisors }, load) {
      platform.answer = 500;
      // Failures must outnumber successes. The first of two changes may set what is already stored.
      const end = repeatedly(async () => {
        for (const one of advisors.slice(0, 8)) {
          for (const isOn of [false, true]) await load.change(one, isOn);
        }
        await pause(5_000);
      });
      return () => {
        platform.answer = 204;
        return end();
      };
    },
  },
  {
    name: "no event of the platform for 12 hours",
    alert: "IngestionSilent",
    group: 1,
    isShort: true,
    async cause({ sql }, load) {
      load.isIngesting = false;
      // Repeat it, because an event that was under way may still arrive.
      const end = repeatedly(async () => {
        await sql.query(
          `update platform_events set received_at = received_at - interval '12 hours'
            where received_at > now() - interval '12 hours'`,
        );
        await pause(1_000);
      });
      return async () => {
        await end();
        load.isIngesting = true;
      };
    },
  },
  {
    name: "a push service answers 500",
    alert: "PushesFailing",
    group: 1,
    async cause({ push, advisors }, load) {
      const some = advisors.slice(0, 12);
      for (const { id } of some) push.replies.set(`device-${id}`, { status: 500 });
      for (const one of some) await load.pushTest(one);
      return () => push.replies.clear();
    },
  },
  {
    name: "no refresh of the statistics for 12 hours",
    alert: "StatisticsStale",
    group: 1,
    isShort: true,
    async cause({ primary, sql }) {
      // A refresh that becomes due must wait for this lock.
      const holder = await connectTo(primary.url);
      await holder.query("select pg_advisory_lock($1)", [advisoryLocks.statisticsRefresh]);
      await sql.query("update statistics_state set refreshed_at = now() - interval '12 hours'");
      return async () => {
        await holder.end();
        const pool = new pg.Pool({ connectionString: primary.url, max: 1 });
        await refreshStatistics(pool, new Date());
        await pool.end();
      };
    },
  },
  {
    name: "the folder of the files is gone",
    alert: "FilesNotWritable",
    // No other fault restarts this process during this one: a start would make a new folder.
    labels: { instance: "third" },
    group: 2,
    isShort: true,
    async cause({ thirdsFolder }) {
      const [here, away] = [join(thirdsFolder, "files"), join(thirdsFolder, "unmounted")];
      await rename(here, away);
      return () => rename(away, here);
    },
  },
  {
    name: "a disk has a twentieth of its room left",
    alert: "DiskFull",
    labels: { instance: "third" },
    group: 1,
    async cause({ smallDisk }) {
      if (!smallDisk) throw new Error("this user cannot mount a small disk: run it as root");
      const file = join(smallDisk, "large");
      const { bavail, blocks, bsize } = await statfs(smallDisk);
      await writeFile(file, Buffer.alloc((bavail - Math.floor(blocks / 20)) * bsize));
      return () => rm(file);
    },
  },
];
