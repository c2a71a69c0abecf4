import { type RequestHandler, Router } from "express";
import { api } from "../shared/api.ts";
import { accountHandlers } from "./features/accounts/accounts.handlers.ts";
import { approvalHandlers } from "./features/approvals/approvals.handlers.ts";
import { customerHandlers } from "./features/customers/customers.handlers.ts";
import { documentHandlers } from "./features/documents.handlers.ts";
import { giftHandlers } from "./features/gifts/gifts.handlers.ts";
import { ingestHandlers } from "./features/ingest/ingest.handlers.ts";
import { listingHandlers } from "./features/listings/listings.handlers.ts";
import { phoneHandlers } from "./features/phones/phones.handlers.ts";
import { profileHandlers } from "./features/profile/profile.handlers.ts";
import { psychicHandlers } from "./features/psychics/psychics.handlers.ts";
import { readingHandlers } from "./features/readings/readings.handlers.ts";
import { scheduleHandlers } from "./features/schedule/schedule.handlers.ts";
import { sessionHandlers } from "./features/sessions/sessions.handlers.ts";
import { statisticsHandlers } from "./features/statistics/statistics.handlers.ts";
import { Refusal } from "./http/refusal.ts";
import { addRoutes } from "./http/route.ts";
import type { RouteContext } from "./http/route-context.ts";

/** Every endpoint with its handler. `groups` differ from `shared/api.ts` in a test alone. */
export function apiRouter(
  context: RouteContext,
  draining: () => boolean,
  groups: typeof api = api,
): Router {
  const router = Router();
  router.use(headers(context.tls));
  // The first is asked every three seconds by every psychic at work.
  addRoutes(router, groups.psychics, psychicHandlers, context);
  addRoutes(router, groups.accounts, accountHandlers, context);
  addRoutes(router, groups.sessions, sessionHandlers(context.limits), context);
  addRoutes(router, groups.readings, readingHandlers, context);
  addRoutes(router, groups.customers, customerHandlers, context);
  addRoutes(router, groups.approvals, approvalHandlers, context);
  addRoutes(router, groups.statistics, statisticsHandlers, context);
  addRoutes(router, groups.schedule, scheduleHandlers, context);
  addRoutes(router, groups.listings, listingHandlers, context);
  addRoutes(router, groups.gifts, giftHandlers, context);
  addRoutes(router, groups.profile, profileHandlers, context);
  addRoutes(router, groups.phones, phoneHandlers, context);
  addRoutes(router, groups.ingest, ingestHandlers, context);
  addRoutes(router, groups.documents, documentHandlers(draining), context);
  router.use(() => {
    throw new Refusal("not_found");
  });
  return router;
}

function headers(tls: boolean): RequestHandler {
  return (_req, res, next) => {
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    if (tls) res.setHeader("Strict-Transport-Security", "max-age=31536000");
    next();
  };
}
