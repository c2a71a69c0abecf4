import { webhookKeys, webhookSignature } from "../crypto/standard-webhooks.ts";

/** What the phone and chat platform is told. */
export interface PlatformMessage {
  /** The same for every try, so that the receiver can drop repeats. */
  id: string;
  type: string;
  /** When it happened: ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** How a try went; `status` says it for people, without a value of the message or the answer. */
export interface PlatformAnswer {
  /** Away: nothing else would come through either. */
  outcome: "taken" | "refused" | "away";
  status: string;
}

export interface Platform {
  /** Never throws. @param now the time that the signature carries. */
  send(message: PlatformMessage, now: Date): Promise<PlatformAnswer>;
}

/** Too many, or a proxy that reaches nobody behind it. */
const awayStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * The platform behind an address, told by Standard Webhooks.
 * @param secrets `whsec_…`, several after spaces: each signs, so that one can be changed.
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
          // Elsewhere is not the platform.
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
