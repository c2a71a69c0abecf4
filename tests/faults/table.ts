import type { Result } from "./ledger.ts";

const columns = ["saved", "refused", "faults", "lost", "twice", "wrong"] as const;
const line = (name: string, cells: readonly unknown[]) =>
  name.padEnd(32) + cells.map((cell) => String(cell).padStart(9)).join("");

/** The report has one line for each fault. */
export const tableOf = {
  head: line("fault", [...columns, "seconds"]),
  row: (name: string, result: Result, seconds: number) =>
    line(name, [
      result.saved,
      result.refused,
      result.faults,
      result.lost,
      result.twice,
      result.wrongPerson,
      seconds.toFixed(0),
    ]),
};

/** Whether all operations ran, the fault happened, and the database is correct. */
export const isClean = (result: Result, amount: number) =>
  result.saved + result.refused >= amount &&
  result.saved > 0 &&
  result.faults > 0 &&
  result.lost + result.twice + result.wrongPerson === 0;
