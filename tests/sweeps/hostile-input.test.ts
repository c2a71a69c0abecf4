import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parse as parseQuery } from "node:querystring";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { allEndpoints, api } from "#shared/api.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { type Cast, examples } from "../support/examples.ts";
import { hostileIds, hostileQueries, hostileValues, mutations } from "../support/hostile.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(1_200_000), hookTimeout: patient(1_200_000) });

let portal: TestApp;
let server: Server;
let base: string;
let cast: Cast;
let manager: SignedIn;
let psychic: SignedIn;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  const boss = await makeManager(sql, { staff_role: "owner" });
  const person = await makePsychic(sql, { manager_id: boss.id });
  cast = {
    subject: person.id,
    managerName: boss.username,
    psychicName: person.username,
    password,
  };
  manager = await portal.signIn(boss.username, password);
  psychic = await portal.signIn(person.username, password);
  server = portal.app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(async () => {
  server.closeAllConnections();
  await portal.close();
});

interface Attack {
  endpoint: EndpointData;
  path: string;
  body?: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
}

let address = 0;
const counts = new Map<number, number>();
/** The statuses of a manager's requests that the endpoint's own schemas refuse. */
const refusals = new Map<number, number>();
const count = (map: Map<number, number>, status: number) =>
  map.set(status, (map.get(status) ?? 0) + 1);

/** The bodies that an endpoint without a body accepts. */
const noBody = z.strictObject({}).optional();

/** Whether the endpoint's own schemas accept the request. An unreadable request is never accepted. */
function isValid({ endpoint, path, body }: Attack): boolean {
  const { params, query, method } = endpoint;
  const [route = "", search = ""] = path.split("?");
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "([^/]*)")}$`);
  try {
    const values = pattern.exec(route)?.slice(1).map(decodeURIComponent) ?? [];
    const pathParams = Object.fromEntries(names.map((name, place) => [name, values[place]]));
    if (params && !params.safeParse(pathParams).success) return false;
    if (query && !query.safeParse({ ...parseQuery(search) }).success) return false;
    if (method === "GET" || endpoint.accepts) return true;
    const sent = body ? JSON.parse(body) : undefined;
    return (endpoint.body ?? noBody).safeParse(sent).success;
  } catch {
    return false;
  }
}

async function attack(one: Attack): Promise<void> {
  const { endpoint, path, body, cookie, headers } = one;
  const { method } = endpoint;
  address += 1;
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: "manual",
    headers: {
      Origin: testEnv.publicUrl,
      "Content-Type": "application/json",
      // Each request comes from another address, so that no limit refuses it before it is parsed.
      "X-Forwarded-For": `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  count(counts, answer.status);
  const label = `${method} ${path} ${body?.slice(0, 300)} -> ${answer.status} ${text.slice(0, 300)}`;
  expect(answer.status, label).toBeLessThan(500);
  if (!isValid(one)) {
    expect(answer.status, label).toBeGreaterThanOrEqual(400);
    if (cookie === manager.cookie) {
      expect([400, 401, 413, 415, 422], label).toContain(answer.status);
      count(refusals, answer.status);
    }
  }
  if (answer.status >= 400) {
    const { errors = [], ...rest } = JSON.parse(text);
    expect(JSON.stringify(rest).length, label).toBeLessThanOrEqual(300);
    expect(errors.length, label).toBeLessThanOrEqual(50);
    for (const error of errors) {
      expect(JSON.stringify(error).length, label).toBeLessThanOrEqual(300);
    }
    expect(answer.headers.get("content-type"), label).toMatch(/^application\/problem\+json/);
    expect(text, label).not.toMatch(/stack|node_modules|select .+ from |insert into |\.ts:/i);
  }
}

/** Sends eight requests at a time. */
async function attackAll(attacks: Attack[]): Promise<void> {
  const queue = [...attacks];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await attack(next);
    }),
  );
}

const randomBodies = [
  ...fc.sample(fc.json({ maxDepth: 4 }), { numRuns: 40, seed: 7 }),
  ...fc.sample(fc.string({ unit: "binary" }), { numRuns: 20, seed: 7 }),
];

const fill = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]));

