import type pg from "pg";
import type { IngestedReading } from "#shared/ingest.ts";
import { ingestLoneReading } from "./lone-readings.ts";
import { type ReadingColumns, readingColumns } from "./reading-columns.ts";

export interface IngestOutcome {
  /** How many readings the batch brought; 0 for a duplicate and when a psychic is unknown. */
  applied: number;
  /** The event was applied before. */
  duplicate: boolean;
  /** Places in the batch whose psychic is nobody; then nothing was applied. */
  unknown: number[];
}

/** SQLSTATE of what another sender's success does to us: the whole statement is run again. */
const lostRace = new Set(["23505", "40001", "40P01"]);
const serializationFailure = "40001";
const attempts = 10;

const places = Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(", ");
const statement = {
  name: "ingest-readings",
  text: `select applied, duplicate, unknown, again from ingest_readings(${places})`,
};

/**
 * Applies a batch of readings in one statement: all or none, once for an event id (null: no event).
 * A reading whose connection_id is known corrects it; within a batch the last one counts.
 * @throws the database's error, after ten races lost.
 */
export async function ingestReadings(
  pool: pg.Pool,
  readings: readonly IngestedReading[],
  eventId: string | null,
): Promise<IngestOutcome> {
  const [first] = readings;
  let alone = readings.length === 1 && eventId !== null;
  let mode = eventId === null ? "any" : "usual";
  let batch: ReadingColumns | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      if (first && alone && eventId !== null) {
        // Tried first and once: what it does not do is no usual reading.
        alone = false;
        mode = "any";
        const isDone = await ingestLoneReading(pool, first, eventId);
        if (isDone) return { applied: 1, duplicate: false, unknown: [] };
      }
      batch ??= readingColumns(readings);
      const values = [eventId, mode, ...batch.columns];
      const { rows } = await pool.query({ ...statement, values });
      const [{ applied, duplicate, unknown, again }] = rows;
      if (!again) {
        const { origin } = batch;
        return {
          applied: applied === 0 ? 0 : readings.length,
          duplicate,
          unknown: (unknown ?? []).map((place: number) => origin[place - 1]).sort(ascending),
        };
      }
      mode = "exclusive";
      if (attempt >= attempts) throw new Error("readings keep changing under a correction");
    } catch (error) {
      const { code = "" } = error as pg.DatabaseError;
      if (attempt >= attempts || !lostRace.has(code)) throw error;
      if (code === serializationFailure) mode = "exclusive";
    }
  }
}

const ascending = (a: number, b: number) => a - b;
