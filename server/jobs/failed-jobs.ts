import type { Knex } from "knex";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";

/** A job that failed for good: what, when, and the kind of the last error. */
export interface FailedJob {
  id: string;
  job: string;
  failed_at: string;
  error: string | null;
}

/** Where the queue puts a copy of what failed for good, killed on its last try among it. */
export const failedQueue = "failed";

/**
 * The columns of `failed_jobs` in the queue's copy; the error is a handler's, or the queue's own word
 * for a job that nobody finished in time.
 */
const copied = `source_id, source_name, created_on,
  coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message')`;

/**
 * Notes what a copy in the queue tells of.
 * @returns the job's name, or undefined where it was noted before.
 */
export async function noteFailedJob(sql: Knex, copyId: string): Promise<string | undefined> {
  const { rows } = await sql.raw<{ rows: { job: string }[] }>(
    `insert into failed_jobs (id, job, failed_at, error)
     select ${copied} from pgboss.job where name = ? and id = ? and source_id is not null
     on conflict (id) do nothing
     returning job`,
    [failedQueue, copyId],
  );
  return rows[0]?.job;
}

/** The newest first, with those that no process has come to note yet. */
export async function listFailedJobs(sql: Knex, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql.raw<{ rows: FailedJob[] }>(
    `select id, job, failed_at, error from failed_jobs
     union all
     select ${copied} from pgboss.job
      where name = ? and source_id not in (select id from failed_jobs)
      order by failed_at desc, id
      limit ?`,
    [failedQueue, limit],
  );
  return rows;
}

export const pruneFailedJobs = pruneRows("failed_jobs", "failed_at < ?", lives.failedJobs);
