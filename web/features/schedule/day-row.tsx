import { newYorkDay, startOfNewYorkDay } from "#shared/rules/new-york.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { IconButton } from "#web/ui/button.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { OverlapNote } from "./overlap-note.tsx";
import { segmentTimes } from "./segment-times.ts";
import { statusWords, type Week } from "./week.ts";
import { writtenWeeks } from "./weeks-words.ts";
import { viewersTimes } from "./zone-times.ts";
import "./schedule.scss";

interface DayRowProps {
  name: string;
  /** Its date, if the weeks alternate. */
  date: string | undefined;
  isToday: boolean;
  /** Whether its times differ from the saved ones. */
  isChanged: boolean;
  week: Week;
  /** Its times in the week that the page shows. */
  shown: Week;
  now: number;
  onEdit: () => void;
}

/** A weekday with its times in New York, and in the viewer's zone if they differ (D15). */
export function DayRow({ name, date, week, shown, now, onEdit, ...is }: DayRowProps) {
  return (
    <li className={is.isToday ? "week-day is-today" : "week-day"}>
      <h2>
        {name}
        {date && <small className="week-date">{writtenDay(date)}</small>}
        {is.isToday && <small>Today</small>}
        {is.isChanged && <small className="unsaved">Not saved</small>}
      </h2>
      <ul className="week-times" aria-label={`Times on ${name}`}>
        {shown.length === 0 && <li className="is-none">Unavailable</li>}
        {shown.map((segment) => {
          const viewers = viewersTimes(segment, date ? startOfNewYorkDay(date) : now);
          return (
            <li key={`${segment.from} ${segment.to} ${segment.status} ${segment.weeks}`}>
              <span className="week-time">
                <span>
                  {segmentTimes(segment)}
                  {viewers && " ET"}
                </span>
                <StatusTag status={statusWords[segment.status]} />
              </span>
              {viewers && <small>{viewers} your time</small>}
              {segment.weeks && <small>{writtenWeeks(segment.weeks, newYorkDay(now))}</small>}
              <OverlapNote week={week} segment={segment} />
            </li>
          );
        })}
      </ul>
      <IconButton icon="pencil" label={`Edit ${name}`} onClick={onEdit} />
    </li>
  );
}
