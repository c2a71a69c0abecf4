import type { Request } from "express";
import type { Knex } from "knex";
import type { Viewer } from "#server/http/handler.ts";
import type { Limits } from "#server/http/limits.ts";
import { Refusal } from "#server/http/refusal.ts";
import { confirmedFor } from "#shared/confirmation.ts";
import { limitAccountNotices } from "./limit-account-notices.ts";

interface CallContext {
  sql: Knex;
  limits: Limits;
  viewer: Viewer | null;
  req: Request;
  clock(): Date;
}

/**
 * Required before changes with which an account could be stolen, and before what only its owner may
 * order (B6, D53): the caller must have signed in or confirmed within the last 5 minutes, so that a
 * borrowed phone or an open desk is not enough.
 * @throws Refusal 401 if the session ended during the request; 403 if the role changed during it; 409
 * `confirmation_needed`, which no idempotency record stores; 429 for more changes than a person makes.
 */
export async function requireConfirmed(call: CallContext): Promise<void> {
  const { req, clock } = call;
  await requireLiveSession(call);
  const { signedInAt = 0, confirmedAt = 0 } = req.session;
  if (clock().getTime() - Math.max(signedInAt, confirmedAt) > confirmedFor) {
    throw new Refusal("confirmation_needed");
  }
  await limitAccountNotices(call);
}

/**
 * The session was read before the body, which a slow client sends for up to half a minute. In the
 * meantime the owner may have signed out, set a password or undone a change of e-mail, or somebody
 * may have changed the caller's role.
 */
async function requireLiveSession({ sql, req, viewer }: CallContext): Promise<void> {
  const live = await sql("sessions as s")
    .join("users as u", "u.id", "s.user_id")
    .where({ "s.sid": req.sessionID, "s.ended": false })
    .whereRaw("s.epoch = u.session_epoch")
    .first("u.staff_role", "u.role");
  if (!live) throw new Refusal("not_signed_in");
  const role = live.role === "manager" ? (live.staff_role ?? "manager") : null;
  if (role !== (viewer?.staffRole ?? null)) throw new Refusal("not_allowed");
}
