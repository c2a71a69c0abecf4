import type pg from "pg";
import type { ingestEndpoints, PlatformEvent } from "../../../shared/ingest.ts";
import type { Handlers } from "../../http/handler.ts";
import { applyOnce, type EventOutcome } from "./apply-once.ts";
import { changeAvailability } from "./availability.ts";
import { updateCustomers } from "./customers.ts";
import { redeemGifts } from "./gifts.ts";
import { endLogin, startLogin } from "./phone-logins.ts";
import { applyReadings } from "./readings.ts";
import { scheduleCalls } from "./scheduled-calls.ts";

export const ingestHandlers: Handlers<typeof ingestEndpoints> = {
  async ingestEvent({ db, jobs, metrics, clock, body, req }) {
    // The signature covers the id, so it is there.
    const id = req.get("webhook-id") as string;
    const outcome = await apply(db.pool, id, body, clock());
    metrics.ingested.inc({
      type: body.type,
      outcome: outcome.duplicate ? "duplicate" : "applied",
    });
    // Should this be lost, the reminders' job sends what waits within the minute.
    if (body.type === "calls.scheduled") await jobs.send("notify", {});
    return outcome;
  },
};

function apply(pool: pg.Pool, id: string, event: PlatformEvent, now: Date): Promise<EventOutcome> {
  const { type, data, timestamp } = event;
  if (type === "readings.recorded") return applyReadings(pool, id, data.readings);
  return applyOnce(pool, { id, type }, (client) => {
    switch (type) {
      case "availability.changed":
        return changeAvailability(client, data);
      case "calls.scheduled":
        return scheduleCalls(client, data, timestamp, now);
      case "login.started":
        return startLogin(client, data);
      case "login.ended":
        return endLogin(client, data);
      case "gifts.redeemed":
        return redeemGifts(client, data);
      case "customers.updated":
        return updateCustomers(client, data, timestamp);
    }
  });
}
