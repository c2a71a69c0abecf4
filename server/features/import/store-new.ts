import { type Outcome, refusedRow } from "./import-kind.ts";

/** The fields of a stored row that an import compares. */
export type StoredFields = Readonly<Record<string, unknown>>;

/**
 * Sorts rows into new ones and those that are there already. A row that is there with other values
 * is refused: an import never overwrites what was changed in the portal.
 * @param keyOf the key of a row that can be stored, or why it cannot.
 * @param stored what is there, by key. New rows are added.
 * @param insert stores the new rows.
 */
export async function storeNew<Row extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | { reason: string },
  stored: Map<string, StoredFields>,
  insert: (rows: Row[]) => Promise<void>,
): Promise<Outcome[]> {
  const fresh: Row[] = [];
  const outcomes = rows.map((row): Outcome => {
    const key = keyOf(row);
    if (typeof key !== "string") return key;
    const there = stored.get(key);
    if (!there) {
      stored.set(key, row as StoredFields);
      fresh.push(row);
      return "stored";
    }
    const differing = differences(row as StoredFields, there);
    if (differing.length === 0) return "known";
    return refusedRow(`It is there already, with another ${differing.join(", ")}`);
  });
  if (fresh.length > 0) await insert(fresh);
  return outcomes;
}

/** The fields that the row gives and whose stored value differs. */
export function differences(row: StoredFields, stored: StoredFields): string[] {
  return Object.keys(row).filter(
    (name) => row[name] != null && name in stored && !isSame(row[name], stored[name]),
  );
}

const instants = /^\d{4}-\d\d-\d\dT/;

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "string" && typeof other === "string" && instants.test(one)) {
    return Date.parse(one) === Date.parse(other);
  }
  return JSON.stringify(one) === JSON.stringify(other);
}
