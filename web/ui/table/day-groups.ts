export interface DayGroup<Row> {
  /** The words above the rows; undefined if they are not grouped. */
  day: string | undefined;
  rows: readonly Row[];
}

/** Whether the rows of each day follow one another. Rows of an earlier order may not. */
export function isInDays<Row>(rows: readonly Row[], dayOf: (row: Row) => string): boolean {
  const starts = rows.filter((row, place) => {
    const before = rows[place - 1];
    return !before || dayOf(before) !== dayOf(row);
  });
  return new Set(starts.map(dayOf)).size === starts.length;
}

/** The rows of each day, in their order (see `isInDays`). */
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
