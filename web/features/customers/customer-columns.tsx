import { businessClock, businessTimeToSecond, businessWeekday } from "#web/lib/dates.ts";
import type { Cards } from "#web/ui/table/cards.tsx";
import type { TextColumn } from "#web/ui/table/column.ts";
import { writtenMinutes } from "#web/ui/table/counted.ts";
import { When } from "#web/ui/when.tsx";

/** The column of a customer's last reading. */
export const lastColumn = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => string,
): TextColumn<Row> => ({
  kind: "text",
  key,
  title,
  name: title,
  sortable: true,
  text: (row) => businessTimeToSecond(of(row)),
  cell: (row) => <When text={businessTimeToSecond(of(row))} />,
});

/**
 * Cards by the day of the customer's last reading, with its time below the name.
 * @param key the column of the last reading.
 */
export const byLastReading = <Row extends { total_minutes: number }>(
  key: string,
  of: (row: Row) => string,
): NonNullable<Cards<Row>["days"]> => ({
  key,
  dayOf: (row) => businessWeekday(of(row)),
  below: (row, isGrouped, figures) =>
    isGrouped ? `${businessClock(of(row))} · ${writtenMinutes(row.total_minutes)}` : figures,
  end: (_, written) => written,
});

export const unusedMeaning = "Free minutes that the customer has not used as of today";
