import express, { type Express, type RequestHandler, Router } from "express";
import type { FileStore } from "./adapters/file-store.ts";
import { findInReleases } from "./adapters/releases.ts";
import { apiRouter } from "./api-router.ts";
import { currentReaders } from "./current-readers.ts";
import type { Env } from "./env.ts";
import { findAgreementText } from "./features/agreements/agreements.ts";
import { recordActivity } from "./features/logins/portal-logins.ts";
import { errorHandler } from "./http/errors.ts";
import { cors } from "./http/origins.ts";
import { Refusal } from "./http/refusal.ts";
import { requestLog } from "./http/request-log.ts";
import { routeContext } from "./http/route-context.ts";
import { earlierAssets } from "./pages/earlier-assets.ts";
import { pages } from "./pages/page-router.ts";
import type { Services } from "./services.ts";

export interface AppOptions {
  services: Services;
  env: Pick<
    Env,
    | "publicUrl"
    | "production"
    | "API_HOSTS"
    | "SESSION_SECRET"
    | "INGEST_SECRET"
    | "TRUST_PROXY"
    | "IMAGE_BASE"
  >;
  /** The built web app. */
  webFolder: string;
  /** Has the previous release's web files; without it, old windows do not find them. */
  releases?: FileStore;
  /** Whether the process is about to stop. */
  draining: () => boolean;
}

/** The whole portal as one Express application. It opens no connection and no port. */
export function createApp(options: AppOptions): Express {
  const { services, env, webFolder, releases, draining } = options;
  const context = routeContext({
    services,
    env,
    current: currentReaders,
    recordActivity,
    draining,
  });

  const ofBrands = services.brands.all.flatMap(({ apiHost }) => apiHost ?? []);
  const apiHosts = [...env.API_HOSTS, ...ofBrands];

  const router = apiRouter(context);

  const app = express();
  app.disable("x-powered-by");
  // Answers have the ETag that our code gives them, or none: hashing every body costs too much.
  app.set("etag", false);
  app.set("query parser", "simple");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(requestLog(services.log, services.metrics));
  app.use((_req, res, next) => {
    if (draining()) res.setHeader("Connection", "close");
    next();
  });
  // One router on two mounts. Pages and API share path names, so they cannot share a mount.
  app.use(onHosts(apiHosts, [cors(services.origins), router]));
  app.use("/api", router);
  app.use(
    pages({
      folder: webFolder,
      tls: context.tls,
      imageBase: env.IMAGE_BASE,
      brands: services.brands,
      findAgreement: (brand, hash) => findAgreementText(services.db.sql, brand, hash),
      publicUrl: services.publicUrl,
    }),
  );
  if (releases) app.use(earlierAssets(findInReleases(releases)));
  app.use(() => {
    throw new Refusal("not_found");
  });
  app.use(errorHandler(services.log));
  return app;
}

function onHosts(hosts: readonly string[], handlers: RequestHandler[]): RequestHandler {
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  const inner = Router();
  inner.use(...(handlers as [RequestHandler, ...RequestHandler[]]));
  return (req, res, next) =>
    names.has((req.hostname ?? "").toLowerCase()) ? inner(req, res, next) : next();
}
