import type { WrittenException } from "#shared/rules/schedule-exceptions.ts";
import { isExceptional, plannedHours, writtenHours } from "./planned-hours.ts";
import type { WeekSegment } from "./week.ts";

interface TodayNoteProps {
  week: readonly WeekSegment[];
  exceptions: readonly WrittenException[];
  today: string;
}

/** What holds today, if that differs from the week. */
export function TodayNote({ week, exceptions, today }: TodayNoteProps) {
  if (!isExceptional(exceptions, today)) return null;
  const hours = plannedHours(week, exceptions, today).map(writtenHours);
  return (
    <p className="form-note">
      Today, with these dates: {hours.length > 0 ? `${hours.join("; ")} (ET)` : "no hours"}.
    </p>
  );
}
