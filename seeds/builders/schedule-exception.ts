import type { Inserted } from "#server/db/table.ts";
import type { Columns, Row } from "./insert.ts";

/** A day off that the psychic entered. */
export function exceptionRow(
  overrides: Columns<"schedule_exceptions"> &
    Pick<Row<"schedule_exceptions">, "psychic_id" | "first_day" | "last_day">,
): Inserted<"schedule_exceptions"> {
  return { kind: "off", created_at: new Date(), created_by: "psychic", ...overrides };
}
