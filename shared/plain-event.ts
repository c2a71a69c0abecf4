import { isPlainInstant, isPlainReading } from "./ingested-reading.ts";

/**
 * Whether a body is an event of readings in plain form, so that `platformEvent` takes it as it is:
 * a shortcut for big batches, in a tenth of the schema's time. The schema judges every other body.
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
