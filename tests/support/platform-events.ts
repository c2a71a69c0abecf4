import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";

interface Signing {
  id?: string;
  sentAt?: Date;
}

/**
 * The signature headers of an event, made by a third-party library, as the platform might make
 * them.
 */
export function signatureHeaders(
  secret: string,
  body: string,
  { id = `msg_${randomUUID()}`, sentAt = new Date() }: Signing = {},
) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
  };
}

/** A reading as the platform sends it. `more` has at least its psychic. */
export const sentReading = (more: Record<string, unknown>) => ({
  connection_id: "connection-1",
  customer_id: 7,
  customer_username: "someone",
  conn_type: "Call",
  started_at: "2026-03-01T12:00:00Z",
  minutes: 10,
  free_minutes: 0,
  paid_minutes: 10,
  rate: 2,
  revenue: 20,
  result: "Completed",
  ...more,
});
