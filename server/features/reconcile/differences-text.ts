import { csvCell } from "../import/refused-lines.ts";
import type { Difference } from "./reconcile.ts";

/** The figures of the CSV file, and their names in it. */
const names: Record<string, string> = {
  calls: "calls",
  chats: "chats",
  minutes: "minutes",
  free_minutes: "free_minutes",
  paid_minutes: "paid_minutes",
  rate_cents: "rate",
  revenue_cents: "revenue",
  conn_type: "conn_type",
  psychic: "psychic",
};
const fields = Object.keys(names);

/** Cents as dollars, without rounding. */
function textOf(field: string, value: number | string | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (!field.endsWith("_cents")) return String(value);
  const cents = Math.abs(Number(value));
  const sign = Number(value) < 0 ? "-" : "";
  return `${sign}${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

export const csvHeader = [
  ...["what", "psychic", "connection_id", "state", "day_here"],
  ...fields.flatMap((field) => [`${names[field]}_old`, `${names[field]}_here`]),
].join(",");

export function csvRow({ what, psychic, connectionId, state, otherDay, figures }: Difference) {
  const values = fields.flatMap((field) => [
    textOf(field, figures[field]?.old),
    textOf(field, figures[field]?.here),
  ]);
  return [what, psychic ?? "", connectionId ?? "", state, otherDay ?? "", ...values]
    .map(csvCell)
    .join(",");
}

/** The file's own text, which a terminal must not obey. */
const printable = (text: string | null | undefined) => text?.replace(/\p{C}/gu, "?");

/** A reading that differs, in one line. */
export function readingLine({ psychic, connectionId, state, otherDay, figures }: Difference) {
  const name = `reading ${printable(connectionId)} (${printable(psychic) ?? "unknown psychic"})`;
  const sided = (side: "old" | "here") =>
    Object.entries(figures)
      .map(([field, values]) => `${names[field]} ${textOf(field, values[side])}`)
      .join(", ");
  if (state === "extra here") return `${name} is extra here: ${sided("here")}`;
  if (state === "missing here") {
    const elsewhere = otherDay === null ? "" : `; here it is on ${otherDay}`;
    return `${name} is missing here: ${sided("old")}${elsewhere}`;
  }
  const differing = Object.entries(figures).filter(([, { old, here }]) => old !== here);
  const texts = differing.map(
    ([field, { old, here }]) =>
      `${names[field]} ${textOf(field, old)}, here ${textOf(field, here)}`,
  );
  return `${name} differs: ${texts.join("; ")}`;
}

/** The psychics as a table: each figure in the old system and here, and their sums. */
export function psychicTable(rows: readonly Difference[], total: Difference["figures"]): string[] {
  const columns = Object.keys(total);
  const cellsOf = (name: string, figures: Difference["figures"], state: string) => [
    name,
    ...columns.flatMap((field) => [
      textOf(field, figures[field]?.old),
      textOf(field, figures[field]?.here),
    ]),
    state,
  ];
  const table = [
    ["psychic", ...columns.flatMap((field) => [`${names[field]}`, "here"]), ""],
    ...rows.map(({ psychic, figures, state }) =>
      cellsOf(printable(psychic) ?? "(not named)", figures, state),
    ),
    cellsOf("all psychics", total, ""),
  ];
  const widths = table[0]?.map((_, place) =>
    Math.max(...table.map((cells) => cells[place]?.length ?? 0)),
  );
  return table.map((cells) =>
    cells
      .map((text, place) => {
        const width = widths?.[place] ?? 0;
        return place === 0 || place === cells.length - 1
          ? text.padEnd(width)
          : text.padStart(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
