import type { CSSProperties } from "react";
import { weekday } from "#shared/rules/new-york.ts";
import type { ListedExceptions } from "#shared/schedule-exceptions.ts";
import { Button } from "#web/ui/button.tsx";
import { daysOf, isWeekend, longDay, weekdayLetters } from "./month.ts";
import type { TimeOffPartProps } from "./time-off-part.ts";
import "./month-days.scss";

type DayCounts = ListedExceptions["days"][number];

interface MonthDaysProps extends Pick<TimeOffPartProps, "view" | "today" | "onDay"> {
  /** Undefined until they have loaded. */
  counts: readonly DayCounts[] | undefined;
}

/** `3 off, 1 with extra hours`. */
const countWords = ({ off, extra, chat }: DayCounts) =>
  [off && `${off} off`, extra && `${extra} with extra hours`, chat && `${chat} chat only`]
    .filter(Boolean)
    .join(", ") || "nobody";

const countedWords = {
  off: "who are off",
  extra: "with extra hours",
  chat: "who take chats only",
} as const;

/** The days of a month, each with its number of psychics, from which the user chooses one. */
export function MonthDays({ view, counts, today, onDay }: MonthDaysProps) {
  const days = daysOf(view.month);
  const firstWeekday = { "--first-weekday": weekday(days[0] ?? "") } as CSSProperties;
  return (
    <fieldset className="month-days" style={firstWeekday}>
      <legend className="is-sr-only">Day</legend>
      {days.map((day, place) => {
        const count = counts?.[place];
        const words = count ? `: ${countWords(count)}` : "";
        return (
          <label
            key={day}
            className={isWeekend(day) ? "is-weekend" : undefined}
            data-today={day === today || undefined}
            title={`${longDay(day)}${words}`}
          >
            <input
              type="radio"
              className="is-sr-only"
              name="day"
              aria-label={`${longDay(day)}${day === today ? ", today" : ""}${words}`}
              checked={day === view.day}
              onChange={() => onDay(day)}
            />
            <span aria-hidden="true">
              <small>{weekdayLetters(day)}</small>
              {Number(day.slice(8))}
              <b>{count?.[view.kind ?? "off"] || ""}</b>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The counts of the chosen day in words, and the way back to the whole month. */
export function DayNote({ view, counts, onDay }: Omit<MonthDaysProps, "today">) {
  const { day, kind } = view;
  const count = counts?.find((one) => one.day === day);
  return (
    <div className="day-note">
      <p role="status">
        {day
          ? `${longDay(day)}${count ? `: ${countWords(count)}` : ""}`
          : `Each day has the number of psychics ${countedWords[kind ?? "off"]}.`}
      </p>
      {day && (
        <Button
          onClick={() => {
            // The button disappears.
            document.querySelector<HTMLElement>(".month-days input:checked")?.focus();
            onDay(null);
          }}
        >
          Show Whole Month
        </Button>
      )}
    </div>
  );
}
