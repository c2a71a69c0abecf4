import type { DateRange } from "../../shared/rules/date-range.ts";
import { addDays } from "../../shared/rules/new-york.ts";
import { writtenCount, writtenMoney } from "../lib/figures.ts";
import { DayChart } from "../ui/day-chart.tsx";

export interface DayFigures {
  day: string;
  calls: number;
  revenue: number;
}

/** Every day of a range, also those on which nothing happened. */
function everyDay({ start, end }: DateRange, known: readonly DayFigures[]): DayFigures[] {
  const figures = new Map(known.map((one) => [one.day, one]));
  const days: DayFigures[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) {
    days.push(figures.get(day) ?? { day, calls: 0, revenue: 0 });
  }
  return days;
}

interface DayChartsProps {
  range: DateRange;
  /** Undefined while they load: the charts keep their place. */
  days: readonly DayFigures[] | undefined;
}

/** Revenue and calls a day, side by side. */
export function DayCharts({ range, days }: DayChartsProps) {
  const all = everyDay(range, days ?? []);
  const loading = days === undefined;
  return (
    <div className="day-charts">
      <DayChart
        title="Revenue a day"
        loading={loading}
        days={all.map(({ day, revenue }) => ({ day, value: revenue }))}
        written={writtenMoney}
      />
      <DayChart
        title="Calls and chats a day"
        loading={loading}
        days={all.map(({ day, calls }) => ({ day, value: calls }))}
        written={writtenCount}
      />
    </div>
  );
}
