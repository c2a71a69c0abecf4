import { lazy, type ReactNode, Suspense } from "react";
import { writtenDay } from "#web/lib/dates.ts";
import type { ChartDay, ChartWords } from "./chart-days.ts";
import "./day-chart.scss";

export interface DayChartProps extends ChartWords {
  title: string;
  /** In order and without gaps; undefined while they load. */
  days: readonly ChartDay[] | undefined;
  /** The same number of days of the period before; given while they load, it keeps its room. */
  before?: readonly ChartDay[] | undefined;
  /** What the bars are, and the weak ones behind them. */
  names?: readonly [now: string, before: string];
  /** Today in New York: later days have no bar. */
  today: string;
  /** The first day whose figures may still grow: its bar and today's are hollow. Today if left out. */
  openFrom?: string;
  /** The height of the drawing (px), which it has from the start. */
  height: number;
  /** In the middle of the chart if all values are 0. */
  empty: string;
  /** Controls beside the title. */
  children?: ReactNode;
}

/** Without its drawing the chart still has its table. */
function NoPlot() {
  return <p className="day-chart-empty">The chart could not be loaded. Load the page again.</p>;
}

const DayPlot = lazy(() => import("./day-plot.tsx").catch(() => ({ default: NoPlot })));

/** One bar per day. The drawing loads when a chart is seen; a table has its numbers for screen
 * readers and on paper. */
export function DayChart({
  children,
  names = ["This period", "The period before"],
  ...chart
}: DayChartProps) {
  const { title, days, before, height } = chart;
  return (
    <figure className="day-chart" aria-busy={days === undefined}>
      <figcaption>
        <span>{title}</span>
        {children}
      </figcaption>
      <div className="day-chart-frame" style={{ blockSize: `${height}px` }}>
        {days && (
          <Suspense>
            <DayPlot {...chart} days={days} />
          </Suspense>
        )}
      </div>
      {before && (
        <p className="day-chart-key" aria-hidden="true">
          <span>{names[0]}</span>
          <span className="is-before">{names[1]}</span>
        </p>
      )}
      {days && <DayTable {...chart} days={days} />}
    </figure>
  );
}

function DayTable({
  title,
  days,
  before,
  written,
  writtenSecond,
  today,
}: DayChartProps & { days: readonly ChartDay[] }) {
  return (
    <div className="day-chart-table">
      <table>
        <caption>{title}</caption>
        <tbody>
          {days.map(({ day, value, second }, place) => {
            const past = before?.[place];
            return (
              <tr key={day}>
                <th scope="row">
                  {writtenDay(day)}
                  {day === today && ", today"}
                </th>
                <td>{day > today ? "Not yet" : written(value)}</td>
                {writtenSecond && <td>{day <= today && writtenSecond(second ?? 0)}</td>}
                {past && <td>{`${writtenDay(past.day)}: ${written(past.value)}`}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
