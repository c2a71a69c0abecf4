import type { DateRange } from "#shared/rules/date-range.ts";
import { writtenCount, writtenMoney } from "../lib/figures.ts";
import { DayChart } from "../ui/day-chart.tsx";
import { type DayFigures, everyDay } from "./period-figures.ts";
import "./day-charts.scss";

interface DayChartsProps {
  range: DateRange;
  /** The current pay period, which is highlighted. */
  period: DateRange;
  /** Undefined while they load; the charts keep their space. */
  days: readonly DayFigures[] | undefined;
}

/** Revenue and calls per day, side by side. */
export function DayCharts({ range, period, days }: DayChartsProps) {
  const all = everyDay(range, days ?? []);
  const loading = days === undefined;
  const marked = { start: period.start, name: "Current period" };
  return (
    <div className="day-charts">
      <DayChart
        title="Revenue per day"
        loading={loading}
        days={all.map(({ day, revenue }) => ({ day, value: revenue }))}
        written={writtenMoney}
        marked={marked}
      />
      <DayChart
        title="Calls and chats per day"
        loading={loading}
        days={all.map(({ day, calls }) => ({ day, value: calls }))}
        written={writtenCount}
        marked={marked}
      />
    </div>
  );
}
