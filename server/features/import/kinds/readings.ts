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

type Later = Pick<IngestedReading, "rating" | "rating_text" | "has_recording">;

/** The readings with the stored rating and recording where a line has none. */
async function withLater(sql: Knex, rows: readonly IngestedReading[]): Promise<IngestedReading[]> {
  const lacking = rows.filter(
    ({ rating, rating_text, has_recording }) =>
      rating == null || rating_text == null || has_recording == null,
  );
  // `reading_places` finds the partitions that have the readings.
  const { rows: stored } = await sql.raw<{ rows: (Later & { connection_id: string })[] }>(
    `select r.connection_id, r.rating, r.rating_text, r.has_recording
       from reading_places(?::text[]) k
       join readings r on r.psychic_id = k.psychic_id and r.started_at = k.started_at
        and r.connection_id = k.connection_id`,
    [lacking.map(({ connection_id }) => connection_id)],
  );
  const known = new Map<string, Later>(stored.map((row) => [row.connection_id, row]));
  return rows.map((row) => {
    const before = known.get(row.connection_id);
    const whole = {
      ...row,
      rating: row.rating ?? before?.rating,
      rating_text: row.rating_text ?? before?.rating_text,
      has_recording: row.has_recording ?? before?.has_recording,
    };
    known.set(row.connection_id, whole);
    return whole;
  });
}
