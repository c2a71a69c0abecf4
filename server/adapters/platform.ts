import { webhookKeys, webhookSignature } from "../crypto/standard-webhooks.ts";

/** An event for the phone and chat platform. */
export interface PlatformMessage {
  /** The same for every attempt, so that the receiver can drop repeats. */
  id: string;
  type: string;
  /** When it happened: ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * The result of an attempt; `status` is for people and quotes neither the message nor the answer.
 */
export interface PlatformAnswer {
  /** Away: other messages would fail too. */
  outcome: "taken" | "refused" | "away";
  status: string;
}

export interface Platform {
  /** Never throws. @param now the time in the signature. */
  send(message: PlatformMessage, now: Date): Promise<PlatformAnswer>;
}

/** Too many requests, or a proxy without the platform behind it. */
const awayStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Sends events to the platform by Standard Webhooks.
 * @param secrets `whsec_…`, separated by spaces: each one signs, so that secrets can be rotated.
 * @param patience milliseconds for an answer.
 */
export function createPlatform(url: string, secrets: string, patience = 10_000): Platform {
  const keys = webhookKeys(secrets);
  return {
    async send({ id, ...message }, now) {
      const body = JSON.stringify(message);
      const timestamp = String(Math.floor(now.getTime() / 1000));
      const signatures = keys.map(
        (key) => `v1,${webhookSignature(key, id, timestamp, body).toString("base64")}`,
      );
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": timestamp,
            "webhook-signature": signatures.join(" "),
          },
          body,
          // A redirect could lead to another server: do not follow it.
          redirect: "manual",
          signal: AbortSignal.timeout(patience),
        });
        await answer.body?.cancel();
        const outcome = awayStatuses.has(answer.status) ? "away" : "refused";
        return { outcome: answer.ok ? "taken" : outcome, status: `HTTP ${answer.status}` };
      } catch (error) {
        return { outcome: "away", status: faultOf(error) };
      }
    },
  };
}

function faultOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in time";
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^\w{1,40}$/.test(code) ? `not reached (${code})` : "not reached";
}
