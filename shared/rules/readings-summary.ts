import {
  averageLength,
  missedResults,
  repeatMinutes,
  repeatPercentage,
  repeats,
  type Sums,
  totalCalls,
  totalMinutes,
} from "./metrics.ts";

/** The sums behind a summary of readings. */
export const summed = [
  "calls",
  "call_minutes",
  "new_calls",
  "new_call_minutes",
  "chats",
  "chat_minutes",
  "new_chats",
  "new_chat_minutes",
  "free_minutes",
  "missed",
  "attempted",
] as const satisfies (keyof Sums)[];
export type SummedReadings = Pick<Sums, (typeof summed)[number]>;

/** The parts of a reading that the summary counts. */
interface Counted {
  type: "new" | "repeat";
  /** Minutes. */
  duration: number;
  free_mins: number;
  result: string;
}

const missed: ReadonlySet<string> = new Set(missedResults);

/** Sums up readings. Calls and chats need not be distinguished, so we count all as calls. */
export function sumsOf(readings: readonly Counted[]): SummedReadings {
  const sums = Object.fromEntries(summed.map((column) => [column, 0])) as SummedReadings;
  for (const reading of readings) {
    sums.attempted += 1;
    sums.free_minutes += reading.free_mins;
    if (missed.has(reading.result)) sums.missed += 1;
    if (reading.duration === 0) continue;
    sums.calls += 1;
    sums.call_minutes += reading.duration;
    if (reading.type === "repeat") continue;
    sums.new_calls += 1;
    sums.new_call_minutes += reading.duration;
  }
  return sums;
}

/** The summary above a list of readings. */
export function summaryOf(sums: SummedReadings) {
  return {
    tot_calls: totalCalls(sums),
    rep_calls: repeats(sums),
    free_mins: sums.free_minutes,
    tot_mins: totalMinutes(sums),
    rep_mins: repeatMinutes(sums),
    rep_pct: repeatPercentage(sums),
    miss_calls: sums.missed,
    alc: averageLength(sums),
  };
}
