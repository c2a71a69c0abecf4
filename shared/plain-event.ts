import { isPlainInstant, isPlainReading } from "./ingested-reading.ts";

/**
 * Fast path for big batches, in a tenth of the schema's time: true only if `platformEvent` would
 * accept the body unchanged. All other bodies go through the schema.
 */
export function isPlainEvent(body: unknown): boolean {
  if (!isRecord(body) || Object.keys(body).length !== 3) return false;
  const { type, timestamp, data } = body;
  if (type !== "readings.recorded" || !isPlainInstant(timestamp)) return false;
  if (!isRecord(data) || Object.keys(data).length !== 1) return false;
  const { readings } = data;
  if (!Array.isArray(readings) || readings.length < 1 || readings.length > 1000) return false;
  return readings.every((reading) => isRecord(reading) && isPlainReading(reading));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
