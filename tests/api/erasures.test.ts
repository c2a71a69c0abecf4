import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeContact } from "#seeds/builders/contact.ts";
import { customerRow } from "#seeds/builders/customer.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePhone } from "#seeds/builders/phone.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { storePicture } from "#server/adapters/picture-files.ts";
import { ssnContext } from "#server/features/psychics/correct-psychic.ts";
import { recordingName } from "#server/features/readings/recording.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { erase, eraseAgain } from "#server/jobs/erase.ts";
import { canaryOf, filesBelow, holdsSecret, tableTexts } from "../support/canaries.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let owner: SignedIn;
let canaries: Map<string, string>;

const sql = () => portal.services.db.sql;
const reason = "The person asked for it";

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  canaries = new Map();
  const account = await makeManager(sql(), { staff_role: "owner" });
  owner = await portal.signIn(account.username, password);
});

/** A value that nothing else contains. */
function canary(name: string, value = canaryOf(name)): string {
  canaries.set(name, value);
  return value;
}

/** The canaries that are stored somewhere, each with its places. */
async function stored(): Promise<Record<string, string[]>> {
  const places = [
    ...(await tableTexts(portal.services.db.pool)),
    ...(await filesBelow(portal.webFolder)),
    ...(await filesBelow(portal.webFolder)).map(([name]): [string, string] => [name, name]),
  ];
  const found = [...canaries].map(([name, value]): [string, string[]] => [
    name,
    places.filter(([, text]) => holdsSecret(text, value)).map(([place]) => place),
  ]);
  return Object.fromEntries(found.filter(([, homes]) => homes.length > 0));
}

const ask = (body: object, by = owner) => by.post("/api/erasures", { reason, ...body });
async function runJobs(erasureId: number) {
  await erase.handle(portal.services, { erasureId }, "a job");
}
async function eraseNow(body: object) {
  const answer = await ask(body);
  expect([answer.status, answer.body]).toEqual([202, { id: expect.any(Number) }]);
  await runJobs(answer.body.id);
  return answer.body.id as number;
}

/** Every figure of the ledger. */
async function figures() {
  const { rows } = await sql().raw(
    `select (select json_agg(json_build_array(psychic_id, customer_id, minutes, free_minutes,
               paid_minutes, revenue_cents, result, rating) order by connection_id) from readings)
              as readings,
            (select json_agg(d order by psychic_id, day) from daily_statistics d) as days,
            (select json_agg(m order by psychic_id, month) from monthly_statistics m) as months,
            (select json_agg(t order by day) from statistics_totals t) as totals,
            (select json_agg(json_build_array(psychic_id, customer_id, minutes, sent_at, redeemed_at)
               order by id) from gifts) as gifts`,
  );
  return rows[0];
}

/** A psychic with a canary in every field that people write. */
async function makeFullPsychic() {
  const { vault, files } = portal.services;
  const ssn = canary("ssn", "900553817");
  const psychic = await makePsychic(sql(), {
    ...{ username: canary("username"), first: canary("first"), last: canary("last") },
    ...{ address1: canary("address1"), address2: canary("address2"), city: canary("city") },
    ...{
      region: canary("region"),
      postal_code: canary("postal"),
      email: `${canary("mail")}@a.example`,
    },
    psychic: {
      account_status: "Active",
      referral: canary("referral"),
      external_id: canary("outer"),
    },
  });
  const { id } = psychic;
  const ssn_sealed = vault.seal(ssn, ssnContext(id));
  await sql()("psychics").where({ user_id: id }).update({ ssn_sealed });
  canary("sealed ssn", ssn_sealed.toString("hex"));
  const browser = await portal.signIn(psychic.username, password);
  await makePhone(sql(), { user_id: id, phone_number: canary("phone", "5557310442") });
  await makeListing(sql(), { psychic_id: id, body: canary("body"), sales_pitch: canary("pitch") });
  await makeProblem(sql(), { user_id: id, details: canary("problem") });
  const { name } = await makePicture(sql(), {
    user_id: id,
    name: canary("picture", "f".repeat(32)),
  });
  const bytes = Buffer.from(canary("bytes"));
  await storePicture(files, { s: bytes, m: bytes, l: bytes }, name);
  await sql()("customers")
    .insert(customerRow({ id: 77 }))
    .onConflict("id")
    .ignore();
  await makeReading(sql(), {
    ...{ user_id: id, customer_id: 77, connection_id: `erased-${id}`, rating: 5 },
    ...{ rating_text: canary("rating"), has_recording: true, started_at: "2026-03-04T20:15:00Z" },
  });
  await files.write(recordingName("20260304", `erased-${id}`), Buffer.from(canary("recording")));
  await sql()("statistics_changes").insert({ psychic_id: id, day: "2026-03-04" });
  await refreshStatistics(portal.services.db.pool, portal.services.clock());
  await sql()("gifts").insert({
    ...{ psychic_id: id, customer_id: 77, minutes: 3 },
    ...{ subject: canary("gift"), body: canary("message") },
  });
  const changed = await owner.put(`/api/psychics/${id}/profile`, {
    profile: { city: canary("new city"), email: `${canary("new-mail")}@a.example` },
  });
  expect([changed.status, changed.body]).toEqual([204, {}]);
  await browser.post("/api/profile/forgot_password", {
    email: `${canaries.get("new-mail")}@a.example`,
  });
  await sql()("psychics").where({ user_id: id }).update({ account_status: "Inactive" });
  return { id, name: psychic.username, browser };
}

