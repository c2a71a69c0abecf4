import type pg from "pg";
import { batchCalls } from "#server/db/batch-calls.ts";
import { isLost } from "#server/db/is-away.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { IngestedReading } from "#shared/ingested-reading.ts";
import type { EventOutcome } from "./apply-once.ts";
import { inTurn } from "./in-turn.ts";
import { unknownPlace } from "./known-psychics.ts";
import { type ReadingBatch, readingBatch, storedOnly } from "./reading-columns.ts";
import { ingestStatement, loneStatement } from "./readings-sql.ts";

export interface IngestOutcome extends EventOutcome {
  /** Places in the batch whose psychic does not exist; then nothing was applied. */
  unknown: number[];
}

/** SQLSTATEs that another sender's success causes: the statement is run again. */
const lostRace = new Set(["23505", "40001", "40P01"]);
const serializationFailure = "40001";
const attempts = 10;

/**
 * Applies the readings of an event, all or none, once. `applied` counts the whole batch,
 * including readings that were known and did not change.
 * @throws Refusal 422 that names every reading whose psychic does not exist.
 */
export async function applyReadings(
  pool: pg.Pool,
  eventId: string,
  readings: readonly IngestedReading[],
): Promise<EventOutcome> {
  const ids = readings.map(({ connection_id }) => connection_id);
  const { applied, duplicate, unknown } = await inTurn(ids, () =>
    ingestReadings(pool, readings, eventId),
  );
  if (unknown.length === 0) return { applied, duplicate };
  const errors = unknown.map((place) => {
    const key = readings[place]?.user_id ? "user_id" : "extension";
    return unknownPlace(`data.readings.${place}.${key}`, "No such psychic");
  });
  throw new Refusal("invalid", { errors });
}

/**
 * Applies a batch of readings in one statement: all or none, once for an event id (null: no event).
 * A reading with a known connection_id corrects the stored one; within a batch the last one counts.
 * @throws the database's error: a lost race after ten attempts, any other at once. An Error if a
 * correction still has to begin again after ten attempts.
 */
export async function ingestReadings(
  pool: pg.Pool,
  readings: readonly IngestedReading[],
  eventId: string | null,
): Promise<IngestOutcome> {
  const [first] = readings;
  let mode = eventId === null ? "any" : "usual";
  if (first && readings.length === 1 && eventId !== null) {
    const isApplied = await ingestLoneReading(pool, first, eventId);
    if (isApplied) return { applied: 1, duplicate: false, unknown: [] };
    mode = "any";
  }
  const batch = readingBatch(readings);
  if (mode === "usual") {
    const outcome = await ingestUsual(pool, batch, eventId);
    if (outcome) return outcome;
    mode = "any";
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const { again, ...outcome } = await ingestBatch(pool, batch, eventId, mode);
      if (!again) return outcome;
      mode = "exclusive";
      if (attempt >= attempts) throw new Error("readings keep changing under a correction");
    } catch (error) {
      const { code = "" } = error as pg.DatabaseError;
      if (attempt >= attempts || !lostRace.has(code)) throw error;
      if (code === serializationFailure) mode = "exclusive";
    }
  }
}

interface EventBatch {
  batch: ReadingBatch;
  eventId: string | null;
}

const valuesOf = ({ batch, eventId }: EventBatch, mode: string) => [
  ...[eventId, mode, batch.users, batch.extensions],
  ...batch.columns,
];

/** For each database: events that arrive together share a transaction. */
const usualEvents = new WeakMap<pg.Pool, (event: EventBatch) => Promise<IngestOutcome | null>>();

/**
 * Applies an event of the usual kind: its readings are not stored yet, of known pairs, and not
 * before the pairs' first calls. Under load a commit takes as long as a hundred readings, so events
 * that arrive while others are being written share the next commit.
 * @returns null for every other kind, and after a failure: then nothing was written.
 * @throws if the connection is lost: another statement would wait for the server as long again.
 */
