import { type ChartDay, type ChartWords, namedDay } from "./chart-days.ts";
import { changeWords, percentChange } from "./chart-scale.ts";
import "./day-card.scss";

interface Days extends ChartWords {
  days: readonly ChartDay[];
  before?: readonly ChartDay[] | undefined;
  today: string;
  openFrom?: string;
}

/** The texts about a day: its figures, and how they compare with the period before. */
function textsOf(
  { days, before, today, openFrom = today, written, writtenSecond }: Days,
  place: number,
) {
  const one = days[place];
  if (!one) return { name: "", figures: [], change: null };
  const isOpen = one.day >= openFrom && one.day <= today;
  const past = before?.[place];
  const percent = one.day < openFrom ? percentChange(one.value, past?.value) : null;
  const pastWords = past && `${namedDay(past.day)}: ${written(past.value)}`;
  return {
    name: `${namedDay(one.day)}${isOpen ? ", so far" : ""}`,
    figures:
      one.day > today
        ? ["Not yet"]
        : [written(one.value), ...(writtenSecond ? [writtenSecond(one.second ?? 0)] : [])],
    change:
      percent === null
        ? (pastWords ?? null)
        : `${changeWords(percent)} ${percent === 0 ? "as" : "than"} ${past && namedDay(past.day)}`,
  };
}

/** `Sat 10/31: $3,802.38, 46 calls. ▲ 12% more than Sat 10/24`. */
export function dayWords(days: Days, place: number): string {
  const { name, figures, change } = textsOf(days, place);
  return `${name}: ${figures.join(", ")}${change ? `. ${change}` : ""}`;
}

interface DayCardProps extends Days {
  place: number;
  /** The middle of the day's column, its width and that of the chart (px). */
  x: number;
  column: number;
  width: number;
}

const cardWidth = 176;

/** The figures of one day, beside its column so as not to hide its bar. */
export function DayCard({ place, x, column, width, ...days }: DayCardProps) {
  const { name, figures, change } = textsOf(days, place);
  const [figure, ...more] = figures;
  const right = x + column / 2 + 8;
  const left = right + cardWidth <= width ? right : x - column / 2 - 8 - cardWidth;
  return (
    <div
      className="day-card"
      aria-hidden="true"
      style={{ insetInlineStart: `${Math.max(Math.min(left, width - cardWidth), 0)}px` }}
    >
      <span>{name}</span>
      <strong>{figure}</strong>
      {more.map((words) => (
        <span key={words}>{words}</span>
      ))}
      {change && <span className="day-card-change">{change}</span>}
    </div>
  );
}
