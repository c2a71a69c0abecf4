import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { allEndpoints } from "#shared/api.ts";
import { type Cast, examples } from "../support/examples.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let boss: Awaited<ReturnType<typeof makeManager>>;
let manager: SignedIn;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  boss = await makeManager(sql);
  manager = await portal.signIn(boss.username, password);
  // The session has the grant of a recovery link, so that only the origin can be refused.
  const link = await makeLink(sql, boss.id, portal.services.clock());
  expect((await manager.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
});
afterAll(() => portal.close());

const { hostname } = new URL(testEnv.publicUrl);
/** Origins of other sites, also of sites that look like the portal. */
const foreign = [
  "https://elsewhere.example",
  "null",
  `https://${hostname}`,
  `http://${hostname}:8080`,
  `http://${hostname}.elsewhere.example`,
  `http://api.${hostname}`,
];
/** The values of Sec-Fetch-Site, which a browser sends where it sends no Origin. */
const sites = ["cross-site", "same-site", "none", undefined];

const writes = allEndpoints.filter(([, { method }]) => method !== "GET");
const fromPages = writes.filter(([, { signedBy }]) => !signedBy);

/** The content of every table without the records of refusals. */
async function everything(): Promise<string> {
  const { sql } = portal.services.db;
  const names = await sql("pg_tables")
    .where({ schemaname: "public" })
    .whereNotIn("tablename", ["audit_trail", "audit_hours", "postal_codes"])
    .pluck("tablename");
  const hashes = [...names, "pgboss.job"].map(
    (name) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
  );
  const { rows } = await sql.raw(`${hashes.join(" union all ")} order by name`);
  return JSON.stringify(rows);
}

test("every write is asked from a page, but for the platform's own", () => {
  expect(fromPages.length).toBeGreaterThanOrEqual(26);
  expect(writes.filter((write) => !fromPages.includes(write)).map(([name]) => name)).toEqual([
    "ingestEvent",
  ]);
});

test.each(fromPages)("%s is refused to the pages of others", async (name, endpoint) => {
  const person = await makePsychic(portal.services.db.sql, { manager_id: boss.id });
  const cast: Cast = {
    subject: person.id,
    managerName: boss.username,
    psychicName: person.username,
    password,
  };
  const { params, body, prepare } = examples[name as keyof typeof examples](cast);
  const values: Record<string, unknown> = {
    ...params,
    ...(await prepare?.(portal.services, cast.subject)),
  };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  const method = endpoint.method.toLowerCase() as "post" | "put" | "delete";
  const call = () => manager[method](`/api${path}`, body as object);
  const before = await everything();

  for (const origin of foreign) {
    const answer = await call().set("Origin", origin);
    expect([origin, answer.status, answer.body.detail]).toEqual([
      origin,
      403,
      "Not from a page of this portal",
    ]);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  }
  for (const site of sites) {
    const request = call().unset("Origin");
    if (site) request.set("Sec-Fetch-Site", site);
    expect([site, (await request).status]).toEqual([site, 403]);
  }
  // If the Origin is foreign, the portal ignores Sec-Fetch-Site.
  const both = await call().set({ Origin: foreign[0] as string, "Sec-Fetch-Site": "same-origin" });
  expect(both.status).toBe(403);
  expect(await everything()).toBe(before);
});
