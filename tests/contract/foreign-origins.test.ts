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
  boss = await makeManager(sql, { staff_role: "owner" });
  manager = await portal.signIn(boss.username, password);
  // Without the grant of a recovery link, `password_unchecked` would be 403 whatever the origin.
  const link = await makeLink(sql, boss.id, portal.services.clock());
  expect((await manager.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
});
afterAll(() => portal.close());

const { hostname } = new URL(testEnv.publicUrl);
/** Origins of other sites, including sites that look like the portal. */
const foreign = [
  "https://elsewhere.example",
  "null",
  `https://${hostname}`,
  `http://${hostname}:8080`,
  `http://${hostname}.elsewhere.example`,
  `http://api.${hostname}`,
];
/** Values of Sec-Fetch-Site, for requests without an Origin. */
const sites = ["cross-site", "same-site", "none", undefined];

const writes = allEndpoints.filter(([, { method }]) => method !== "GET");
const pageWrites = writes.filter(([, { signedBy }]) => !signedBy);

/** A hash of each table's content, except the records of refusals and the postal codes. */
async function databaseContent(): Promise<string> {
  const { sql } = portal.services.db;
  const names = await sql("pg_class")
    .whereRaw("relnamespace = 'public'::regnamespace and relkind in ('r', 'p')")
    .whereRaw("not relispartition")
    .whereNotIn("relname", ["audit_trail", "audit_hours", "postal_codes"])
    .pluck("relname");
  const hashes = [...names, "pgboss.job"].map(
    (name) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
  );
  const { rows } = await sql.raw(`${hashes.join(" union all ")} order by name`);
  return JSON.stringify(rows);
}

test("every write comes from a page, except those of the platform", () => {
  expect(pageWrites.length).toBeGreaterThanOrEqual(26);
  expect(writes.filter((write) => !pageWrites.includes(write)).map(([name]) => name)).toEqual([
    "ingestEvent",
    "createRecordingUpload",
    "uploadRecording",
  ]);
});

test.each(pageWrites)("%s is refused to pages of other sites", async (name, endpoint) => {
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
  const before = await databaseContent();

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
  expect(await databaseContent()).toBe(before);
});
