import { createHash } from "node:crypto";
import webPush from "web-push";
import { retryAfter } from "#shared/http/retry-after.ts";
import type { PushPayload } from "#shared/push-fields.ts";
import { isPushEndpoint } from "./push-hosts.ts";

/** The address of a browser, and the keys that encrypt messages for it. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushMessage extends PushPayload {
  /** `high` wakes a sleeping phone. */
  urgency: "normal" | "high";
  /** For how many seconds the push service stores the message for a phone that is off. */
  ttl: number;
}

/**
 * The result of an attempt. Gone: the browser is no longer subscribed. Later: the service is
 * overloaded or away; `after` is its Retry-After in seconds. Refused: a retry would change nothing.
 */
export type PushAnswer =
  | { outcome: "taken" | "gone" | "refused" }
  | { outcome: "later"; after: number };

export interface Push {
  /** Base64url. Browsers need it to subscribe. */
  publicKey: string;
  /** Whether the server may call an endpoint. */
  mayCall(endpoint: string): boolean;
  /** Never throws. */
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>;
}

export interface PushOptions {
  publicKey: string;
  privateKey: string;
  /** Our contact for push services: `mailto:` or `https:`. */
  subject: string;
  /** Push services besides the known ones. */
  hosts: readonly string[];
  /** In milliseconds, for an answer. */
  patience?: number;
}

const away: ReadonlySet<number> = new Set([408, 425, 429]);
/** In seconds: a longer Retry-After is cut to this. */
const longestPause = 86_400;

/** Web Push with VAPID (RFC 8292), encrypted for the browser (RFC 8291). */
export function createPush(options: PushOptions): Push {
  const { publicKey, privateKey, subject, hosts, patience = 8_000 } = options;
  return {
    publicKey,
    mayCall: (endpoint) => isPushEndpoint(endpoint, hosts),
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
          // A redirect could lead to another server: do not follow it.
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

/** A phone that was off gets only the latest message of a topic. */
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
