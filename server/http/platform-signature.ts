import { timingSafeEqual } from "node:crypto";
import type { Request } from "express";
import { webhookKeys, webhookSignature } from "../crypto/standard-webhooks.ts";
import { Refusal } from "./refusal.ts";

const toleranceSeconds = 300;

/**
 * Looks at the headers of a request, so that nobody's body is read without them, and returns what
 * checks the body. Both throw a Refusal 401 without saying which part was wrong.
 */
export type PlatformSignature = (req: Request) => (body: Buffer) => void;

/** Checks a Standard Webhooks signature, `v1,` + base64, over the bytes as they came. */
export function platformSignature(secrets: string, clock: () => Date): PlatformSignature {
  const keys = webhookKeys(secrets);

  return (req) => {
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

    return (body) => {
      const right = keys.some((key) => {
        const expected = webhookSignature(key, id, timestamp, body);
        return given.some(
          (signature) =>
            signature.length === expected.length && timingSafeEqual(signature, expected),
        );
      });
      if (!right) throw new Refusal("not_signed_in");
    };
  };
}
