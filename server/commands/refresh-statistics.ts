import { rebuildStatistics, refreshStatistics } from "../features/statistics/refresh.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

/**
 * Refreshes the statistics now: `npm run refresh-statistics`. With `-- --rebuild` it recounts all
 * readings. Works with a running portal.
 */
await runCommand(async () => {
  const options = process.argv.slice(2);
  const unknown = options.find((option) => option !== "--rebuild");
  if (unknown !== undefined)
    throw new StartError(`Unknown option ${unknown}. The only option is --rebuild`);
  const rebuild = options.includes("--rebuild");
  const { db, close } = await openDatabaseForCommand();
  try {
    const started = performance.now();
    const { days } = await (rebuild ? rebuildStatistics : refreshStatistics)(db.pool, new Date());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${days} psychic-days ${rebuild ? "rebuilt" : "refreshed"} in ${seconds} s`);
  } finally {
    await close();
  }
});
