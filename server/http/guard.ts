import type { Request } from "express";
import type { EndpointData } from "#shared/http/endpoint.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";

/**
 * Who may call what, decided here alone and before anything of the request is read (safety 6).
 * The `{id}` is compared as text: what is no id is nobody's.
 * @throws Refusal 401 without a session, 403 for everybody else who may not, and without the grant
 * of a recovery link where one is needed.
 */
export function guard(
  endpoint: EndpointData,
  viewer: Viewer | null,
  req: Request,
  now: Date,
): void {
  const { until = 0 } = req.session?.grant ?? {};
  if (endpoint.needsGrant && until < now.getTime()) throw new Refusal("not_allowed");
  if (endpoint.access === "public") return;
  if (!viewer) throw new Refusal("not_signed_in");
  if (endpoint.access === "signed-in" || viewer.role === "manager") return;
  if (endpoint.access === "self-or-manager" && req.params.id === String(viewer.userId)) return;
  throw new Refusal("not_allowed");
}
