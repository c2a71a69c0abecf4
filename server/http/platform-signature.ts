import { timingSafeEqual } from "node:crypto";
import type { Request } from "express";
import { webhookKeys, webhookSignature } from "../crypto/standard-webhooks.ts";
import { Refusal } from "./refusal.ts";

const toleranceSeconds = 300;

/** Checks a Standard Webhooks signature, `v1,` + base64, over the bytes as they came. */
export function platformSignature(secrets: string, clock: () => Date) {
  const keys = webhookKeys(secrets);

  /** @throws Refusal 401 without saying which part was wrong. */
  return (req: Request, body: Buffer): void => {
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
    const right = keys.some((key) => {
      const expected = webhookSignature(key, id, timestamp, body);
      return given.some(
        (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
      );
    });
    if (!right) throw new Refusal("not_signed_in");
  };
}
