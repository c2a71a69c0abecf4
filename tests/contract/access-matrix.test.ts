import express, { type Router } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRouter } from "#server/api-router.ts";
import { errorHandler } from "#server/http/errors.ts";
import { allEndpoints, api } from "#shared/api.ts";
import { type EndpointData, isWrite, successStatus } from "#shared/http/endpoint.ts";
import { may, type StaffRole, staffRoles } from "#shared/rules/staff.ts";
import { type Cast, examples } from "../support/examples.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { type Browser, browserOf, openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** The caller and the subject of a cell. Both are new for every write, so that no call affects another. */
interface Scene {
  browser: Browser;
  cast: Cast;
}

type PsychicOptions = Parameters<typeof makePsychic>[1];

async function stage(
  openBrowser: (cast: Cast) => Promise<Browser>,
  options: { own?: PsychicOptions; other?: true; staffRole?: StaffRole } = {},
): Promise<Scene> {
  const { own = {}, other, staffRole = "manager" } = options;
  const { sql } = portal.services.db;
  const manager = await makeManager(sql, { staff_role: staffRole });
  const psychic = await makePsychic(sql, { manager_id: manager.id, ...own });
  const cast: Cast = {
    subject: other ? (await makePsychic(sql)).id : psychic.id,
    managerName: manager.username,
    psychicName: psychic.username,
    password,
  };
  return { browser: await openBrowser(cast), cast };
}

const asManager = ({ managerName }: Cast) => portal.signIn(managerName, password);
const asPsychic = ({ psychicName }: Cast) => portal.signIn(psychicName, password);

/** Makes the caller and the subject of each row. The subject's id is in the path. */
const viewers = {
  visitor: () => stage(async () => portal.visit()),
  "psychic, own id": () => stage(asPsychic),
  "psychic, another's id": () => stage(asPsychic, { other: true }),
  owner: () => stage(asManager, { staffRole: "owner" }),
  manager: () => stage(asManager),
  recruiter: () => stage(asManager, { staffRole: "recruiter" }),
  payroll: () => stage(asManager, { staffRole: "payroll" }),
  viewer: () => stage(asManager, { staffRole: "viewer" }),
  "manager, blacklisted target": () =>
    stage(asManager, { own: { psychic: { account_status: "Blacklist" } } }),
  "deactivated psychic with a live cookie": () =>
    stage(async (cast) => {
      const { sql } = portal.services.db;
      const browser = await asPsychic(cast);
      await sql("psychics")
        .where({ user_id: cast.subject })
        .update({ account_status: "Blacklist" });
      await sql("users").where({ id: cast.subject }).increment("session_epoch", 1);
      return browser;
    }),
  "expired cookie": () =>
    stage(async (cast) => {
      const browser = await asPsychic(cast);
      await portal.services.db
        .sql("sessions")
        .where({ user_id: cast.subject })
        .update({ expire: new Date(0) });
      return browser;
    }),
} satisfies Record<string, () => Promise<Scene>> & Record<StaffRole, () => Promise<Scene>>;
type ViewerName = keyof typeof viewers;

const readers = new Map<ViewerName, Promise<Scene>>();

/**
 * Reads change nothing, so all reads by a viewer share a scene. A read that needs a fresh
 * confirmation may come too long after the scene's sign-in: it gets its own.
 */
function sceneOf(viewer: ViewerName, endpoint: EndpointData): Promise<Scene> {
  if (isWrite(endpoint) || endpoint.refuses?.includes(409)) return viewers[viewer]();
  const scene = readers.get(viewer) ?? viewers[viewer]();
  readers.set(viewer, scene);
  return scene;
}

/** The refusal that the contract gives for a cell. null if the call is allowed. */
function refusalOf(endpoint: EndpointData, viewer: ViewerName): 401 | 403 | 404 | 409 | null {
  const { access, needs, path, method, about } = endpoint;
  if (access === "public") return null;
  const staffRole = staffRoles.find((role) => viewer.startsWith(role));
  if (!staffRole && !viewer.startsWith("psychic")) return 401;
  if (staffRole && needs && !may(staffRole, needs)) return 403;
  if (access === "staff" && !staffRole) return 403;
  if (access === "self-or-staff" && viewer === "psychic, another's id") return 403;
  // Staff are no psychics.
  if (staffRole && about?.psychic === "caller" && !about.orManager) return 404;
  // D4: a blocked account can be read, but not changed.
  const isBlocked = viewer === "manager, blacklisted target" && !about?.openWhileBlocked;
  return isBlocked && method !== "GET" && path.startsWith("/psychics/{id}/") ? 409 : null;
}

async function statusOf({ browser, cast }: Scene, name: string, endpoint: EndpointData) {
  const { params = {}, query = "", body, prepare } = exampleOf(name, cast);
  const prepared = await prepare?.(portal.services, cast.subject);
  const values: Record<string, unknown> = { ...params, ...prepared };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "delete";
  return (await browser[method](`/api${path}?${query}`, body as object)).status;
}

const exampleOf = (name: string, cast: Cast) => examples[name as keyof typeof examples](cast);

describe.each(allEndpoints)("%s", (name, endpoint) => {
  test.each(Object.keys(viewers) as ViewerName[])("%s", async (viewer) => {
    const scene = await sceneOf(viewer, endpoint);
    const success = exampleOf(name, scene.cast).status ?? successStatus(endpoint);
    expect(await statusOf(scene, name, endpoint)).toBe(refusalOf(endpoint, viewer) ?? success);
  });
});

test("the running router has exactly the declared endpoints", () => {
  const router = apiRouter(portal.context());
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

test("every write under a psychic's path declares `about.psychic` (D4)", () => {
  const ofPsychic = allEndpoints.filter(
    ([, endpoint]) => isWrite(endpoint) && /^\/(psychics|profile)\/\{id\}\//.test(endpoint.path),
  );
  expect(ofPsychic.length).toBeGreaterThan(15);
  for (const [name, { about }] of ofPsychic) expect([name, about?.psychic]).toEqual([name, "id"]);
});

const guarded = allEndpoints.filter(([, { access }]) => access !== "public").slice(0, 10);

test.each(guarded)("the matrix fails if %s has no guard", async (name, endpoint) => {
  const groups = Object.fromEntries(
    Object.entries(api).map(([key, group]) => [
      key,
      name in group ? { ...group, [name]: { ...endpoint, access: "public" } } : group,
    ]),
  ) as typeof api;
  const app = express();
  app.set("trust proxy", 1);
  app.use("/api", apiRouter(portal.context(), groups));
  // Without a guard the handler fails, as it should.
  app.use(errorHandler({ ...portal.services.log, error: () => {} }));
  const { cast } = await viewers.visitor();
  const status = await statusOf({ browser: browserOf(app), cast }, name, endpoint);
  expect(status).not.toBe(refusalOf(endpoint, "visitor"));
});