test("at least 5,000 hostile requests cause no 5xx, no long answer and no invalid row", async () => {
  const attacks: Attack[] = [];
  for (const [name, endpoint] of allEndpoints) {
    const { method, path, access, query } = endpoint;
    const { params, body } = examples[name as keyof typeof examples](cast);
    const cookies = access === "public" ? [undefined] : [manager.cookie, psychic.cookie, undefined];
    for (const cookie of cookies) {
      const good = fill(path, params);
      // Signing out would end the attack.
      if (name === "signOut") continue;
      if (params) {
        for (const id of hostileIds) {
          // This address signs out.
          if (name === "endSession" && id === "0") continue;
          attacks.push({ endpoint, path: path.replace(/\{\w+\}/g, id), cookie });
        }
      }
      if (query) {
        for (const text of hostileQueries)
          attacks.push({ endpoint, path: `${good}?${text}`, cookie });
      }
      if (method === "GET") continue;
      // The portal checks `access` before it reads the body, so fewer bodies are enough.
      const isRefused =
        access !== "public" && (!cookie || (access === "staff" && cookie === psychic.cookie));
      const bodies = [
        ...(isRefused ? hostileValues : mutations(body)).map((value) => JSON.stringify(value)),
        ...(isRefused ? [] : randomBodies),
        "",
        "x".repeat(200_000),
        "[".repeat(5_000),
      ];
      for (const text of bodies) attacks.push({ endpoint, path: good, body: text, cookie });
    }
  }
  attacks.push(...signedEvents());
  // A mutation may change a signed-in user's password, or end the user's session in another way.
  const mayEndSession = ({ path }: Attack) => path.startsWith("/profile/") || path.endsWith("_all");
  await attackAll(attacks.filter((one) => !mayEndSession(one)));
  await attackAll(attacks.filter(mayEndSession));

  console.log(`${total(counts)} hostile requests; ${tableOf(counts)}`);
  console.log(
    `${total(refusals)} of them sent by a manager and refused by the schemas; ${tableOf(refusals)}`,
  );
  expect(total(counts)).toBeGreaterThanOrEqual(5_000);
  expect(total(refusals)).toBeGreaterThanOrEqual(2_000);
  // 401 means that a mutation had changed the password, so the schemas did not see the request.
  expect(refusals.get(401) ?? 0).toBeLessThan(total(refusals) / 20);
  await expectValidRows();
});

const total = (map: Map<number, number>) => [...map.values()].reduce((sum, n) => sum + n, 0);
const tableOf = (map: Map<number, number>) =>
  [...map]
    .sort(([a], [b]) => a - b)
    .map(([code, n]) => `${code}: ${n}`)
    .join(", ");

/** Events of the platform with valid signatures and invalid content. */
function signedEvents(): Attack[] {
  const now = new Date().toISOString();
  const reading = {
    connection_id: "hostile-1",
    user_id: cast.subject,
    customer_id: 5,
    customer_username: "someone",
    conn_type: "Call",
    started_at: now,
    minutes: 10,
    free_minutes: 0,
    paid_minutes: 10,
    rate: 1.99,
    revenue: 19.9,
    result: "Completed",
    rating: 5,
    rating_text: "good",
    has_recording: false,
  };
  const user_id = cast.subject;
  const call = {
    id: "call-1",
    user_id,
    customer_id: 5,
    username: "someone",
    at: now,
    minutes: 10,
    channel: "Call",
    status: "booked",
  };
  const customer = { customer_id: 5, username: "someone", redeemable_minutes: 3, blocked: false };
  const events = {
    "readings.recorded": { readings: [reading] },
    "availability.changed": { user_id, code: "A", at: now },
    "calls.scheduled": { calls: [call] },
    "call.attempted": {
      ...{ id: "a1", user_id, connection_id: "c1", initiated_at: now, ringing_at: now },
      ...{ answered_at: now, ended_at: now, result: "Completed" },
    },
    "login.started": { id: "w1", user_id, at: now },
    "login.ended": { id: "w1", user_id, at: now },
    "gifts.redeemed": { gifts: [{ message_id: 1, customer_id: 5, at: now }] },
    "customers.updated": { customers: [customer] },
  };
  return Object.entries(events).flatMap(([type, data]) =>
    mutations({ type, timestamp: now, data }).map((event) => {
      const body = JSON.stringify(event);
      return {
        endpoint: api.ingest.ingestEvent,
        path: "/ingest/events",
        body,
        headers: signatureHeaders(testEnv.INGEST_SECRET, body),
      };
    }),
  );
}

/** Checks that the attack left only valid rows in the database. */
async function expectValidRows(): Promise<void> {
  const { sql } = portal.services.db;
  const people = await sql("users").select("id", "role", "username").orderBy("id");
  // The others were invited by requests that were odd but valid. They have no password.
  const invited = await sql("users").whereNull("password_hash").pluck("id");
  const others = people.filter(({ id }) => !invited.includes(id));
  expect(others.map(({ role }) => role)).toEqual(["manager", "psychic"]);
  const readings = await sql("readings").select();
  for (const reading of readings) {
    expect(reading.connection_id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
    expect(reading.minutes).toBeLessThanOrEqual(1440);
    expect(reading.customer_id).toBeGreaterThan(0);
  }
  const { rows } = await sql.raw(
    "select count(*)::int as n from pg_tables where tablename='users'",
  );
  expect(rows[0].n).toBe(1);
}
