import type pg from "pg";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { ingestEndpoints, PlatformEvent } from "#shared/ingest.ts";
import { placesAhead } from "./ahead.ts";
import { applyOnce, type EventOutcome } from "./apply-once.ts";
import { changeAvailability } from "./availability.ts";
import { storeCall } from "./call-attempts.ts";
import { updateCustomers } from "./customers.ts";
import { redeemGifts } from "./gifts.ts";
import { applyReadings } from "./ingest-readings.ts";
import { endLogin, startLogin } from "./phone-logins.ts";
import { createUpload, storeUpload } from "./recording-uploads.ts";
import { scheduleCalls } from "./scheduled-calls.ts";

/** The types of events that may cause notifications. */
const notifying: ReadonlySet<PlatformEvent["type"]> = new Set(["calls.scheduled"]);

export const ingestHandlers: Handlers<typeof ingestEndpoints> = {
  async ingestEvent({ db, jobs, metrics, clock, body, req }) {
    // The signature covers the id, so it is there.
    const id = req.get("webhook-id") as string;
    const now = clock();
    const errors = placesAhead(body, now);
    if (errors.length > 0) throw new Refusal("invalid", { errors });
    const outcome = await applyEvent(db.pool, id, body, now);
    metrics.ingested.inc({ type: body.type, outcome: outcomeLabel(outcome) });
    // If this job is lost, the reminders' job sends the notifications within a minute.
    if (notifying.has(body.type) && outcome.applied > 0) await jobs.send("notify", {});
    return outcome;
  },

  createRecordingUpload(call) {
    // On every page host the API is at `/api`.
    return createUpload(call, `${call.publicUrl(call.brand)}/api`, call.body);
  },

  async uploadRecording({ files, req, params, query }) {
    await storeUpload({ files }, req, { ...params, size: query.size });
    return undefined;
  },
};

function outcomeLabel({ applied, duplicate }: EventOutcome): string {
  if (duplicate) return "duplicate";
  return applied > 0 ? "applied" : "ignored";
}

function applyEvent(
  pool: pg.Pool,
  id: string,
  event: PlatformEvent,
  now: Date,
): Promise<EventOutcome> {
  const { type, data, timestamp } = event;
  if (type === "readings.recorded") return applyReadings(pool, id, data.readings);
  return applyOnce(pool, { id, type }, (client) => {
    switch (type) {
      case "availability.changed":
        return changeAvailability(client, data, now);
      case "calls.scheduled":
        return scheduleCalls(client, data, timestamp, now);
      case "call.attempted":
        return storeCall(client, data, timestamp);
      case "login.started":
        return startLogin(client, data, now);
      case "login.ended":
        return endLogin(client, data, now);
      case "gifts.redeemed":
        return redeemGifts(client, data);
      case "customers.updated":
        return updateCustomers(client, data, timestamp, now);
    }
  });
}
