import type { Knex } from "knex";
import { makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { type IngestedReading, ingestedReading } from "#shared/ingested-reading.ts";
import { type ImportKind, type ImportWork, type Outcome, refusedRow } from "../import-kind.ts";
import { notAhead } from "../not-ahead.ts";

/**
 * connection_id is the key, and a later line corrects an earlier one. A rating or a recording that
 * the platform added later stays unless the line has one: the old system does not know them.
 */
export const readings: ImportKind<IngestedReading> = {
  name: "readings",
  format: {
    schema: ingestedReading,
    oneOf: ["user_id", "extension"],
    check: notAhead("started_at"),
  },
  portionRows: 2_000,
  keyOf: ({ connection_id }) => connection_id,

  async store(work, rows) {
    if (!work.isDryRun) {
      const instants = rows.map(({ started_at }) => started_at);
      await makeMonthsOf(work.db.pool, "readings", instants);
    }
    const unknown = new Set(await storeOrName(work, rows));
    if (unknown.size > 0 && !work.isDryRun) {
      await storeOrName(
        work,
        rows.filter((_, place) => !unknown.has(place)),
      );
    }
    return rows.map(({ user_id }, place): Outcome => {
      if (!unknown.has(place)) return "stored";
      return refusedRow(`${user_id ? "user_id" : "extension"}: No such psychic`);
    });
  },
};

/**
 * Stores all rows; none in a dry run or if a psychic is unknown.
 * @returns the places of rows with unknown psychics.
 */
async function storeOrName(
  { db, sql, isDryRun }: ImportWork,
  rows: readonly IngestedReading[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  if (!isDryRun) return (await ingestReadings(db.pool, await withLater(sql, rows), null)).unknown;
  const ids = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const extensions = new Set(rows.flatMap(({ extension }) => extension ?? []));
  const found = await sql("psychics")
    .whereRaw("user_id = any (?)", [[...ids]])
    .orWhereRaw("extension = any (?)", [[...extensions]])
    .select("user_id", "extension");
  const known = new Set(found.flatMap(({ user_id, extension }) => [user_id, extension]));
  return rows.flatMap(({ user_id, extension }, place) =>
    known.has((user_id ?? extension) as number | string) ? [] : [place],
  );
}

/** The fields that a reading may lack, because the platform may send them later. */
type Later = {
  [Key in Exclude<
    keyof IngestedReading,
    "user_id" | "extension"
  > as undefined extends IngestedReading[Key] ? Key : never]: IngestedReading[Key];
};
const later: Record<keyof Later, true> = { rating: true, rating_text: true, has_recording: true };
const laterKeys = Object.keys(later) as (keyof Later)[];

/** The readings with the stored value of each field that a line lacks. */
async function withLater(sql: Knex, rows: readonly IngestedReading[]): Promise<IngestedReading[]> {
  const lacking = rows.filter((row) => laterKeys.some((key) => row[key] == null));
  // `reading_places` finds the partitions that have the readings.
  const { rows: stored } = await sql.raw<{ rows: (Later & { connection_id: string })[] }>(
    `select r.connection_id, ${laterKeys.map((key) => `r.${key}`).join(", ")}
       from reading_places(?::text[]) k
       join readings r on r.psychic_id = k.psychic_id and r.started_at = k.started_at
        and r.connection_id = k.connection_id`,
    [lacking.map(({ connection_id }) => connection_id)],
  );
  const known = new Map<string, Partial<Later>>(stored.map((row) => [row.connection_id, row]));
  return rows.map((row) => {
    const given = Object.entries(row).filter(([, value]) => value != null);
    const whole = { ...known.get(row.connection_id), ...Object.fromEntries(given) };
    known.set(row.connection_id, whole);
    return whole as IngestedReading;
  });
}
