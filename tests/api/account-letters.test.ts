import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { makeLink } from "#server/features/sessions/passwords.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { sendAccountNotice } from "#server/jobs/send-account-notice.ts";
import { sendEmailChangeMail } from "#server/jobs/send-email-change-mail.ts";
import { prune } from "#server/pruners.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import { storedText } from "../support/stored-text.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let luna: Account;
let psychic: SignedIn;
let manager: SignedIn;

const day = 86_400_000;
/** Two psychics may not share a number and a PIN, so each psychic here gets a new number. */
let nextNumber = 2_125_550_000;
const sql = () => portal.services.db.sql;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  const managerAccount = await makeManager(sql());
  luna = await makePsychic(sql(), { manager_id: managerAccount.id });
  await makeProfileDetails(sql(), luna.id, { zodiac: 3, experience: 12 });
  await makePhone(sql(), { user_id: luna.id, phone_number: String(nextNumber++) });
  psychic = await portal.signIn(luna.username, password);
  manager = await portal.signIn(managerAccount.username, password);
  await letters();
});

/** Runs the queued jobs in order. Returns the letters that they send. */
async function letters() {
  portal.letters.length = 0;
  const names = ["send-email-change-mail", "send-account-notice"];
  const jobs: { id: string; name: string; data: never }[] = await sql()("pgboss.job")
    .whereIn("name", names)
    .orderBy("created_on")
    .select("id", "name", "data");
  await sql()("pgboss.job").whereIn("name", names).delete();
  for (const { id, name, data } of jobs) {
    const job = name === "send-account-notice" ? sendAccountNotice : sendEmailChangeMail;
    // The queue may run a job more than once, so run each twice.
    await job.handle(portal.services, data, id);
    await job.handle(portal.services, data, id);
  }
  return portal.letters.map(({ to, subject, text }) => ({ to, subject, text }));
}

const setEmail = async (email: string, by = psychic) => {
  const path = by === manager ? `/api/psychics/${luna.id}/profile` : "/api/profile";
  expect((await by.put(path, { profile: { email } })).status).toBe(204);
};
const tokenIn = (text: string) => /undo_email\/(\S+)/.exec(text)?.[1] ?? "";
/** Changes the address. Returns the token in the letter to the old address. */
async function changeTo(email: string): Promise<string> {
  await setEmail(email);
  return tokenIn((await letters())[0]?.text ?? "");
}
const undo = (token: string) => portal.visit().post("/api/profile/undo_email", { token });
const emailOf = async () =>
  (await oneRow(sql()("users").where({ id: luna.id }).first("email"))).email;

