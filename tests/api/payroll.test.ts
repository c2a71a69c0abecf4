import { armor, Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { ssnContext } from "#server/features/psychics/correct-psychic.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import type { StaffRole } from "#shared/rules/staff.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import type { SentReading } from "../support/recount.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let psychic: Account;
let payroll: SignedIn;
let identity: string;

const sql = () => portal.services.db.sql;
const ssn = "900553817";
const reason = "The bank refused the payment";

beforeAll(async () => {
  identity = await generateX25519Identity();
  portal = await openTestApp({ taxFilerKey: await identityToRecipient(identity) });
});
afterAll(() => portal.close());
beforeEach(async () => {
  const owner = await makeManager(sql(), { staff_role: "owner" });
  psychic = await makePsychic(sql(), { manager_id: owner.id });
  await storeSsn(psychic.id, ssn);
  payroll = await asRole("payroll");
});

async function asRole(staff_role: StaffRole): Promise<SignedIn> {
  const account = await makeManager(sql(), { staff_role });
  return portal.signIn(account.username, password);
}
async function storeSsn(id: number, text: string) {
  const ssn_sealed = portal.services.vault.seal(text, ssnContext(id));
  const ssn_index = portal.services.vault.index("ssn", text);
  await sql()("psychics").where({ user_id: id }).update({ ssn_sealed, ssn_index });
}
const open = (browser = payroll, id = psychic.id, body: object = { reason }) =>
  browser.post(`/api/psychics/${id}/ssn/open`, body);
const entries = (id: number) =>
  sql()("audit_trail").where({ subject_id: id }).orderBy("id").select("action", "detail");
const letters = () => sql()("pgboss.job").where({ name: "send-account-notice" }).pluck("data");

describe("opening an SSN", () => {
  test("answers the number, and leaves an entry with the reason and a letter", async () => {
    const answer = await open();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ssn });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await entries(psychic.id)).toContainEqual({ action: "SSN opened", detail: { reason } });
    const letter = { userId: psychic.id, what: "ssn opened", by: "manager" };
    expect(await letters()).toContainEqual(letter);
    const elsewhere = [await entries(psychic.id), await letters(), portal.lines];
    expect(JSON.stringify(elsewhere)).not.toContain(ssn);
  });

  test("needs payroll, a reason, a fresh confirmation and a stored number", async () => {
    for (const role of ["manager", "recruiter", "viewer"] as const) {
      expect([role, (await open(await asRole(role))).status]).toEqual([role, 403]);
    }
    const own = await portal.signIn(psychic.username, password);
    expect((await open(own)).status).toBe(403);
    for (const given of [
      {},
      { reason: "" },
      { reason: " why " },
      { reason: "\u200B".repeat(9) },
      { reason: "y".repeat(201) },
    ]) {
      const refused = await open(payroll, psychic.id, given);
      expect([refused.status, refused.body.errors[0].path]).toEqual([422, "reason"]);
    }
    await sql()("psychics").where({ user_id: psychic.id }).update({ ssn_sealed: null });
    expect((await open()).status).toBe(404);
    expect((await open(payroll, 2_000_000_000)).status).toBe(404);
    await portal.advance(6 * 60_000);
    expect((await open()).body.type).toBe("urn:problem:confirmation_needed");
    expect(await letters()).not.toContainEqual(expect.objectContaining({ userId: psychic.id }));
  });

  test("is limited to 20 an hour", async () => {
    for (let count = 0; count < 20; count += 1) expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(429);
  });
});

describe("correcting an SSN", () => {
  test("stores it, and says which blacklisted accounts have it, too", async () => {
    const other = await makePsychic(sql(), { psychic: { account_status: "Blacklist" } });
    await storeSsn(other.id, "900553818");
    const answer = await payroll.put(`/api/psychics/${psychic.id}/ssn`, {
      ...{ ssn: "900553818", reason: "A digit was wrong" },
    });
    expect(answer.body).toEqual({ linked: [other.username], requires_approval: true });
    expect((await open()).body.ssn).toBe("900553818");
    const [entry] = (await entries(psychic.id)).filter(({ action }) => action === "SSN corrected");
    expect(entry?.detail).toMatchObject({ reason: "A digit was wrong" });
    expect(JSON.stringify(entry)).not.toContain("900553818");
    const letter = { userId: psychic.id, what: "ssn corrected", by: "manager" };
    expect(await letters()).toContainEqual(letter);
  });

  test("refuses what is not an SSN, and staff without payroll", async () => {
    const put = (browser: SignedIn, given: string) =>
      browser.put(`/api/psychics/${psychic.id}/ssn`, { ssn: given, reason });
    const refused = await put(payroll, "90055381");
    expect(refused.body.errors).toEqual([
      { path: "ssn", code: "invalid_format", message: "SSN is invalid" },
    ]);
    expect((await put(await asRole("manager"), "900553818")).status).toBe(403);
    expect((await open()).body.ssn).toBe(ssn);
  });
});

describe("the tax file", () => {
  const readIn = async (month: string) => {
    const started_at = `${month}-15T17:00:00.000Z`;
    const reading: SentReading = {
      ...{ connection_id: `call-${psychic.id}`, user_id: psychic.id, result: "Completed" },
      ...{ customer_id: 1, customer_username: "ada", started_at, conn_type: "Call" },
      ...{ minutes: 10, free_minutes: 0, paid_minutes: 10, rate: 3.99, revenue: 39.9 },
    };
    await ingestReadings(portal.services.db.pool, [reading], null);
    await refreshStatistics(portal.services.db.pool, portal.services.clock());
  };
  const opened = async (content: string) => {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    return decrypter.decrypt(armor.decode(content), "text");
  };

  test("has the psychics with a reading in the year, and only the filer can open it", async () => {
    await readIn("2025-12");
    await sql()("users").where({ id: psychic.id }).update({ last: "=cmd|' /C calc'!A0" });
    const { status, body } = await payroll.post("/api/tax_files", { year: 2025 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "tax-2025.csv.age", psychics: 1, without_ssn: 0 });
    expect(body.content).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----/);
    expect(body.content).not.toContain(ssn);
    const lines = (await opened(body.content)).trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^username,extension,first,last,.*,ssn$/);
    expect(lines[1]).toContain(ssn);
    // A spreadsheet runs no cell as a formula.
    expect(lines[1]).toContain("'=cmd");

    const other = await payroll.post("/api/tax_files", { year: 2024 });
    expect(other.body).toMatchObject({ psychics: 0 });
    expect((await opened(other.body.content)).trim().split("\n")).toHaveLength(1);
  });

  test("counts the psychics without an SSN, and refuses staff without payroll", async () => {
    await readIn("2023-01");
    await sql()("psychics").where({ user_id: psychic.id }).update({ ssn_sealed: null });
    const { body } = await payroll.post("/api/tax_files", { year: 2023 });
    expect(body).toMatchObject({ psychics: 1, without_ssn: 1 });
    const manager = await asRole("manager");
    expect((await manager.post("/api/tax_files", { year: 2023 })).status).toBe(403);
    const wrong = await payroll.post("/api/tax_files", { year: 1999 });
    expect(wrong.body.errors[0]).toMatchObject({ path: "year", message: "Year is not valid" });
  });
});
