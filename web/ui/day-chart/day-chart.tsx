import { lazy, type ReactNode, Suspense } from "react";
import { writtenDay } from "#web/lib/dates.ts";
import { type ChartDay, type ChartWords, shortDay } from "./chart-days.ts";
import "./day-chart.scss";

export interface DayChartProps extends ChartWords {
  title: string;
  /** In order and without gaps; undefined while they load. */
  days: readonly ChartDay[] | undefined;
  /**
   * The same number of days of the period before. The legend shows as soon as these are given, even
   * while `days` load.
   */
  before?: readonly ChartDay[] | undefined;
  /** The names of the bars and of the pale bars behind them. */
  names?: readonly [now: string, before: string];
  /** Today in New York: later days have no bar. */
  today: string;
  /** The first day whose figures may still grow; default today. From here on, bars are weaker. */
  openFrom?: string;
  /** The height of the drawing (px), which it has from the start. */
  height: number;
  /** The text in the middle of the chart if no day has a bar. */
  empty: string;
  /** Controls beside the title. */
  children?: ReactNode;
}

/** Without its drawing the chart still has its table. */
function NoPlot() {
  return <p className="day-chart-empty">The chart could not be loaded. Load the page again.</p>;
}

const DayPlot = lazy(() => import("./day-plot.tsx").catch(() => ({ default: NoPlot })));

/**
 * One bar per day. The drawing loads with the first chart. A table has the numbers for screen
 * readers and for print.
 */
export function DayChart({
  children,
  names = ["Current period", "The period before"],
  ...chart
}: DayChartProps) {
  const { title, days, before, height, today, openFrom = today } = chart;
  // If all values of the period are 0, the legend says so, because no bar does.
  const isZero = days?.every(({ value }) => value === 0);
  const isOpen = days?.some(({ day }) => day >= openFrom);
  const named = [isOpen ? `${names[0]}, so far` : names[0], daysOf(names[1], before)] as const;
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
          <span>{isZero ? `${named[0]}: ${chart.short(0)}` : named[0]}</span>
          {isOpen && <span className="is-open">Not over yet</span>}
          <span className="is-before">{named[1]}</span>
        </p>
      )}
      {days && <DayTable {...chart} days={days} named={named} />}
    </figure>
  );
}

/** `Last period, 11/15 – 11/21`. */
function daysOf(name: string, days: DayChartProps["before"]) {
  const [first, last] = [days?.[0], days?.at(-1)];
  return first && last ? `${name}, ${shortDay(first.day)} – ${shortDay(last.day)}` : name;
}

interface DayTableProps extends Omit<DayChartProps, "names"> {
  days: readonly ChartDay[];
  named: readonly [now: string, before: string];
}

function DayTable({
  title,
  days,
  before,
  written,
  writtenSecond,
  today,
  openFrom = today,
  named,
}: DayTableProps) {
  return (
    <div className="day-chart-table">
      <table>
        <caption>{title}</caption>
        {before && (
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" colSpan={writtenSecond && 2}>
                {named[0]}
              </th>
              <th scope="col">{named[1]}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {days.map(({ day, value, second }, place) => {
            const past = before?.[place];
            return (
              <tr key={day}>
                <th scope="row">
                  {writtenDay(day)}
                  {day === today && ", today"}
                  {day >= openFrom && day <= today && ", so far"}
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
