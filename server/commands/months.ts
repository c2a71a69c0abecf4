import { lendClient } from "../db/lend-client.ts";
import { makeAllMonths } from "../db/partitions/keep-months.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

/** Makes the partitions of all strays: `npm run months`. Works with a running portal. */
await runCommand(async () => {
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined)
    throw new StartError(`Unknown option ${unknown}. There are no options`);
  const { db, close } = await openDatabaseForCommand();
  try {
    const made = await lendClient(db.pool, (client) => makeAllMonths(client, new Date()));
    console.log(made.length > 0 ? made.join("\n") : "No month is missing");
  } finally {
    await close();
  }
});
