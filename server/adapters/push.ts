import { createHash } from "node:crypto";
import webPush from "web-push";
import { retryAfter } from "#shared/http/retry-after.ts";
import type { PushPayload } from "#shared/push-fields.ts";
import { isPushEndpoint } from "./push-hosts.ts";

/** Where a browser is reached, and what seals a message for it alone. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushMessage extends PushPayload {
  /** High wakes a sleeping phone. */
  urgency: "normal" | "high";
  /** Seconds for which a phone that is off may still be told. */
  ttl: number;
}

/**
 * How a try went. Gone: that browser is subscribed no more. Later: the service has too much to do or
 * is away, for the seconds it says. Refused: trying again would change nothing.
 */
export type PushAnswer =
  | { outcome: "taken" | "gone" | "refused" }
  | { outcome: "later"; after: number };

export interface Push {
  /** What browsers subscribe with: base64url. */
  publicKey: string;
  /** Whether an endpoint is one that may be called. */
  takes(endpoint: string): boolean;
  /** Never throws. */
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>;
}

export interface PushOptions {
  publicKey: string;
  privateKey: string;
  /** Whom a push service may write to about us: `mailto:` or `https:`. */
  subject: string;
  /** Push services beside the known ones. */
  hosts: readonly string[];
  /** Milliseconds for an answer. */
  patience?: number;
}

const away: ReadonlySet<number> = new Set([408, 425, 429]);
/** Seconds: who asks for more is asked again all the same. */
const longestPause = 86_400;

/** Web Push by VAPID (RFC 8292), sealed for the browser (RFC 8291). */
export function createPush(options: PushOptions): Push {
  const { publicKey, privateKey, subject, hosts, patience = 8_000 } = options;
  return {
    publicKey,
    takes: (endpoint) => isPushEndpoint(endpoint, hosts),
    async send(target, { urgency, ttl, ...payload }) {
      if (!isPushEndpoint(target.endpoint, hosts)) return { outcome: "refused" };
      try {
        const { headers, body } = webPush.generateRequestDetails(target, JSON.stringify(payload), {
          vapidDetails: { subject, publicKey, privateKey },
          contentEncoding: "aes128gcm",
          urgency,
          TTL: ttl,
          topic: topicOf(payload.tag),
        });
        const answer = await fetch(target.endpoint, {
          method: "POST",
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
          body: new Uint8Array(body),
          // Elsewhere is not the push service.
          redirect: "manual",
          signal: AbortSignal.timeout(patience),
        });
        await answer.body?.cancel();
        return answerOf(answer);
      } catch {
        return { outcome: "later", after: 0 };
      }
    },
  };
}

/** Of messages with one topic a phone that was off is given the latest. */
function topicOf(tag: string): string {
  return createHash("sha256").update(tag).digest("base64url").slice(0, 32);
}

function answerOf({ ok, status, headers }: Response): PushAnswer {
  if (ok) return { outcome: "taken" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  if (status < 500 && !away.has(status)) return { outcome: "refused" };
  const asked = retryAfter(headers.get("retry-after")) ?? 0;
  return { outcome: "later", after: Math.min(asked, longestPause) };
}
