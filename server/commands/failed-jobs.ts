import { listFailedJobs } from "../jobs/failed-jobs.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

/** Lists the jobs that failed for good, newest first: what, when, and the kind of the last error. */
await runCommand(async () => {
  const { db, close } = await openDatabaseForCommand();
  try {
    const failed = await listFailedJobs(db.sql, 200);
    for (const { id, job, failed_at, error } of failed) {
      console.log(`${failed_at}  ${job}  ${id}  ${error ?? ""}`);
    }
    console.log(`${failed.length} jobs failed for good`);
  } finally {
    await close();
  }
});
