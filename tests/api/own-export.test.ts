import type supertest from "supertest";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { customerRow } from "#seeds/builders/customer.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePhone } from "#seeds/builders/phone.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { storePicture } from "#server/adapters/picture-files.ts";
import { ssnContext } from "#server/features/psychics/correct-psychic.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";
import { unzip } from "../support/unzip.ts";

let portal: TestApp;
let psychic: Account;
let browser: SignedIn;

const sql = () => portal.services.db.sql;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  psychic = await makePsychic(sql(), { first: "=HYPERLINK(1)", address1: "1 Canary Lane" });
  browser = await portal.signIn(psychic.username, password);
});

async function exported(by = browser) {
  const answer = await by.get("/api/profile/export").buffer(true).parse(asBytes);
  return { answer, files: answer.status === 200 ? unzip(answer.body) : new Map() };
}
function asBytes(res: supertest.Response, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = [];
  res.on("data", (part: Buffer) => parts.push(part));
  res.on("end", () => done(null, Buffer.concat(parts)));
}
const json = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(String(files.get(`json/${name}.json`)));

describe("GET /profile/export", () => {
  test("has each list as JSON and CSV, and the pictures", async () => {
    await makePhone(sql(), { user_id: psychic.id, phone_number: "5555550123" });
    await makeListing(sql(), { psychic_id: psychic.id, body: "A listing of mine" });
    const { name } = await makePicture(sql(), { user_id: psychic.id });
    const picture = Buffer.from("a picture");
    await storePicture(portal.services.files, { s: picture, m: picture, l: picture }, name);
    await sql()("customers").insert(customerRow({ id: 801, username: "my-customer" }));
    const connection_id = "secret-connection";
    await makeReading(sql(), {
      ...{ user_id: psychic.id, customer_id: 801, connection_id, rating_text: "@good" },
    });

    const { answer, files } = await exported();
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "no-store",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="portal-data-[\d-]+\.zip"$/,
      ),
    });
    const names = [...files.keys()].filter((name) => name.startsWith("json/"));
    expect(names.length).toBeGreaterThan(25);
    for (const name of names) {
      expect(files.has(name.replaceAll("json", "csv"))).toBe(true);
      JSON.parse(String(files.get(name)));
    }
    expect(json(files, "account")).toMatchObject([
      { username: psychic.username, address1: "1 Canary Lane", ssn_on_file: false },
    ]);
    expect(json(files, "phones")).toMatchObject([{ phone_number: "5555550123" }]);
    expect(json(files, "listings")).toMatchObject([{ body: "A listing of mine" }]);
    expect(json(files, "readings")).toMatchObject([
      { customer_id: 801, username: "my-customer", rating_text: "@good" },
    ]);
    expect(String(files.get("csv/readings.csv"))).toContain(",'@good");
    expect(String(files.get("csv/account.csv"))).toContain("'=HYPERLINK(1)");
    expect(files.get("pictures/approved.jpg")).toEqual(picture);
    expect(json(files, "history")[0]).toMatchObject({ what: expect.any(String) });
    // Nothing that psychics may not see (D23c).
    const all = [...files.values()].join("\n");
    expect(all).not.toContain(connection_id);
    expect(String(files.get("csv/readings.csv")).split("\n")[0]).not.toMatch(
      /rate|revenue|recording/,
    );
    const entries = await sql()("audit_trail").where({ subject_id: psychic.id }).pluck("action");
    expect(entries).toContain("own data exported");
  });

  test("has no secrets, and nothing of other people", async () => {
    const ssn = "900553817";
    const { vault } = portal.services;
    await sql()("psychics")
      .where({ user_id: psychic.id })
      .update({
        ...{
          ssn_sealed: vault.seal(ssn, ssnContext(psychic.id)),
          ssn_index: vault.index("ssn", ssn),
        },
      });
    const other = await makePsychic(sql(), { first: "Otherfirst" });
    await makePhone(sql(), { user_id: other.id, phone_number: "5555559999" });
    await makeReading(sql(), { user_id: other.id });
    const { files } = await exported();
    const all = [...files.values()].join("\n");
    const [password_hash] = await sql()("users").where({ id: psychic.id }).pluck("password_hash");
    for (const secret of [ssn, password_hash, "Otherfirst", "5555559999", other.username]) {
      expect(all).not.toContain(secret);
    }
    expect(json(files, "account")).toMatchObject([{ ssn_on_file: true, password_on_file: true }]);
    expect(json(files, "readings")).toEqual([]);
    expect(String(files.get("csv/readings.csv"))).toMatch(/^call_date,customer_id,.*\n$/);
  });

  test("reads long lists in portions, without a gap or a repeat", async () => {
    const customer = { id: 802, username: "regular" };
    await sql()("customers").insert(customerRow(customer));
    await makeReading(sql(), { user_id: psychic.id, customer_id: 802, connection_id: "first" });
    // Many begin at the same instant.
    await sql().raw(
      `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
              free_minutes, paid_minutes, rate_cents, revenue_cents, result)
       select 'long-' || n, ?, 802, 'Call', timestamptz '2026-03-02' + n / 50 * interval '1 minute',
              n, 0, n, 100, n * 100, 'Completed'
         from generate_series(1, 4999) n`,
      [psychic.id],
    );
    const { files } = await exported();
    const readings: { duration: number }[] = json(files, "readings");
    expect(readings.length).toBe(5000);
    expect(new Set(readings.map(({ duration }) => duration)).size).toBe(4999);
    expect(String(files.get("csv/readings.csv")).split("\n").length).toBe(5002);
  });

  test("a failure in the middle ends the answer, and not the portal", async () => {
    await sql().raw("alter table problems rename to problems_away");
    try {
      await expect(exported()).rejects.toThrow(/aborted|hang up|closed/);
    } finally {
      await sql().raw("alter table problems_away rename to problems");
    }
    expect((await exported()).answer.status).toBe(200);
  });

  test("staff get their own data", async () => {
    const manager = await makeManager(sql());
    const { files } = await exported(await portal.signIn(manager.username, password));
    expect(json(files, "account")).toMatchObject([{ username: manager.username, extension: null }]);
    expect(json(files, "actions")).toContainEqual(expect.objectContaining({ action: "signed in" }));
  });

  test("needs a session and a fresh confirmation, and is limited to 5 an hour", async () => {
    expect((await portal.visit().get("/api/profile/export")).status).toBe(401);
    for (let count = 0; count < 5; count += 1) expect((await exported()).answer.status).toBe(200);
    expect((await browser.get("/api/profile/export")).status).toBe(429);
    await portal.advance(6 * 60_000);
    const late = await browser.get("/api/profile/export");
    expect(late.body.type).toBe("urn:problem:confirmation_needed");
  });
});
