import { type Column, type ColumnGroup, cellText, wholeName } from "./column.ts";

/** Puts an apostrophe before a cell that a spreadsheet would run as a formula (safety 15). */
const defused = (text: string) => (/^[=+＝＋－＠\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const line = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;

const columnsOf = <Row>(groups: readonly ColumnGroup<Row>[]): Column<Row>[] =>
  groups.flatMap(({ columns }) => [...columns]);

/** The header, with full names that are clear without their groups. */
export function csvHead<Row>(groups: readonly ColumnGroup<Row>[]): string {
  const names = groups.flatMap((group) => group.columns.map((column) => wholeName(group, column)));
  return line(names.map(defused));
}

/** One line per row. Figures are plain numbers, without currency or thousands separators. */
export function csvRows<Row>(groups: readonly ColumnGroup<Row>[], rows: readonly Row[]): string {
  const columns = columnsOf(groups);
  return rows
    .map((row) =>
      line(
        columns.map((column) =>
          column.kind === "figure"
            ? String(column.figure(row) ?? "")
            : defused(cellText(column, row)),
        ),
      ),
    )
    .join("");
}
