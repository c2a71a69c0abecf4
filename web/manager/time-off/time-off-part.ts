import type { TimeOffView } from "./time-off-view.ts";

/** The props that the calendar and the list share. */
export interface TimeOffPartProps {
  view: TimeOffView;
  /** The part of the query that asks for the user's own psychics. */
  managedBy: { managed_by?: "me" };
  today: string;
  /** Chooses a day of the month; null for all. */
  onDay: (day: string | null) => void;
  empty: { title: string; text: string };
}
