import { importReadings } from "../features/import/import-readings.ts";
import { openProgressLine } from "../features/import/progress-line.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

/**
 * Imports readings: `npm run import -- FILE.csv`. docs/operations.md lists the columns. Invalid
 * lines are copied to FILE.csv.errors.csv, where you can correct and import them. Works with a
 * running portal. After an interruption it continues where it stopped.
 */
await runCommand(async () => {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new StartError("Usage: npm run import -- FILE.csv");
  const { db, close } = await openDatabaseForCommand();
  try {
    const started = performance.now();
    let before = 0;
    const line = openProgressLine(process.stderr, () => before);
    const report = await importReadings(db.pool, file, (state, isResumed) => {
      const rows = state.applied + state.refused;
      if (isResumed) {
        before = rows;
        console.error(`Continuing after line ${state.place.line - 1}`);
      }
      line.show(state.place.byte / state.bytesTotal, rows);
    });
    line.end();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const number = (count: number) => count.toLocaleString("en-US");
    console.log(`${number(report.applied)} readings imported in ${seconds} s`);
    if (report.refused > 0) {
      console.log(
        `${number(report.refused)} lines are invalid and were not imported: see ${file}.errors.csv`,
      );
      if (report.isErrorsPart)
        console.log("That file lacks the invalid lines from before the interruption");
    }
    console.log(
      "The statistics will include the imported readings after the next refresh. " +
        "To refresh now: npm run refresh-statistics",
    );
  } finally {
    await close();
  }
});
