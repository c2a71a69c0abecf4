import { writtenDay } from "../lib/dates.ts";
import "./day-chart.scss";

interface DayChartProps {
  title: string;
  loading: boolean;
  /** One value per day, in order and without gaps. */
  days: readonly { day: string; value: number }[];
  written: (value: number) => string;
  /** Highlights the days from `start` to the last one. */
  marked?: { start: string; name: string };
}

const width = 640;
const height = 120;

/** One bar per day, with the numbers in a table below it. */
export function DayChart({ title, loading, days, written, marked }: DayChartProps) {
  const most = Math.max(...days.map(({ value }) => value), 0);
  const step = width / Math.max(days.length, 1);
  const bar = (value: number) => (most === 0 ? 0 : (value / most) * (height - 4));
  const [first, last] = [days[0], days.at(-1)];
  const isMarked = (day: string) => marked !== undefined && day >= marked.start;
  const markedDays = days.filter(({ day }) => isMarked(day)).length;
  const note = most > 0 ? `Best day: ${written(most)}` : "None on these days";
  return (
    <figure className="day-chart" aria-busy={loading}>
      <figcaption>
        {title}
        <span>{loading ? "Loading" : note}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, value }, place) => (
          <rect
            key={day}
            className={marked && !isMarked(day) ? "is-before" : undefined}
            x={place * step + step * 0.14}
            width={step * 0.72}
            y={height - Math.max(bar(value), value > 0 ? 2 : 0)}
            height={Math.max(bar(value), value > 0 ? 2 : 0)}
          >
            <title>{`${writtenDay(day)}: ${written(value)}`}</title>
          </rect>
        ))}
      </svg>
      {marked && (
        <p
          className="day-chart-mark"
          aria-hidden="true"
          style={{ inlineSize: `${(markedDays / Math.max(days.length, 1)) * 100}%` }}
        >
          <span>{marked.name}</span>
        </p>
      )}
      {first && last && (
        <p className="day-chart-ends" aria-hidden="true">
          <span>{writtenDay(first.day)}</span>
          <span>{writtenDay(last.day)}</span>
        </p>
      )}
      {!loading && (
        <table className="is-sr-only">
          <caption>{title}</caption>
          <tbody>
            {days.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">
                  {writtenDay(day)}
                  {marked && isMarked(day) && `, ${marked.name}`}
                </th>
                <td>{written(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}
