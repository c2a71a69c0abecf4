import { weeksOf } from "#shared/rules/alternating-weeks.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { wallMinutes } from "#shared/rules/schedule.ts";
import { dayLength, lengthOf, piecesOf, writtenLength, writtenPiece } from "./glance.ts";
import { statusWords, type WeekSegment, weekdays } from "./week.ts";
import "./week-glance.scss";

const hours = ["12 AM", "6 AM", "12 PM", "6 PM", "12 AM"];
const share = (minutes: number) => `${(minutes / dayLength) * 100}%`;

interface WeekGlanceProps {
  week: readonly WeekSegment[];
  /** The first day of the week that it shows. */
  sunday: string;
  now: number;
}

/** A chart of a whole week in New York time, with a text for screen readers. */
export function WeekGlance({ week, sunday, now }: WeekGlanceProps) {
  const pieces = piecesOf(week, weeksOf(sunday));
  const today = newYorkDay(now);
  const isToday = (day: number) => addDays(sunday, day - 1) === today;
  const minute = wallMinutes(new Date(now).toISOString());
  return (
    <section className="glance" aria-label="Week at a glance">
      <p className="glance-sums">
        {(["A", "O"] as const).map((status) => (
          <span key={status} data-status={status}>
            {statusWords[status]} <strong>{writtenLength(lengthOf(pieces, status))}</strong>
          </span>
        ))}
        <small>New York time</small>
      </p>
      <ul className="is-sr-only">
        {weekdays.map(({ day, name }) => {
          const words = pieces.filter((piece) => piece.day === day).map(writtenPiece);
          return <li key={day}>{`${name}: ${words.join(", ") || "unavailable"}`}</li>;
        })}
      </ul>
      <div className="glance-days" aria-hidden="true">
        {weekdays.map(({ day, name }) => (
          <div key={day} className={isToday(day) ? "glance-day is-today" : "glance-day"}>
            <span>{name.slice(0, 3)}</span>
            <div className="glance-hours">
              {pieces
                .filter((piece) => piece.day === day)
                .map(({ status, from, to }) => (
                  <i
                    key={`${from} ${to} ${status}`}
                    data-status={status}
                    style={{ insetInlineStart: share(from), width: share(to - from) }}
                  />
                ))}
              {isToday(day) && <b style={{ insetInlineStart: share(minute) }} />}
            </div>
          </div>
        ))}
        <p className="glance-axis">
          {hours.map((hour, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: 12 AM is at both ends
            <span key={place}>{hour}</span>
          ))}
        </p>
      </div>
    </section>
  );
}