async function ingestUsual(
  pool: pg.Pool,
  batch: ReadingBatch,
  eventId: string | null,
): Promise<IngestOutcome | null> {
  const known = usualEvents.get(pool);
  const apply =
    known ??
    batchCalls((events: EventBatch[]) => applyUsual(pool, events), { atOnce: 3, atMost: 4 });
  if (!known) usualEvents.set(pool, apply);
  return apply({ batch, eventId }).catch((error) => {
    if (isLost(error)) throw error;
    return null;
  });
}

async function applyUsual(pool: pg.Pool, events: EventBatch[]): Promise<(IngestOutcome | null)[]> {
  // Several events in one transaction have no common order of writes. If one of them made new
  // pairs, it could deadlock with another transaction, so such an event is refused here.
  const mode = events.length === 1 ? "usual" : "only usual";
  const values = events.flatMap((event) => valuesOf(event, mode));
  const { rows } = await pool.query({ ...ingestStatement(events.length), values });
  return events.map(({ batch }, place) => {
    const row = rows.find((one) => one.batch === place);
    return row.again ? null : outcomeOf(row, batch);
  });
}

async function ingestBatch(
  pool: pg.Pool,
  batch: ReadingBatch,
  eventId: string | null,
  mode: string,
): Promise<IngestOutcome & { again: boolean }> {
  const values = valuesOf({ batch, eventId }, mode);
  const { rows } = await pool.query({ ...ingestStatement(1), values });
  return { ...outcomeOf(rows[0], batch), again: rows[0].again };
}

interface BatchRow extends EventOutcome {
  unknown: number[] | null;
}

function outcomeOf(row: BatchRow, { origin }: ReadingBatch): IngestOutcome {
  const { applied, duplicate, unknown } = row;
  const places = (unknown ?? []).map((place) => origin[place - 1] as number);
  return {
    // Readings that share a connection_id all count.
    applied: applied === 0 ? 0 : origin.length,
    duplicate,
    unknown: places.sort((one, other) => one - other),
  };
}

interface LoneReading {
  reading: IngestedReading;
  eventId: string;
}

/** For each database: lone readings that arrive together share a statement. */
const loneReadings = new WeakMap<pg.Pool, (lone: LoneReading) => Promise<boolean>>();

/**
 * Applies an event with a single reading of the usual kind: not stored yet, of a known pair, not
 * before the pair's first call, and with a `user_id`. Returns false and does nothing for every
 * other kind, and after a failure: the batch statement handles those.
 * @throws if the connection is lost: the batch statement would wait for the server as long again.
 */
async function ingestLoneReading(
  pool: pg.Pool,
  reading: IngestedReading,
  eventId: string,
): Promise<boolean> {
  if (!reading.user_id) return false;
  const known = loneReadings.get(pool);
  const apply = known ?? batchCalls((lone: LoneReading[]) => applyLone(pool, lone));
  if (!known) loneReadings.set(pool, apply);
  return apply({ reading, eventId }).catch((error) => {
    if (isLost(error)) throw error;
    return false;
  });
}

/** Returns for each reading whether it was of the usual kind, and so is applied now. */
async function applyLone(pool: pg.Pool, lone: LoneReading[]): Promise<boolean[]> {
  // An event that arrived twice goes into this statement once. Its other copy goes to the batch
  // statement, which recognizes duplicates. Each reading is here once, because its events are
  // applied in turn.
  const byEvent = new Map(lone.map((one) => [one.eventId, one]));
  const distinct = [...byEvent.values()];
  const byReading = new Map(distinct.map((one) => [one.reading.connection_id, one]));
  const { users, columns, origin } = readingBatch(distinct.map(({ reading }) => reading));
  const events = origin.map((place) => distinct[place]?.eventId);
  const values = [events, users, ...storedOnly(columns)];
  const { rows } = await pool.query({ ...loneStatement, values });
  const applied = new Set(rows.map(({ connection_id }) => byReading.get(connection_id)));
  return lone.map((one) => applied.has(one));
}
