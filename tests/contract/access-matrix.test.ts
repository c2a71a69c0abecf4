import express, { type Router } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRouter } from "../../server/api-router.ts";
import { errorHandler } from "../../server/http/errors.ts";
import { allEndpoints, api } from "../../shared/api.ts";
import { type EndpointData, successStatus } from "../../shared/http/endpoint.ts";
import { type Cast, examples } from "../support/examples.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { type Browser, browserOf, openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let own: number;
let others: number;
let shut: number;
let managerName: string;
let psychicName: string;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  const manager = await makeManager(sql);
  managerName = manager.username;
  const psychic = await makePsychic(sql, { manager_id: manager.id });
  psychicName = psychic.username;
  own = psychic.id;
  others = (await makePsychic(sql)).id;
  shut = (await makePsychic(sql, { psychic: { account_status: "Blacklist" } })).id;
});
afterAll(() => portal.close());

/** How each viewer is made, and whose id stands in the path. */
const viewers = {
  visitor: { subject: () => own, enter: async () => portal.visit() },
  "psychic, own id": { subject: () => own, enter: () => portal.signIn(psychicName, password) },
  "psychic, another's id": {
    subject: () => others,
    enter: () => portal.signIn(psychicName, password),
  },
  manager: { subject: () => own, enter: () => portal.signIn(managerName, password) },
  "manager, blacklisted target": {
    subject: () => shut,
    enter: () => portal.signIn(managerName, password),
  },
  "deactivated psychic with a live cookie": {
    subject: () => own,
    enter: async () => {
      const { sql } = portal.services.db;
      const { username, id } = await makePsychic(sql);
      const browser = await portal.signIn(username, password);
      await sql("psychics").where({ user_id: id }).update({ account_status: "Blacklist" });
      await sql("users").where({ id }).increment("session_epoch", 1);
      return browser;
    },
  },
  "expired cookie": {
    subject: () => own,
    enter: async () => {
      const { sql } = portal.services.db;
      const { username, id } = await makePsychic(sql);
      const browser = await portal.signIn(username, password);
      await sql("sessions")
        .where({ user_id: id })
        .update({ expire: new Date(0) });
      return browser;
    },
  },
} satisfies Record<string, { subject: () => number; enter: () => Promise<Browser> }>;
type ViewerName = keyof typeof viewers;

/** What the contract says of a cell: the refusal, or null where it is open. */
function refusalOf(endpoint: EndpointData, viewer: ViewerName): 401 | 403 | null {
  if (endpoint.access === "public") return null;
  if (!viewer.startsWith("psychic") && !viewer.startsWith("manager")) return 401;
  if (endpoint.access === "signed-in" || viewer.startsWith("manager")) return null;
  return endpoint.access === "self-or-manager" && viewer === "psychic, own id" ? null : 403;
}

async function statusOf(browser: Browser, name: string, endpoint: EndpointData, subject: number) {
  const cast: Cast = { subject, managerName, psychicName, password };
  const { params = {}, body } = examples[name as keyof typeof examples](cast);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]));
  const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "delete";
  return (await browser[method](`/api${path}`, body as object)).status;
}

function expectedSuccess(name: string, endpoint: EndpointData): number {
  const cast: Cast = { subject: own, managerName, psychicName, password };
  return examples[name as keyof typeof examples](cast).status ?? successStatus(endpoint);
}

describe.each(allEndpoints)("%s", (name, endpoint) => {
  test.each(Object.keys(viewers) as ViewerName[])("%s", async (viewer) => {
    const { subject, enter } = viewers[viewer];
    const status = await statusOf(await enter(), name, endpoint, subject());
    expect(status).toBe(refusalOf(endpoint, viewer) ?? expectedSuccess(name, endpoint));
  });
});

test("the running router has these endpoints, none missing, none extra", () => {
  const router = apiRouter(portal.context(), () => false);
  const running = (router as Router).stack
    .flatMap(({ route }) => (route ? [route] : []))
    .flatMap((route) => {
      const { methods } = route as unknown as { methods: Record<string, boolean> };
      return Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, "{$1}")}`,
      );
    });
  const declared = allEndpoints.map(([, { method, path }]) => `${method} ${path}`);
  expect(running.sort()).toEqual([...declared].sort());
  expect(new Set(declared).size).toBe(declared.length);
});

const guarded = allEndpoints.filter(([, { access }]) => access !== "public").slice(0, 10);

test.each(guarded)("without the guard of %s the matrix goes red", async (name, endpoint) => {
  const groups = Object.fromEntries(
    Object.entries(api).map(([key, group]) => [
      key,
      name in group ? { ...group, [name]: { ...endpoint, access: "public" } } : group,
    ]),
  ) as typeof api;
  const app = express();
  app.set("trust proxy", 1);
  app.use(
    "/api",
    apiRouter(portal.context(), () => false, groups),
  );
  app.use(errorHandler(portal.services.log));
  const status = await statusOf(browserOf(app), name, endpoint, own);
  expect(status).not.toBe(refusalOf(endpoint, "visitor"));
});