describe("a change of e-mail address (B6)", () => {
  test("sends the old address a letter with an undo link, whose token is stored hashed", async () => {
    await setEmail("new@people.example");
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      to: luna.email,
      subject: "Your COS e-mail address was changed",
    });
    expect(letter?.text).toContain("within 7 days");
    // The greeting has no name, because a user could type a message as the name.
    expect(letter?.text).toMatch(/^Hello,\n/);
    // The reader of the old mailbox must not learn the new address.
    expect(letter?.text).not.toContain("new@people.example");
    const token = tokenIn(letter?.text ?? "");
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    expect(storedText(await sql()("email_changes"))).not.toContain(token);
    expect(storedText(await sql()("sent_ledger"))).not.toContain(token);
  });

  test("is undone once by its link, which also ends every session and recovery link", async () => {
    const token = await changeTo("thief@people.example");
    const link = await makeLink(sql(), luna.id, portal.services.clock());
    const otherBrowser = await portal.signIn(luna.username, password);
    const { headers } = await psychic.get("/api/profile");
    expect((await undo(token)).status).toBe(204);
    expect(await emailOf()).toBe(luna.email);
    for (const browser of [psychic, otherBrowser]) {
      expect((await browser.get("/api/sessions/0")).status).toBe(401);
    }
    const authorize = await portal.visit().get(`/api/profile/authorize_password/${link}`);
    expect(authorize.status).toBe(404);
    expect(await sql()("logins").where({ user_id: luna.id }).whereNull("ended_at")).toEqual([]);
    const newBrowser = await portal.signIn(luna.username, password);
    expect((await newBrowser.get("/api/profile")).headers.etag).not.toBe(headers.etag);
    const { actor_id, detail } = await oneRow(
      sql()("audit_trail").where({ subject_id: luna.id, action: "e-mail change undone" }).first(),
    );
    expect([actor_id, detail]).toEqual([null, { from: "thief@people.example", to: luna.email }]);
    // Both addresses get a letter, because the wrong person may have undone the change.
    const sent = await letters();
    expect(sent.map(({ to }) => to).sort()).toEqual([luna.email, "thief@people.example"].sort());
    expect(sent[0]?.text).toContain("everybody was signed out");
    expect((await undo(token)).status).toBe(404);
  });

  test("is undone only by a POST with its token, within 7 days", async () => {
    const token = await changeTo("new@people.example");
    for (const wrong of [randomUUID(), "", "none", `${token} `]) {
      expect((await undo(wrong)).status).toBe(404);
    }
    const got = await portal.visit().get(`/api/profile/undo_email/${token}`);
    expect(got.status).toBe(404);
    expect(await emailOf()).toBe("new@people.example");
    await portal.advance(7 * day + 1000);
    expect((await undo(token)).status).toBe(404);
    expect(await emailOf()).toBe("new@people.example");
  });

  test("when undone, also undoes later changes, whose links stop working", async () => {
    const first = await changeTo("thief1@people.example");
    const second = await changeTo("thief2@people.example");
    expect((await undo(first)).status).toBe(204);
    expect((await undo(second)).status).toBe(404);
    expect(await emailOf()).toBe(luna.email);
  });

  test("is undone by one of three simultaneous requests", async () => {
    const token = await changeTo("thief@people.example");
    const answers = await Promise.all([undo(token), undo(token), undo(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  test("by a manager sends a letter without a link, and ends earlier links", async () => {
    const token = await changeTo("new@people.example");
    await setEmail("managed@people.example", manager);
    const sent = await letters();
    expect(sent).toMatchObject([{ to: "new@people.example" }]);
    expect(sent[0]?.text).toContain("A manager changed the e-mail address");
    expect(sent[0]?.text).not.toContain("undo_email");
    expect((await undo(token)).status).toBe(404);
    expect(await emailOf()).toBe("managed@people.example");
  });

  test("is deleted a week after its link expires", async () => {
    await setEmail("new@people.example");
    const runPrune = () => prune.handle(portal.services, {}, randomUUID());
    const storedChanges = () => sql()("email_changes").where({ user_id: luna.id });
    await portal.advance(13 * day);
    await runPrune();
    expect(await storedChanges()).toHaveLength(1);
    await portal.advance(2 * day);
    await runPrune();
    expect(await storedChanges()).toEqual([]);
  });
});

describe("letters about password, PIN and phones (B6)", () => {
  const changes: [
    changed: JobData["send-account-notice"]["what"],
    by: "owner" | "manager",
    change: () => Promise<{ status: number }>,
  ][] = [
    [
      "password",
      "owner",
      () => psychic.put("/api/profile/password", { old: password, password: "secret-77" }),
    ],
    ["password", "owner", recover],
    [
      "password",
      "manager",
      () => manager.put("/api/profile/agent_password", { id: luna.id, password: "secret-77" }),
    ],
    ["pin", "owner", () => psychic.put("/api/profile", { profile: { pin: "7531" } })],
    [
      "pin",
      "manager",
      () => manager.put(`/api/psychics/${luna.id}/profile`, { profile: { pin: "7531" } }),
    ],
    ["phones", "owner", () => addPhone(psychic)],
    ["phones", "manager", () => addPhone(manager)],
  ];
  const addPhone = (by: SignedIn) =>
    by.post(`/api/psychics/${luna.id}/phones`, { phone: { phone_number: "2125559999" } });

  async function recover() {
    const link = await makeLink(sql(), luna.id, portal.services.clock());
    const browser = portal.visit();
    await browser.get(`/api/profile/authorize_password/${link}`);
    return browser.put("/api/profile/password_unchecked", { password: "secret-77" });
  }

  test.each(changes)(
    "a change of %s by the %s sends one letter, without the new value",
    async (_, by, change) => {
      expect((await change()).status).toBe(204);
      const sent = await letters();
      expect(sent).toMatchObject([{ to: luna.email }]);
      expect(sent[0]?.text.includes("A manager")).toBe(by === "manager");
      expect(sent[0]?.text).toContain("/forgot_password");
      for (const secret of ["secret-77", "7531", "2125559999"]) {
        expect(sent[0]?.text).not.toContain(secret);
      }
    },
  );

  test("also go to the old address while it can undo the e-mail change", async () => {
    await setEmail("thief@people.example");
    await psychic.put("/api/profile", { profile: { pin: "7531" } });
    const sent = (await letters()).filter(({ subject }) => subject.includes("PIN"));
    expect(sent.map(({ to }) => to).sort()).toEqual([luna.email, "thief@people.example"].sort());
    // A recovery link would go to the new address, so the letter to the old one names the undo link.
    const toOld = sent.find(({ to }) => to === luna.email);
    expect(toOld?.text).toContain("use the link in our earlier e-mail about your e-mail address");
    expect(toOld?.text).not.toContain("/forgot_password");
  });

  test("are not sent if nothing changed", async () => {
    const phone = await oneRow(sql()("phones").where({ user_id: luna.id }));
    await psychic.post(`/api/psychics/${luna.id}/phones/${phone.id}/set_preferred`);
    await psychic.put("/api/profile", { profile: { email: luna.email, zodiac: 5 } });
    expect(await letters()).toEqual([]);
  });
});