describe("erasing a psychic", () => {
  test("leaves no text anywhere, and every figure as it was (D62)", async () => {
    const { id, name, browser } = await makeFullPsychic();
    const before = await figures();
    expect(Object.keys(await stored()).length).toBeGreaterThan(20);
    const entriesBefore = await sql()("audit_trail").where({ subject_id: id }).count();
    await eraseNow({ kind: "psychic", id, name, settled: true });
    // The job of the picture.
    await portal.services.files.remove(`pictures/${"f".repeat(32)}_l.jpg`);
    for (const size of ["s", "m"]) {
      await portal.services.files.remove(`pictures/${"f".repeat(32)}_${size}.jpg`);
    }
    await sql()("pgboss.job").where({ name: "remove-picture" }).delete();
    expect(await stored()).toEqual({});
    expect(await figures()).toEqual(before);
    expect((await browser.get("/api/sessions/0")).status).toBe(401);

    const shown = await owner.get(`/api/psychics/${id}`);
    expect(shown.body.psychic ?? shown.body).toMatchObject({ username: `Erased psychic ${id}` });
    const entries = await sql()("audit_trail").where({ subject_id: id }).select("action", "detail");
    expect(entries.length).toBe(Number(entriesBefore[0]?.count) + 1);
    const profile = entries.find(({ action }) => action === "profile changed");
    expect(profile?.detail).toMatchObject({ from: { city: null }, to: { city: null } });
    expect(entries).toContainEqual({
      action: "person erased",
      detail: { kind: "psychic", id, reason },
    });
    const list = await owner.get("/api/erasures");
    expect(list.body.erasures[0]).toMatchObject({
      ...{ kind: "psychic", person_id: id, reason, applied_at: expect.any(String) },
    });
  });

  test("nothing of the account can change afterwards, and nobody is erased twice", async () => {
    const psychic = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
    const body = { kind: "psychic", id: psychic.id, name: psychic.username };
    await eraseNow(body);
    expect((await ask(body)).status).toBe(409);
    const status = await owner.put(`/api/psychics/${psychic.id}/acct_status`, {
      acctStatus: "Active",
    });
    expect(status.status).toBe(409);
    const row = await sql()("psychics").where({ user_id: psychic.id }).first("account_status");
    expect(row?.account_status).toBe("Inactive");
  });

  test("two owners at once: one erases, the other gets 409", async () => {
    const psychic = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
    const second = await makeManager(sql(), { staff_role: "owner" });
    const other = await portal.signIn(second.username, password);
    const body = { kind: "psychic", id: psychic.id, name: psychic.username };
    const answers = await Promise.all([ask(body), ask(body, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect((await sql()("erasures").where({ person_id: psychic.id })).length).toBe(1);
  });

  test("needs an owner, a fresh confirmation, the name, a reason, a closed and settled account", async () => {
    const psychic = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
    const body = { kind: "psychic", id: psychic.id, name: psychic.username };
    const refused = async (given: object, status: number, path?: string) => {
      const answer = await ask({ ...body, ...given });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, path]);
    };
    await refused({ name: "somebody else" }, 422, "name");
    await refused({ reason: "why" }, 422, "reason");
    await refused({ kind: "manager" }, 422, "kind");
    await refused({ id: 2_000_000_000 }, 404);
    const manager = await makeManager(sql());
    expect((await ask(body, await portal.signIn(manager.username, password))).status).toBe(403);
    for (const account_status of ["Active", "Blacklist"] as const) {
      await sql()("psychics").where({ user_id: psychic.id }).update({ account_status });
      await refused({}, 409);
    }
    await sql()("psychics").where({ user_id: psychic.id }).update({ account_status: "Inactive" });
    const started_at = portal.services.clock().toISOString();
    await makeReading(sql(), { user_id: psychic.id, started_at });
    await refused({}, 409);
    await portal.advance(6 * 60_000);
    expect((await ask(body)).body.type).toBe("urn:problem:confirmation_needed");
    const { username } = (await sql()("users").where({ id: psychic.id }).first("username")) ?? {};
    expect(username).toBe(psychic.username);
  });

  test("is applied again to what a restored backup brought back (D64)", async () => {
    const psychic = await makePsychic(sql(), { psychic: { account_status: "Inactive" } });
    const id = await eraseNow({ kind: "psychic", id: psychic.id, name: psychic.username });
    const first = canary("restored");
    await sql()("users").where({ id: psychic.id }).update({ first });
    await makeReading(sql(), { user_id: psychic.id, rating_text: canary("restored text") });
    await eraseAgain.handle(portal.services, {}, "a night");
    await runJobs(id);
    expect(await stored()).toEqual({});
  });
});

describe("erasing a customer", () => {
  test("leaves no text, keeps the figures, and ignores what the platform sends later", async () => {
    const username = canary("customer");
    await sql()("customers").insert(customerRow({ id: 4401, username }));
    const psychic = await makePsychic(sql());
    await makeReading(sql(), {
      ...{ user_id: psychic.id, customer_id: 4401, rating: 2, rating_text: canary("opinion") },
    });
    await sql()("gifts").insert({
      ...{ psychic_id: psychic.id, customer_id: 4401, minutes: 3 },
      ...{ subject: canary("for"), body: canary("dear") },
    });
    const before = await figures();
    await eraseNow({ kind: "customer", id: 4401, name: username });
    expect(await stored()).toEqual({});
    expect(await figures()).toEqual(before);
    const { updateCustomers } = await import("#server/features/ingest/customers.ts");
    const client = await portal.services.db.pool.connect();
    const customer = { customer_id: 4401, username, redeemable_minutes: 5, blocked: false };
    const now = new Date();
    await updateCustomers(client, { customers: [customer] }, now.toISOString(), now);
    client.release();
    expect(await stored()).toEqual({});
    const row = await sql()("customers").where({ id: 4401 }).first("username", "blocked");
    expect(row).toEqual({ username: "Erased customer 4401", blocked: true });
  });
});

test("erasing an applicant removes all submissions from that mailbox", async () => {
  const email = `${canary("applicant")}@a.example`;
  const contact = { name: canary("name"), comments: canary("comment"), email };
  const { id } = await makeContact(sql(), contact);
  await makeContact(sql(), { ...contact, email: email.toUpperCase() });
  await eraseNow({ kind: "applicant", id, name: contact.name });
  canaries.set("upper case", email.toUpperCase());
  expect(await stored()).toEqual({});
  expect((await ask({ kind: "applicant", id, name: contact.name })).status).toBe(404);
});

test("owners see what is kept, with the values of the settings", async () => {
  portal.services.recordingDays = 45;
  const { body } = await owner.get("/api/kept_data");
  expect(body.kept).toContainEqual({
    ...{ what: "Recordings", how_long: "45 days after the reading", why: expect.any(String) },
  });
  expect(body.kept).toContainEqual({
    ...{ what: "Logins", how_long: "730 days after they began", why: expect.any(String) },
  });
});
