import { openDatabaseForCommand, runCommand } from "./database.ts";

/** Lists the jobs that failed for good, newest first: what, when, and the kind of the last error. */
async function listFailedJobs(): Promise<void> {
  const { db, close } = await openDatabaseForCommand();
  try {
    const { rows } = await db.pool.query(
      `select name, id, completed_on, output ->> 'message' as error
         from pgboss.job where state = 'failed' order by completed_on desc limit 200`,
    );
    for (const { name, id, completed_on, error } of rows) {
      console.log(`${completed_on}  ${name}  ${id}  ${error ?? ""}`);
    }
    console.log(`${rows.length} jobs failed for good`);
  } finally {
    await close();
  }
}

await runCommand(listFailedJobs);
