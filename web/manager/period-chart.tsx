import { useState } from "react";
import type { DateRange } from "#shared/rules/date-range.ts";
import { writtenMoney } from "../lib/figures.ts";
import { shortCount, shortMoney } from "../lib/short-figures.ts";
import { useMobile } from "../lib/use-media.ts";
import type { ChartDay } from "../ui/day-chart/chart-days.ts";
import { DayChart } from "../ui/day-chart/day-chart.tsx";
import { Segment } from "../ui/segment.tsx";
import { writtenCalls } from "../ui/table/counted.ts";
import { type DayFigures, everyDay, openFrom } from "./period-figures.ts";

interface PeriodChartProps {
  range: DateRange;
  /** The same number of days, just before `range`. */
  before: DateRange;
  today: string;
  /** The figures of the days of both ranges; undefined while they load. */
  known: readonly DayFigures[] | undefined;
  /** When the figures were updated. */
  asOf: string | null | undefined;
  names?: readonly [now: string, before: string];
}

const options = [
  { key: "revenue", name: "Revenue" },
  { key: "calls", name: "Calls and chats" },
] as const;

const revenueDay = ({ day, revenue, calls }: DayFigures): ChartDay => ({
  day,
  value: revenue,
  second: calls,
});
const callsDay = ({ day, revenue, calls }: DayFigures): ChartDay => ({
  day,
  value: calls,
  second: revenue,
});

const kinds = {
  revenue: {
    title: "Revenue per day",
    dayOf: revenueDay,
    words: { written: writtenMoney, writtenSecond: writtenCalls, short: shortMoney },
  },
  calls: {
    title: "Calls and chats per day",
    dayOf: callsDay,
    words: { written: writtenCalls, writtenSecond: writtenMoney, short: shortCount },
  },
};

/** Revenue, or calls and chats, of each day of a range, compared with the days of `before`. */
export function PeriodChart({ range, before, today, known, asOf, names }: PeriodChartProps) {
  const [kind, setKind] = useState<keyof typeof kinds>("revenue");
  const { title, dayOf, words } = kinds[kind];
  const height = useMobile() ? 180 : 240;
  return (
    <DayChart
      title={title}
      days={known && everyDay(range, known).map(dayOf)}
      before={everyDay(before, known ?? []).map(dayOf)}
      today={today}
      openFrom={openFrom(asOf, today)}
      height={height}
      empty="No calls or chats on these days yet"
      {...(names && { names })}
      {...words}
    >
      <Segment label="Shown per day" options={options} chosen={kind} onChoose={setKind} />
    </DayChart>
  );
}
