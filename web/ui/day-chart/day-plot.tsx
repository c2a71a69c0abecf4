import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { type ChartDay, tickOf } from "./chart-days.ts";
import { gridlines } from "./chart-scale.ts";
import { DayCard, dayWords } from "./day-card.tsx";
import type { DayChartProps } from "./day-chart.tsx";
import "./day-chart.scss";
import "./day-plot.scss";

/** Room for the gridlines' labels, and above and below the bars (px). */
const gutter = 44;
const top = 8;
const bottom = 24;
const widestBar = 36;
/** The height of a day without a value (px). */
const stub = 2;

type DayPlotProps = Omit<DayChartProps, "days" | "children" | "names"> & {
  days: readonly ChartDay[];
};

/** A bar whose upper corners are round. */
function barPath(x: number, width: number, y: number, base: number): string {
  const radius = Math.min(3, width / 2, base - y);
  return `M${x} ${base}V${y + radius}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}V${base}z`;
}

/** The drawing of a chart, in the pixels of its box. A slider, so that keys choose a day. */
export default function DayPlot(props: DayPlotProps) {
  const { title, days, before, today, openFrom = today, height, empty, short } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [marked, setShown] = useState<number | null>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const count = days.length;
  const shown = marked === null ? null : Math.min(marked, count - 1);
  const column = Math.max(width - gutter, 0) / Math.max(count, 1);
  const base = height - bottom;
  const lines = gridlines(Math.max(0, ...[...days, ...(before ?? [])].map(({ value }) => value)));
  const highest = lines.at(-1) ?? 1;
  const yOf = (value: number) => base - (value / highest) * (base - top);
  const bar = Math.min(widestBar, column * 0.64);
  const ghost = Math.min(bar + 8, column * 0.88);
  const middle = (place: number) => gutter + (place + 0.5) * column;
  const present = Math.max(
    days.findLastIndex(({ day }) => day <= today),
    0,
  );

  const pointAt = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - gutter;
    setShown(Math.min(Math.max(Math.floor(x / column), 0), count - 1));
  };
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") setShown(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = shown ?? present;
    const places: Record<string, number | null> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: count - 1,
      Escape: null,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    setShown(place === null ? null : Math.min(Math.max(place, 0), count - 1));
  };

  const current = shown ?? present;
  return (
    <div
      ref={box}
      className="day-plot"
      role="slider"
      tabIndex={0}
      aria-label={`${title}, choose a day`}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={current + 1}
      aria-valuetext={dayWords(props, current)}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && setShown(present)}
      onBlur={() => setShown(null)}
      onPointerDown={pointAt}
      onPointerMove={pointAt}
      onPointerLeave={leave}
    >
      {width > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
          {shown !== null && (
            <rect
              className="day-plot-column"
              x={gutter + shown * column}
              y={0}
              width={column}
              height={base}
              rx={4}
            />
          )}
          {[0, ...lines].map((value) => (
            <g key={value} className={value === 0 ? "is-base" : undefined}>
              <line x1={gutter} x2={width} y1={yOf(value)} y2={yOf(value)} />
              <text x={gutter - 8} y={yOf(value)} dy="0.32em" textAnchor="end">
                {short(value)}
              </text>
            </g>
          ))}
          {days.map(({ day, value }, place) => {
            const past = before?.[place]?.value ?? 0;
            const x = middle(place);
            const y = Math.min(yOf(value), base - stub);
            const left = x - bar / 2;
            return (
              <g key={day} data-day={day}>
                {past > 0 && (
                  <path className="is-before" d={barPath(x - ghost / 2, ghost, yOf(past), base)} />
                )}
                {day > today || value === 0 ? (
                  <rect className="is-stub" x={left} y={base - stub} width={bar} height={stub} />
                ) : day >= openFrom ? (
                  <>
                    <rect className="is-today" x={left} y={y} width={bar} height={base - y} />
                    <path
                      className="is-open"
                      d={`M${left} ${base}V${y}M${left + bar} ${base}V${y}`}
                    />
                    <path className="is-open is-top" d={`M${left} ${y}h${bar}`} />
                  </>
                ) : (
                  <path className="is-done" d={barPath(left, bar, y, base)} />
                )}
                <text
                  className={day === today ? "is-tick is-now" : "is-tick"}
                  x={x}
                  y={height - 7}
                  textAnchor="middle"
                >
                  {tickOf(day, count, column)}
                </text>
              </g>
            );
          })}
        </svg>
      )}
      {[...days, ...(before ?? [])].every(({ value }) => value === 0) && shown === null && (
        <p className="day-chart-empty">{empty}</p>
      )}
      {shown !== null && (
        <DayCard {...props} place={shown} x={middle(shown)} column={column} width={width} />
      )}
    </div>
  );
}
