import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { DateRange } from "#shared/rules/date-range.ts";
import { addDays, newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { lineOfDisk } from "../explain-failure.ts";
import {
  csvHeader,
  csvRow,
  psychicTable,
  readingLine,
} from "../features/reconcile/differences-text.ts";
import { type Difference, type Pair, reconcile } from "../features/reconcile/reconcile.ts";
import { openWeekFile } from "../features/reconcile/week-file.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage = "Usage: npm run reconcile -- WEEK.csv [--week=FIRST-DAY, such as 2026-03-01] [--csv]";

/** Lines on the screen; the CSV file has all. */
const shownAtMost = 200;

/** @throws StartError with the usage. */
function readOrder(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { week: { type: "string" }, csv: { type: "boolean", default: false } },
    });
    const [file, ...others] = positionals;
    const { week, csv } = values;
    if (!file || others.length > 0 || (week !== undefined && !isDay(week)))
      throw new Error("usage");
    return { file, week: weekOf(week), isCsv: csv };
  } catch {
    throw new StartError(usage);
  }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** Seven New York days from the first; by default the last week from Sunday to Saturday. */
function weekOf(first: string | undefined): DateRange {
  const today = newYorkDay(new Date());
  const start = first ?? addDays(today, -weekday(today) - 6);
  return { start, end: addDays(start, 6) };
}

/** Collects what the screen shows. */
class Summary {
  readonly psychics: Difference[] = [];
  readonly readings: Difference[] = [];
  readonly total: Record<string, Pair> = {};
  readonly counts: Record<Difference["what"], Map<string, number>> = {
    psychic: new Map(),
    reading: new Map(),
  };

  add(difference: Difference): void {
    const { what, state, figures } = difference;
    this.counts[what].set(state, (this.counts[what].get(state) ?? 0) + 1);
    const shown = what === "psychic" ? this.psychics : this.readings;
    if (state !== "equal" && shown.length < shownAtMost) shown.push(difference);
    if (what === "reading") return;
    for (const [field, { old, here }] of Object.entries(figures)) {
      const sum = this.total[field] ?? { old: 0, here: 0 };
      this.total[field] = {
        old: Number(sum.old) + Number(old),
        here: Number(sum.here) + Number(here),
      };
    }
  }

  /** Such as "3 differ, 1 missing here"; empty without a difference. */
  differing(what: Difference["what"]): string {
    return [...this.counts[what]]
      .filter(([state]) => state !== "equal")
      .map(([state, count]) => `${count} ${state}`)
      .join(", ");
  }

  lines(hasReadings: boolean): string[] {
    const more = (what: Difference["what"], shown: number) => {
      const all = [...this.counts[what]].reduce(
        (sum, [state, count]) => sum + (state === "equal" ? 0 : count),
        0,
      );
      return all > shown ? [`… and ${all - shown} more: see --csv`] : [];
    };
    const equal = this.counts.psychic.get("equal") ?? 0;
    return [
      ...psychicTable(this.psychics, this.total),
      ...more("psychic", this.psychics.length),
      ...this.readings.map(readingLine),
      ...more("reading", this.readings.length),
      `Psychics: ${[`${equal} equal`, this.differing("psychic")].filter(Boolean).join(", ")}`,
      ...(hasReadings ? [`Readings: ${this.differing("reading") || "all equal"}`] : []),
    ];
  }
}

/** Writes the file only when it is whole. @throws StartError with one line. */
function openCsv(file: string) {
  const part = `${file}.part`;
  const orRefuse = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const line = lineOfDisk(error as Error, file);
      throw line === null ? error : new StartError(line);
    }
  };
  const handle = orRefuse(() => openSync(part, "w", 0o600));
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(handle);
  };
  return {
    // Unlike `writeSync`, it writes everything or throws.
    write: (text: string) => orRefuse(() => writeFileSync(handle, `${text}\n`)),
    finish() {
      orRefuse(() => {
        fsyncSync(handle);
        close();
        renameSync(part, file);
      });
    },
    discard() {
      close();
      rmSync(part, { force: true });
    },
  };
}

/**
 * Compares the old system's week with ours: `npm run reconcile -- WEEK.csv` (docs/moving.md). The
 * exit code is 1 if anything differs.
 */
await runCommand(async () => {
  const { file, week, isCsv } = readOrder(process.argv.slice(2));
  const weekFile = await openWeekFile(file, week);
  const summary = new Summary();
  const csvFile = `${file}.differences.csv`;
  const { db, close } = await openDatabaseForCommand();
  let csv: ReturnType<typeof openCsv> | null = null;
  try {
    csv = isCsv ? openCsv(csvFile) : null;
    csv?.write(csvHeader);
    const { lines } = await reconcile(db.pool, weekFile, week, (difference) => {
      summary.add(difference);
      csv?.write(csvRow(difference));
    });
    if (lines === 0) {
      throw new StartError(`${file} has no line in the week ${week.start} to ${week.end}`);
    }
    csv?.finish();
  } catch (error) {
    csv?.discard();
    throw error;
  } finally {
    await close();
  }
  console.log(`The week ${week.start} to ${week.end}, New York time`);
  if (weekFile.leftOut() > 0) console.log(`${weekFile.leftOut()} lines are of other weeks`);
  for (const line of summary.lines(weekFile.hasReadings)) console.log(line);
  if (csv) console.log(`See ${csvFile}`);
  if (summary.differing("psychic") || summary.differing("reading")) process.exitCode = 1;
});
