import { allJobs } from "../jobs/all-jobs.ts";
import { listFailedJobs, retryFailedJobs } from "../jobs/failed-jobs.ts";
import { createJobs, namesWithPrivateData } from "../jobs/jobs.ts";
import { createLogger } from "../log.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage = "Usage: npm run failed-jobs\n       npm run failed-jobs -- retry ID… (or: retry all)";

/** @throws StartError with the usage. */
function readOrder([verb, ...ids]: string[]): { retry: string[] | "all" } | "list" {
  if (verb === undefined) return "list";
  const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  if (verb === "retry" && ids.join() === "all") return { retry: "all" };
  if (verb !== "retry" || ids.length === 0 || !ids.every(isId)) throw new StartError(usage);
  return { retry: ids };
}

/**
 * Lists the jobs whose retries all failed, newest first, with the kind of their last error; or
 * enqueues some again. A running portal does them, or the next one to start.
 */
await runCommand(async () => {
  const order = readOrder(process.argv.slice(2));
  const { db, url, close } = await openDatabaseForCommand();
  try {
    if (order === "list") {
      const failed = await listFailedJobs(db.sql, 200);
      for (const { id, job, failed_at, error } of failed) {
        console.log(`${failed_at}  ${job}  ${id}  ${error ?? ""}`);
      }
      console.log(`Failed jobs: ${failed.length}`);
      return;
    }
    const jobs = createJobs(url, createLogger("error"));
    await jobs.open();
    try {
      const privateOnes = namesWithPrivateData(allJobs);
      const { send } = jobs;
      const { retried, withoutData } = await retryFailedJobs(
        ...([db.sql, send, order.retry, privateOnes, new Date()] as const),
      );
      for (const id of withoutData) {
        console.error(`${id} cannot be retried: its data was not stored`);
      }
      const known = [...retried, ...withoutData];
      const unknown = order.retry === "all" ? [] : order.retry.filter((id) => !known.includes(id));
      if (unknown.length > 0) throw new StartError(`No such failed job: ${unknown.join(", ")}`);
      console.log(`Jobs to retry: ${retried.length}. A running portal does them`);
    } finally {
      await jobs.stop();
    }
  } finally {
    await close();
  }
});
