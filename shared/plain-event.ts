import type { IngestedReading } from "./ingest.ts";

/**
 * Whether a body is an event of readings in plain form, so that `platformEvent` takes it just as
 * it is. Only a shortcut for big batches (a tenth of the schema's time): what is not plain may be
 * right all the same, and the schema says so, or names what is wrong. A test holds the two together.
 */
export function isPlainEvent(body: unknown): boolean {
  if (!isRecord(body) || Object.keys(body).length !== 3) return false;
  const { type, timestamp, data } = body;
  if (type !== "readings.recorded" || !isInstant(timestamp)) return false;
  if (!isRecord(data) || Object.keys(data).length !== 1) return false;
  const { readings } = data;
  if (!Array.isArray(readings) || readings.length < 1 || readings.length > 1000) return false;
  return readings.every(isPlainReading);
}

type Unknowns = Record<string, unknown>;

function isRecord(value: unknown): value is Unknowns {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that must be there; a psychic is named by `user_id` in plain form. */
const required = 12;

function isPlainReading(reading: unknown): boolean {
  if (!isRecord(reading)) return false;
  let count = 0;
  for (const key in reading) {
    const value = reading[key];
    switch (key) {
      case "rating":
        if (value !== null && !isWhole(value, 1, 5)) return false;
        continue;
      case "rating_text":
        if (value !== null && !isText(value, 0, 2000)) return false;
        continue;
      case "has_recording":
        if (value !== null && typeof value !== "boolean") return false;
        continue;
      case "extension":
        if (value !== null) return false;
        continue;
      case "connection_id":
        if (typeof value !== "string" || !connectionIds.test(value)) return false;
        break;
      case "user_id":
        if (!isWhole(value, 1, 2_147_483_647)) return false;
        break;
      case "customer_id":
        if (!isWhole(value, 1, Number.MAX_SAFE_INTEGER)) return false;
        break;
      case "customer_username":
        if (!isText(value, 1, 99)) return false;
        break;
      case "conn_type":
        if (value !== "Call" && value !== "Chat") return false;
        break;
      case "started_at":
        if (!isInstant(value)) return false;
        break;
      case "minutes":
      case "free_minutes":
      case "paid_minutes":
        if (!isWhole(value, 0, 1440)) return false;
        break;
      case "rate":
        if (!isMoney(value, 1000)) return false;
        break;
      case "revenue":
        if (!isMoney(value, 100_000)) return false;
        break;
      case "result":
        if (!isText(value, 1, 40)) return false;
        break;
      default:
        return false;
    }
    count += 1;
  }
  if (count !== required) return false;
  const { minutes, free_minutes, paid_minutes } = reading as unknown as IngestedReading;
  return free_minutes + paid_minutes <= minutes;
}

const connectionIds = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** In UTC and this century; February 29 is left to the schema. */
const instants =
  /^20\d\d-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

function isInstant(value: unknown): boolean {
  return typeof value === "string" && instants.test(value);
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isMoney(value: unknown, max: number): boolean {
  if (typeof value !== "number" || !(value >= 0 && value <= max)) return false;
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
}

function isText(value: unknown, min: number, max: number): boolean {
  return typeof value === "string" && value.length >= min && value.length <= max;
}
