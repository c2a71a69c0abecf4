import { IconButton } from "#web/ui/button.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { OverlapNote } from "./overlap-note.tsx";
import { segmentTimes } from "./segment-times.ts";
import { ofDay, statusWords, type Week } from "./week.ts";
import { viewersTimes } from "./zone-times.ts";
import "./schedule.scss";

interface DayRowProps {
  day: number;
  name: string;
  isToday: boolean;
  /** Whether its times differ from the saved ones. */
  isChanged: boolean;
  week: Week;
  now: number;
  onEdit: () => void;
}

/** A weekday with its times in New York, and in the viewer's zone if they differ (D15). */
export function DayRow({ day, name, week, now, onEdit, ...is }: DayRowProps) {
  const segments = ofDay(week, day);
  return (
    <li className={is.isToday ? "week-day is-today" : "week-day"}>
      <h2>
        {name}
        {is.isToday && <small>Today</small>}
        {is.isChanged && <small className="unsaved">Not saved</small>}
      </h2>
      <ul className="week-times" aria-label={`Times on ${name}`}>
        {segments.length === 0 && <li className="is-none">Unavailable</li>}
        {segments.map((segment) => {
          const viewers = viewersTimes(segment, now);
          return (
            <li key={`${segment.from} ${segment.to} ${segment.status}`}>
              <span className="week-time">
                <span>
                  {segmentTimes(segment)}
                  {viewers && " ET"}
                </span>
                <StatusTag status={statusWords[segment.status]} />
              </span>
              {viewers && <small>{viewers} your time</small>}
              <OverlapNote week={week} segment={segment} />
            </li>
          );
        })}
      </ul>
      <IconButton icon="pencil" label={`Edit ${name}`} onClick={onEdit} />
    </li>
  );
}
