import type { Request, Response } from "express";
import { type EndpointData, isWrite } from "#shared/http/endpoint.ts";
import { writeAuditHourly } from "../audit.ts";
import { pointsOf } from "../call-limits.ts";
import { guard } from "../guard.ts";
import type { Viewer } from "../handler.ts";
import { findRecord, type KeyedRequest } from "../idempotency.ts";
import { type Point, takeAll } from "../limits.ts";
import { isFromOurPages } from "../origins.ts";
import type { SignedRequest } from "../platform-signature.ts";
import { Refusal } from "../refusal.ts";
import type { LimitedRun } from "../route.ts";
import type { RouteContext } from "../route-context.ts";
import { checkUploadAddress } from "../upload-address.ts";

/** The facts about an admitted call. */
export interface Admitted {
  viewer: Viewer | null;
  /** A call with a signature: its headers are right, its body is not yet checked. */
  signed: SignedRequest | undefined;
  /** The rate-limit points that the call has taken. */
  points: Point[];
  /** Set when no points were left: the call may go on only as a repeat of an earlier request. */
  onlyAsRepeat: { isRepeat: (request: KeyedRequest) => boolean; refusal: Refusal } | undefined;
}

/** The first stage. @throws Refusal 401, 409 `other_user`, 403 or 429, in this order. */
export function admissionOf(endpoint: EndpointData, context: RouteContext, limited: LimitedRun) {
  const { services, limits } = context;
  const needsOrigin = isWrite(endpoint) && !endpoint.signedBy;

  return async (req: Request, res: Response): Promise<Admitted> => {
    const viewer = viewerOf(endpoint, req, services.clock());
    if (viewer) res.locals.userId = viewer.userId;
    try {
      refuseOtherUsersQueue(req, viewer);
      guard(endpoint, viewer, req, services.clock());
      if (needsOrigin && !isFromOurPages(req, services.origins)) {
        throw new Refusal("not_allowed", { detail: "Not from a page of this portal" });
      }
    } catch (error) {
      await auditRefusal(error, viewer, req, res);
      throw error;
    }
    if (endpoint.signedBy === "address") {
      checkUploadAddress(services.vault, req, services.clock());
    }
    const isFromPlatform = endpoint.signedBy === "platform";
    const signed = isFromPlatform ? await context.platformSignature(req) : undefined;
    const points = pointsOf(endpoint, viewer, req);
    return { viewer, signed, points, onlyAsRepeat: await takePoints(points, viewer, req) };
  };

  /** Audits refusals of signed-in users only; the metrics count those of strangers. */
  async function auditRefusal(error: unknown, viewer: Viewer | null, req: Request, res: Response) {
    if (!viewer || !(error instanceof Refusal)) return;
    // The path is not yet parsed: its id may be anything, also a number too large for the column.
    const id =
      namesUser.test(endpoint.path) && /^\d{1,10}$/.test(String(req.params.id))
        ? Number(req.params.id)
        : null;
    const subjectId = id !== null && id < 2 ** 31 ? id : null;
    const refused = `${endpoint.method} ${endpoint.path}`;
    await writeAuditHourly(
      services.db.sql,
      {
        actorId: viewer.userId,
        action: "refused",
        subjectId,
        trace: res.locals.trace ?? null,
        detail: { route: refused },
      },
      refused,
    );
  }

  /** Takes the points of a call. Without points, a call with a known key may still be a repeat (J4). */
  async function takePoints(
    points: Point[],
    viewer: Viewer | null,
    req: Request,
  ): Promise<Admitted["onlyAsRepeat"]> {
    try {
      await limited(() => takeAll(limits, points));
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too_many" || endpoint.unkeyed) throw error;
      const isRepeat = await findRecord(services, viewer?.userId ?? 0, req);
      if (!isRepeat) throw error;
      return { isRepeat, refusal: error };
    }
  }
}

/** Paths whose id is a user's. That of others is a submission's or a passkey's, for example. */
const namesUser = /^\/(psychics|profile|staff|managers)\/\{id\}/;

/** The caller. A sign-in that waits for a first passkey or code app may only add one. */
function viewerOf({ forSetup }: EndpointData, req: Request, now: Date): Viewer | null {
  const { viewer, held } = req.session ?? {};
  if (viewer) return viewer;
  const isSettingUp = forSetup && held?.isSetup && held.until >= now.getTime();
  return isSettingUp ? held.viewer : null;
}

/**
 * A queued edit names its user; another user's session must not send it (D40). Checked before the
 * guard, whose 403 would be wrong for an edit that only has to wait until its user signs in.
 */
function refuseOtherUsersQueue(req: Request, viewer: Viewer | null): void {
  const owner = req.get("x-queue-owner");
  if (owner === undefined) return;
  if (!viewer) throw new Refusal("not_signed_in");
  if (owner !== String(viewer.userId)) throw new Refusal("other_user");
}
