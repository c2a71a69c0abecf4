import type { Request } from "express";
import { confirmedFor } from "../../../shared/confirmation.ts";
import type { Viewer } from "../../http/handler.ts";
import { Refusal } from "../../http/refusal.ts";

interface Calling {
  viewer: Viewer | null;
  req: Request;
  clock(): Date;
}

/**
 * Before a change of what an account is recovered by: e-mail, PIN and phones (B6). The owner must
 * have given the password within the last 5 minutes, so that a borrowed phone is no stolen account.
 * A manager who changes a psychic's is not asked.
 * @throws Refusal 409 `confirmation_needed`, which no idempotency key keeps.
 */
export function requireConfirmed({ viewer, req, clock }: Calling, ownerId: number): void {
  if (viewer?.userId !== ownerId) return;
  const { signedInAt = 0, confirmedAt = 0 } = req.session;
  if (clock().getTime() - Math.max(signedInAt, confirmedAt) <= confirmedFor) return;
  throw new Refusal("confirmation_needed");
}
