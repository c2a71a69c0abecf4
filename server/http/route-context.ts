import type { RequestHandler } from "express";
import type { Env } from "../env.ts";
import type { Services } from "../services.ts";
import { type BodyBudget, createBodyBudget } from "./body-budget.ts";
import { createDevices, type Devices } from "./devices.ts";
import { createLimits, type Limits } from "./limits.ts";
import { type PlatformSignature, platformSignature } from "./platform-signature.ts";
import { sessionReader } from "./read-session.ts";
import { SessionStore } from "./session-store.ts";
import { sessionMiddleware } from "./sessions.ts";
import type { CurrentReaders } from "./versions.ts";

/** The services that routes need besides those of the handlers. */
export interface RouteContext {
  services: Services;
  /** Whether browsers reach the portal over https. */
  tls: boolean;
  /** express-session, for endpoints that create, change or destroy a session. */
  fullSession: RequestHandler;
  /** Much cheaper, for endpoints that only read the session. */
  readOnlySession: (polled: boolean) => RequestHandler;
  limits: Limits;
  /** Recognizes browsers that have signed in before. */
  devices: Devices;
  platformSignature: PlatformSignature;
  /** The memory for bodies of callers who are not yet authenticated. */
  bodies: BodyBudget;
  /** Read a versioned resource, for a 412. */
  current: CurrentReaders;
  /** Whether the process is about to stop. */
  draining: () => boolean;
}

/** In bytes: three of the largest bodies that the platform may send. */
const unknownBodiesAtMost = 48_000_000;

export function routeContext(options: {
  services: Services;
  env: Pick<Env, "publicUrl" | "SESSION_SECRET" | "INGEST_SECRET">;
  current?: CurrentReaders;
  /** SQL that records a session's use (see SessionStore). */
  recordActivity: string;
  draining?: () => boolean;
}): RouteContext {
  const { services, env, current = {}, recordActivity } = options;
  const { draining = () => false } = options;
  const { db, clock } = services;
  const secrets = env.SESSION_SECRET.split(" ");
  const tls = env.publicUrl.startsWith("https:");
  const cookie = { store: new SessionStore(services, recordActivity), secrets, tls };
  return {
    services,
    tls,
    current,
    draining,
    limits: createLimits(db.pool),
    devices: createDevices({ secrets, tls }),
    fullSession: sessionMiddleware(cookie),
    readOnlySession: sessionReader(cookie),
    platformSignature: platformSignature(env.INGEST_SECRET, clock),
    bodies: createBodyBudget(unknownBodiesAtMost),
  };
}
