export interface DayGroup<Row> {
  /** The words above the rows; undefined if they are not grouped. */
  day: string | undefined;
  rows: readonly Row[];
}

/** The rows of each day, in their order. They are sorted by time, so that a day has one group. */
export function dayGroups<Row>(
  rows: readonly Row[],
  dayOf: ((row: Row) => string) | undefined,
): readonly DayGroup<Row>[] {
  if (!dayOf) return [{ day: undefined, rows }];
  const groups: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}
