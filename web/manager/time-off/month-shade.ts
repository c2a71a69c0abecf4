import type { CSSProperties } from "react";
import { isWeekend } from "./month.ts";

/**
 * CSS variables for the rows of the calendar: the number of days, and the ground that marks today
 * and the weekends. One ground for a row costs less than an element for each day.
 */
export function shadeOf(days: readonly string[], today: string): CSSProperties {
  const share = (place: number) => `${((100 * place) / days.length).toFixed(3)}%`;
  const colorOf = (day: string) =>
    day === today ? "var(--today)" : isWeekend(day) ? "var(--weekend)" : "transparent";
  const stops = days.map((day, place) => `${colorOf(day)} ${share(place)} ${share(place + 1)}`);
  return {
    "--days": days.length,
    "--ground": `linear-gradient(to right, ${stops.join(", ")})`,
  } as CSSProperties;
}
