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

/** What turning endpoints into routes needs, beside the handlers' services. */
export interface RouteContext {
  services: Services;
  /** Whether the portal is reached by https. */
  tls: boolean;
  /** For what may begin, change or end a session. */
  session: RequestHandler;
  /** For what only reads. */
  readSession: (polled: boolean) => RequestHandler;
  limits: Limits;
  /** Browsers that signed in to an account before. */
  devices: Devices;
  /** The exact origins whose pages may write. */
  origins: ReadonlySet<string>;
  platformSignature: PlatformSignature;
  /** The memory for bodies of callers who are not yet authenticated. */
  bodies: BodyBudget;
  /** The present representation of what carries a version, for a 412. */
  current: CurrentReaders;
}

/** Three of the largest that the platform may send. */
const unknownBodiesAtMost = 48_000_000;

export function routeContext(options: {
  services: Services;
  env: Pick<Env, "publicUrl" | "SESSION_SECRET" | "INGEST_SECRET">;
  origins: ReadonlySet<string>;
  current?: CurrentReaders;
}): RouteContext {
  const { services, env, origins, current = {} } = options;
  const { db, clock } = services;
  const secrets = env.SESSION_SECRET.split(" ");
  const tls = env.publicUrl.startsWith("https:");
  const cookie = { store: new SessionStore(db.pool, clock), secrets, tls };
  return {
    services,
    tls,
    origins,
    current,
    limits: createLimits(db.pool),
    devices: createDevices({ secrets, tls }),
    session: sessionMiddleware(cookie),
    readSession: sessionReader(cookie),
    platformSignature: platformSignature(env.INGEST_SECRET, clock),
    bodies: createBodyBudget(unknownBodiesAtMost),
  };
}
