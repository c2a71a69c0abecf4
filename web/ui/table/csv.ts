import { type Column, type ColumnGroup, cellText, wholeName } from "./column.ts";

/** A cell that a spreadsheet would take for a formula is led by an apostrophe (safety 15). */
const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const line = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;

const columnsOf = <Row>(groups: readonly ColumnGroup<Row>[]): Column<Row>[] =>
  groups.flatMap(({ columns }) => [...columns]);

/** The header: each column by its whole name, so that no group is needed to understand it. */
export function csvHead<Row>(groups: readonly ColumnGroup<Row>[]): string {
  const names = groups.flatMap((group) => group.columns.map((column) => wholeName(group, column)));
  return line(names.map(defused));
}

/** One line a row. A figure is its number, without the marks that people read it by. */
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
