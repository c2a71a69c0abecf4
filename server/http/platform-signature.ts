import { timingSafeEqual } from "node:crypto";
import type { Request } from "express";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { webhookKeys, webhookSignature } from "../crypto/standard-webhooks.ts";
import { networkOf } from "./network.ts";
import { Refusal } from "./refusal.ts";

const toleranceSeconds = 300;

/** After this many wrong signatures in `duration` seconds, a network's bodies are not read. */
const failures = { points: 20, duration: 60 };

/** No platform has more senders. */
const knownAtMost = 1000;

/** A request with well-formed signature headers. */
export interface SignedRequest {
  /** Whether its network has sent a right signature since this process started. */
  isKnown: boolean;
  /** @throws Refusal 401 if the signature is not of this body. */
  checkBody(body: Buffer): void;
}

/**
 * Checks the headers of a request before its body is read.
 * @throws Refusal 401 without saying which part was wrong; 429 after too many wrong signatures.
 */
export type PlatformSignature = (req: Request) => Promise<SignedRequest>;

/** Checks Standard Webhooks signatures, `v1,` + base64, over the bytes as received. */
export function platformSignature(secrets: string, clock: () => Date): PlatformSignature {
  const keys = webhookKeys(secrets);
  // In memory, because each process limits only what it reads itself.
  const failed = new RateLimiterMemory(failures);
  const known = new Set<string>();

  return async (req) => {
    const id = req.get("webhook-id");
    const timestamp = req.get("webhook-timestamp");
    const signatures = req.get("webhook-signature");
    if (!id || id.length > 200 || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) {
      throw new Refusal("not_signed_in");
    }
    if (Math.abs(clock().getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
      throw new Refusal("not_signed_in");
    }
    const given = signatures
      .split(" ")
      .filter((part) => part.startsWith("v1,"))
      .slice(0, 10)
      .map((part) => Buffer.from(part.slice(3), "base64"));
    if (given.length === 0) throw new Refusal("not_signed_in");

    const network = networkOf(req.ip ?? "").subscriber;
    const isKnown = known.has(network);
    // A known network is exempt: behind a proxy that hides addresses, strangers have the platform's
    // address.
    if (!isKnown) {
      const { consumedPoints = 0, msBeforeNext = 0 } = (await failed.get(network)) ?? {};
      if (consumedPoints >= failures.points) {
        throw new Refusal("too_many", { retryAfter: Math.ceil(msBeforeNext / 1000) });
      }
    }
    return {
      isKnown,
      checkBody(body) {
        const right = keys.some((key) => {
          const expected = webhookSignature(key, id, timestamp, body);
          return given.some(
            (signature) =>
              signature.length === expected.length && timingSafeEqual(signature, expected),
          );
        });
        if (right) {
          if (known.size < knownAtMost) known.add(network);
          return;
        }
        void failed.penalty(network);
        throw new Refusal("not_signed_in");
      },
    };
  };
}
