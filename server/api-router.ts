import { type RequestHandler, Router } from "express";
import { api } from "#shared/api.ts";
import { accountHandlers } from "./features/accounts/accounts.handlers.ts";
import { agreementHandlers } from "./features/agreements/agreements.handlers.ts";
import { approvalHandlers } from "./features/approvals/approvals.handlers.ts";
import { auditHandlers } from "./features/audit/audit.handlers.ts";
import { botCheckHandlers } from "./features/bot-check/bot-check.handlers.ts";
import { calendarHandlers } from "./features/calendar/calendar.handlers.ts";
import { confirmationHandlers } from "./features/confirmation/confirmation.handlers.ts";
import { contactHandlers } from "./features/contacts/contacts.handlers.ts";
import { customerHandlers } from "./features/customers/customers.handlers.ts";
import { deviceHandlers } from "./features/devices/devices.handlers.ts";
import { documentHandlers } from "./features/documents.handlers.ts";
import { factorHandlers } from "./features/factors/factors.handlers.ts";
import { floorHandlers } from "./features/floor/floor.handlers.ts";
import { giftHandlers } from "./features/gifts/gifts.handlers.ts";
import { hoursHandlers } from "./features/hours/hours.handlers.ts";
import { ingestHandlers } from "./features/ingest/ingest.handlers.ts";
import { listingHandlers } from "./features/listings/listings.handlers.ts";
import { loginHandlers } from "./features/logins/logins.handlers.ts";
import { managerHandlers } from "./features/managers/managers.handlers.ts";
import { newsHandlers } from "./features/news/news.handlers.ts";
import { payrollHandlers } from "./features/payroll/payroll.handlers.ts";
import { phoneHandlers } from "./features/phones/phones.handlers.ts";
import { pictureHandlers } from "./features/pictures/pictures.handlers.ts";
import { placeHandlers } from "./features/places/places.handlers.ts";
import { presenceHandlers } from "./features/presence/presence.handlers.ts";
import { privacyHandlers } from "./features/privacy/privacy.handlers.ts";
import { problemHandlers } from "./features/problems/problems.handlers.ts";
import { profileHandlers } from "./features/profile/profile.handlers.ts";
import { psychicHandlers } from "./features/psychics/psychics.handlers.ts";
import { pushHandlers } from "./features/push/push.handlers.ts";
import { questionHandlers } from "./features/questions/questions.handlers.ts";
import { readingHandlers } from "./features/readings/readings.handlers.ts";
import { scheduleHandlers } from "./features/schedule/schedule.handlers.ts";
import { scheduleExceptionHandlers } from "./features/schedule-exceptions/schedule-exceptions.handlers.ts";
import { scheduledCallHandlers } from "./features/scheduled-calls/scheduled-calls.handlers.ts";
import { sessionHandlers } from "./features/sessions/sessions.handlers.ts";
import { signUpHandlers } from "./features/sign-up/sign-up.handlers.ts";
import { staffHandlers } from "./features/staff/staff.handlers.ts";
import { statisticsHandlers } from "./features/statistics/statistics.handlers.ts";
import { otherMethods } from "./http/other-methods.ts";
import { permissionsPolicy } from "./http/permissions-policy.ts";
import { Refusal } from "./http/refusal.ts";
import type { RouteContext } from "./http/route-context.ts";
import { addRoutes, routesOf } from "./http/router.ts";

/** Every endpoint with its handler. Only tests pass other `groups`. */
export function apiRouter(context: RouteContext, groups: typeof api = api): Router {
  const router = Router();
  router.use(headers(context.tls));
  const routes = [
    ...routesOf(groups.psychics, psychicHandlers),
    ...routesOf(groups.accounts, accountHandlers),
    ...routesOf(groups.sessions, sessionHandlers),
    ...routesOf(groups.confirmation, confirmationHandlers),
    ...routesOf(groups.factors, factorHandlers),
    ...routesOf(groups.devices, deviceHandlers),
    ...routesOf(groups.readings, readingHandlers),
    ...routesOf(groups.customers, customerHandlers),
    ...routesOf(groups.approvals, approvalHandlers),
    ...routesOf(groups.staff, staffHandlers),
    ...routesOf(groups.managers, managerHandlers),
    ...routesOf(groups.floor, floorHandlers(context.services)),
    ...routesOf(groups.news, newsHandlers(context.services)),
    ...routesOf(groups.audit, auditHandlers),
    ...routesOf(groups.statistics, statisticsHandlers),
    ...routesOf(groups.hours, hoursHandlers),
    ...routesOf(groups.schedule, scheduleHandlers),
    ...routesOf(groups.scheduleExceptions, scheduleExceptionHandlers),
    ...routesOf(groups.presence, presenceHandlers),
    ...routesOf(groups.calendar, calendarHandlers),
    ...routesOf(groups.questions, questionHandlers),
    ...routesOf(groups.listings, listingHandlers),
    ...routesOf(groups.gifts, giftHandlers),
    ...routesOf(groups.pictures, pictureHandlers),
    ...routesOf(groups.profile, profileHandlers),
    ...routesOf(groups.phones, phoneHandlers),
    ...routesOf(groups.payroll, payrollHandlers),
    ...routesOf(groups.privacy, privacyHandlers),
    ...routesOf(groups.agreements, agreementHandlers),
    ...routesOf(groups.signUp, signUpHandlers),
    ...routesOf(groups.places, placeHandlers),
    ...routesOf(groups.botCheck, botCheckHandlers),
    ...routesOf(groups.contacts, contactHandlers),
    ...routesOf(groups.scheduledCalls, scheduledCallHandlers),
    ...routesOf(groups.logins, loginHandlers),
    ...routesOf(groups.problems, problemHandlers),
    ...routesOf(groups.push, pushHandlers),
    ...routesOf(groups.ingest, ingestHandlers),
    ...routesOf(groups.documents, documentHandlers(context.draining, context.tls)),
  ];
  addRoutes(router, routes, context);
  router.use(otherMethods(routes));
  router.use(() => {
    throw new Refusal("not_found");
  });
  return router;
}

function headers(tls: boolean): RequestHandler {
  return (_req, res, next) => {
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Permissions-Policy", permissionsPolicy);
    // A brand's pages may call the API on another host of the same site.
    res.setHeader("Cross-Origin-Resource-Policy", "same-site");
    res.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    if (tls) res.setHeader("Strict-Transport-Security", "max-age=31536000");
    next();
  };
}
