import type { Request } from "express";
import type { EndpointData } from "#shared/http/endpoint.ts";
import type { Viewer } from "./handler.ts";
import { type Limit, type Point, pointsOfAddress } from "./limits.ts";
import { isUnsafe } from "./parse.ts";

/** Whatever a psychic saves: more than anybody types, less than a script needs to fill a disk (C4). */
const writesOfPsychic: Limit = { bucket: "writes", points: 120, seconds: 60 };

/**
 * Whether a psychic's call counts as a write. Sign-out must always be possible, and the password
 * calls have limits of their own: these are the writes without a key.
 */
export const countsAsWrite = ({ method, access, unkeyed, signedBy }: EndpointData): boolean =>
  isUnsafe(method) && access !== "manager" && !unkeyed && !signedBy;

/** The points that a call takes: of its endpoint's limits and of the general one. */
export function pointsOf(endpoint: EndpointData, viewer: Viewer | null, req: Request): Point[] {
  // Managers' own calls are not limited.
  if (viewer?.role === "manager") return [];
  const points = (endpoint.limits ?? []).flatMap((limit) =>
    limit.by === "user"
      ? [{ limit, key: String(viewer?.userId) }]
      : pointsOfAddress(limit, req.ip ?? ""),
  );
  if (!viewer || !countsAsWrite(endpoint)) return points;
  return [...points, { limit: writesOfPsychic, key: String(viewer.userId) }];
}
