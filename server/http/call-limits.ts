import type { Request } from "express";
import { type EndpointData, isWrite } from "#shared/http/endpoint.ts";
import { may } from "#shared/rules/staff.ts";
import type { Viewer } from "./handler.ts";
import { type Limit, type Point, pointsOfAddress } from "./limits.ts";

/** For all saves of a psychic: more than anybody types, too few for a script to fill the disk (C4). */
const savesOfPsychic: Limit = { bucket: "writes", points: 120, seconds: 60 };

/**
 * Whether a psychic's call counts towards the limit of saves. Unkeyed writes do not: sign-out must
 * always be possible, and the password calls have their own limits.
 */
export const countsAsSave = (endpoint: EndpointData): boolean =>
  isWrite(endpoint) && endpoint.access !== "staff" && !endpoint.unkeyed && !endpoint.signedBy;

/** The points that a call takes from its endpoint's limits and from the limit of saves. */
export function pointsOf(endpoint: EndpointData, viewer: Viewer | null, req: Request): Point[] {
  // Calls by staff are not limited, unless they could guess what their role may not see.
  const isStaff = viewer?.role === "manager";
  const limits = (endpoint.limits ?? []).filter(
    ({ guesses }) => !isStaff || (guesses && !may(viewer.staffRole, guesses)),
  );
  const points = limits.flatMap((limit) =>
    limit.by === "user"
      ? [{ limit, key: String(viewer?.userId) }]
      : pointsOfAddress(limit, req.ip ?? ""),
  );
  if (!viewer || isStaff || !countsAsSave(endpoint)) return points;
  return [...points, { limit: savesOfPsychic, key: String(viewer.userId) }];
}
