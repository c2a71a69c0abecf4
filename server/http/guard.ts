import type { Request } from "express";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { may } from "#shared/rules/staff.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";

/**
 * Decides who may call, before the request is parsed (safety 6); nothing else does, except that
 * signed calls are let in by their signature. `{id}` is compared as text, so a malformed id belongs
 * to nobody.
 * @throws Refusal 401 without a session where one is needed; 403 without access, or without the
 * grant of a recovery link.
 */
export function guard(
  endpoint: EndpointData,
  viewer: Viewer | null,
  req: Request,
  now: Date,
): void {
  if (endpoint.session === "grant") {
    const { until = 0 } = req.session?.grant ?? {};
    if (until < now.getTime()) throw new Refusal("not_allowed");
  }
  if (endpoint.access === "public") return;
  if (!viewer) throw new Refusal("not_signed_in");
  if (!endpoint.needs || may(viewer.staffRole, endpoint.needs)) return;
  if (endpoint.access === "self-or-staff" && req.params.id === String(viewer.userId)) return;
  throw new Refusal("not_allowed");
}
