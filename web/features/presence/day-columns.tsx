import dayjs from "dayjs";
import { addDays, newYorkDay, startOfNewYorkDay, wallClock } from "#shared/rules/new-york.ts";
import { businessClock, writtenDay } from "#web/lib/dates.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import type { DayFact } from "./day-facts.ts";
import "./presence.scss";

const toTheSecond = "hh:mm:ss A";

/** The viewer's time of an instant, if their clock differs from New York's (D15). */
function hereText(instant: string): string | null {
  const here = dayjs(instant).format(toTheSecond);
  return here === wallClock(instant).format(toTheSecond) ? null : here;
}

/** A time; if it is on another New York day than the one that is shown, with its date. */
function Clock({ instant, day }: { instant: string | null; day: string }) {
  if (instant === null) return "–";
  const here = hereText(instant);
  return (
    <>
      {businessClock(instant)}
      {isOn(instant, day) || <small className="cell-note">{dateOf(instant)}</small>}
      {here && <small className="cell-note">{here} your time</small>}
    </>
  );
}

const dateOf = (instant: string) => writtenDay(newYorkDay(Date.parse(instant)));

/** What ends at midnight still belongs to the day. */
function isOn(instant: string, day: string): boolean {
  const at = Date.parse(instant);
  return newYorkDay(at) === day || at === startOfNewYorkDay(addDays(day, 1));
}

const text = (key: keyof DayFact, title: string, name = title) => ({
  ...{ kind: "text" as const, key, title, name, sortable: false },
  text: (row: DayFact) => row[key] ?? "",
});

const isReading = ({ kind }: DayFact) => kind === "Call" || kind === "Chat";

/** A phone has the kind and the details beside what happened, and both times in one cell. */
const phoneColumns = (day: string) => [
  {
    ...text("what", "What"),
    cell: (row: DayFact) => (
      <span className="day-what">
        {isReading(row) ? `${row.kind}: ${row.what}` : <StatusTag status={row.what} />}
        {row.kind === "Promised" && <small className="cell-note">promised</small>}
        {row.detail && <small className="cell-note">{row.detail}</small>}
      </span>
    ),
  },
  {
    ...text("from", "Time"),
    cell: (row: DayFact) => (
      <span className="day-time">
        <Clock instant={row.from} day={day} />
        {row.to && (
          <small className="cell-note">
            until {businessClock(row.to)}
            {isOn(row.to, day) || ` on ${dateOf(row.to)}`}
          </small>
        )}
      </span>
    ),
  },
];

const wideColumns = (day: string) => [
  { ...text("from", "From"), cell: (row: DayFact) => <Clock instant={row.from} day={day} /> },
  { ...text("to", "To"), cell: (row: DayFact) => <Clock instant={row.to} day={day} /> },
  text("kind", "Kind"),
  {
    ...text("what", "What"),
    cell: (row: DayFact) => (isReading(row) ? row.what : <StatusTag status={row.what} />),
  },
  text("detail", "Details"),
];

/** @param day the New York day that is shown. */
export const dayColumns = (compact: boolean, day: string): readonly ColumnGroup<DayFact>[] => [
  { title: null, columns: compact ? phoneColumns(day) : wideColumns(day) },
];
