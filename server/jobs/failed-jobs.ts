import type { Knex } from "knex";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import type { JobData, JobName, Jobs } from "./jobs.ts";

/** A job that failed for good. */
export interface FailedJob {
  id: string;
  job: string;
  failed_at: string;
  error: string | null;
}

/** pg-boss copies jobs that failed for good to this queue, also those killed on their last attempt. */
export const failedQueue = "failed";

/**
 * The columns of `failed_jobs`, from pg-boss's copy. The error is the handler's, or pg-boss's own
 * message for a job that timed out.
 */
const copied = `source_id, source_name, created_on,
  coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message')`;

/**
 * Stores a failed job from pg-boss's copy.
 * @param withPrivateData names of jobs whose data is not stored.
 * @returns the job's name, or undefined if it is already stored.
 */
export async function noteFailedJob(
  sql: Knex,
  copyId: string,
  withPrivateData: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql.raw<{ rows: { job: string }[] }>(
    `insert into failed_jobs (id, job, failed_at, error, data)
     select ${copied}, case when source_name <> all (?::text[]) then data end
       from pgboss.job where name = ? and id = ? and source_id is not null
     on conflict (id) do nothing
     returning job`,
    [[...withPrivateData], failedQueue, copyId],
  );
  return rows[0]?.job;
}

/** Newest first, without the retried ones. Includes those that no process has stored yet. */
export async function listFailedJobs(sql: Knex, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql.raw<{ rows: FailedJob[] }>(
    `select id, job, failed_at, error from failed_jobs where retried_at is null
     union all
     select ${copied} from pgboss.job
      where name = ? and source_id not in (select id from failed_jobs)
      order by failed_at desc, id
      limit ?`,
    [failedQueue, limit],
  );
  return rows;
}

/**
 * Enqueues failed jobs again. The sent ledger prevents a letter from going out twice.
 * @param which ids, or all.
 * @returns the ids that were enqueued, and those that were not because their data is not stored.
 */
export async function retryFailedJobs(
  sql: Knex,
  send: Jobs["send"],
  which: readonly string[] | "all",
  withPrivateData: readonly string[],
  now: Date,
): Promise<{ retried: string[]; withoutData: string[] }> {
  const copies: string[] = await sql("pgboss.job").where({ name: failedQueue }).pluck("id");
  for (const id of copies) await noteFailedJob(sql, id, withPrivateData);
  return sql.transaction(async (trx) => {
    const rows: { id: string; job: JobName; data: JobData[JobName] | null }[] = await trx(
      "failed_jobs",
    )
      .whereNull("retried_at")
      .modify((failed) => which !== "all" && failed.whereIn("id", which))
      .orderBy("failed_at")
      .forUpdate()
      .select("id", "job", "data");
    const retried: string[] = [];
    const withoutData: string[] = [];
    for (const { id, job, data } of rows) {
      if (data === null) {
        withoutData.push(id);
        continue;
      }
      await send(job, data, trx);
      await trx("failed_jobs").where({ id }).update({ retried_at: now });
      retried.push(id);
    }
    return { retried, withoutData };
  });
}

export const pruneFailedJobs = pruneRows("failed_jobs", "failed_at < ?", lives.failedJobs);
