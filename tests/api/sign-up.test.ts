import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { currentAgreement } from "#server/agreement-text.ts";
import { theExampleBrands } from "#server/brands.ts";
import { oneRow } from "#server/db/one-row.ts";
import { sendAccountNotice } from "#server/jobs/send-account-notice.ts";
import { sendRecoveryMail } from "#server/jobs/send-recovery-mail.ts";
import { sendWelcomeMail } from "#server/jobs/send-welcome-mail.ts";
import { agreementVersion } from "#shared/reference/agreement.ts";
import { asWord } from "../support/as-word.ts";
import { passBotCheck } from "../support/bot-check.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp } from "../support/test-app.ts";
import { setUpSignUp } from "./fixtures/sign-up.ts";

const fixture = setUpSignUp();
const { sql, newPerson, create, apply } = fixture;

describe("E32: a visitor signs up", () => {
  test("under the brand's oldest manager who can sign in (B3)", async () => {
    const shutOutManager = await makeManager(sql(), { brand: "onesun", password_hash: null });
    await sql()("users").where({ id: fixture.oneSunManager.id }).update({ brand: "cos" });
    const next = await makeManager(sql(), { brand: "onesun" });
    const altcha = await passBotCheck(fixture.visitor);
    const { body } = await fixture.visitor.post("/api/psychics", {
      psychic: newPerson(),
      altcha,
      brand: "onesun",
    });
    const account = await oneRow(sql()("psychics").where({ user_id: body.user_id }).first());
    expect(account.manager_id).toBe(next.id);
    expect(shutOutManager.id).toBeLessThan(next.id);
    await sql()("users").whereIn("id", [shutOutManager.id, next.id]).update({ brand: "cos" });
    await sql()("users").where({ id: fixture.oneSunManager.id }).update({ brand: "onesun" });
  });

  test("and everything about the account is stored", async () => {
    const given = newPerson({ referral: "200100", credentials: ["<i>Reiki</i>", ""] });
    const altcha = await passBotCheck(fixture.visitor);
    const answer = await fixture.visitor
      .post("/api/psychics", { psychic: given, altcha })
      .set("Host", "onesun.localhost");
    expect([answer.status, answer.body]).toEqual([201, { user_id: expect.any(Number) }]);
    const id = answer.body.user_id;

    const user = await oneRow(sql()("users").where({ id }).first());
    expect(user).toMatchObject({ role: "psychic", brand: "onesun", username: given.username });
    expect(user).toMatchObject({ country: "US", country_code: 1, postal_code: "10025" });
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const psychic = await oneRow(sql()("psychics").where({ user_id: id }).first());
    expect(psychic).toMatchObject({
      manager_id: fixture.oneSunManager.id,
      account_status: "Pending",
      profile_status: "Pending",
      requires_approval: false,
      referral: "200100",
      referral_known: false,
      permissions: [],
      contact_method: "E",
    });
    expect(psychic.extension).toMatch(/^[3-9]\d{5}$/);
    const secret = (column: "ssn_sealed" | "pin_sealed") =>
      fixture.portal.services.vault.open(psychic[column] as Buffer, {
        table: "psychics",
        column,
        userId: id,
      });
    expect([secret("ssn_sealed"), secret("pin_sealed")]).toEqual([given.ssn, "4711"]);
    expect(
      fixture.portal.services.vault.index("ssn", given.ssn).equals(psychic.ssn_index as Buffer),
    ).toBe(true);
    const [phone] = await sql()("phones").where({ user_id: id });
    expect(phone).toMatchObject({
      phone_number: given.phone,
      type: 1,
      time_zone_id: 11,
      preferred: true,
      sms: true,
    });
    expect(await sql()("profile_details").where({ psychic_id: id })).toEqual([
      {
        psychic_id: id,
        state: "edited",
        zodiac: 12,
        gender: "F",
        language: 2,
        // The primary language is removed from the other languages (S15).
        languages: [1],
        experience: 7,
        credentials: ["Reiki"],
      },
    ]);
    expect(await sql()("availability").where({ psychic_id: id }).first()).toMatchObject({
      code: "U",
    });
    const [agreement] = await sql()("agreements").where({ user_id: id });
    expect(agreement).toMatchObject({
      brand: "onesun",
      version: agreementVersion,
      text_hash: currentAgreement(theExampleBrands.named("onesun")).hash,
      address: fixture.visitor.address,
    });
    const delivery = await oneRow(sql()("deliveries").where({ psychic_id: id }));
    expect(delivery).toMatchObject({
      type: "psychic.created",
      data: { account_status: "Pending" },
    });
    const context = { table: "deliveries", column: "pin_sealed", userId: id };
    expect(fixture.portal.services.vault.open(delivery.pin_sealed as Buffer, context)).toBe("4711");
    const [entry] = await sql()("audit_trail").where({ subject_id: id });
    expect(entry).toMatchObject({ action: "psychic created", actor_id: null });

    const stored = [entry, delivery.data, await sql()("idempotency_keys"), fixture.portal.lines];
    for (const canary of [given.ssn, '4711"', given.password]) {
      expect(JSON.stringify(stored)).not.toContain(canary);
    }
    await fixture.portal.signIn(given.username, given.password);
  });

  test("V24: only with both boxes ticked", async () => {
    const boxes = { agreed_privacy: false, confirmed_psychic: null };
    const neither = await fixture.visitor.post("/api/psychics", {
      psychic: newPerson(boxes),
      altcha: "x",
    });
    expect([neither.status, errorsOf(neither)]).toEqual([
      422,
      [
        ["psychic.agreed_privacy", "You must agree to the Privacy Policy"],
        ["psychic.confirmed_psychic", "You must confirm you are psychic"],
      ],
    ]);
  });

  test("only with a bot check, which a 409 does not use up", async () => {
    const without = await fixture.visitor.post("/api/psychics", { psychic: newPerson() });
    expect([without.status, errorsOf(without)?.[0]?.[0]]).toEqual([422, "altcha"]);
    const altcha = await passBotCheck(fixture.visitor);
    const given = newPerson();
    const send = (psychic: object) => fixture.visitor.post("/api/psychics", { psychic, altcha });
    expect((await send({ ...given, username: fixture.boss.username })).status).toBe(409);
    expect((await send(given)).status).toBe(201);
    expect((await send(newPerson())).status).toBe(422);
  });

  test("D37: in the wizard of a brand, whatever the host", async () => {
    const psychic = newPerson();
    const send = async (brand: string) =>
      fixture.visitor.post("/api/psychics", {
        psychic,
        brand,
        altcha: await passBotCheck(fixture.visitor),
      });
    const unknown = await send("another");
    expect([unknown.status, errorsOf(unknown)]).toEqual([422, [["brand", "Brand is not valid"]]]);
    const { user_id } = (await send("onesun")).body;
    const user = await oneRow(sql()("users").where({ id: user_id }).first());
    const account = await oneRow(sql()("psychics").where({ user_id }).first());
    const agreement = await oneRow(sql()("agreements").where({ user_id }).first());
    expect([user.brand, account.manager_id, agreement.brand]).toEqual([
      "onesun",
      fixture.oneSunManager.id,
      "onesun",
    ]);
  });

  test("D30: must accept the agreement if there is a bot check, even in a manager's browser", async () => {
    const boxes = await fixture.manager.post("/api/psychics", {
      psychic: newPerson({ agreed_privacy: false }),
      altcha: await passBotCheck(fixture.manager),
    });
    expect(errorsOf(boxes)).toEqual([
      ["psychic.agreed_privacy", "You must agree to the Privacy Policy"],
    ]);
    const { user_id } = (await apply(newPerson(), fixture.manager)).body;
    expect(await sql()("agreements").where({ user_id })).toHaveLength(1);
  });

  test("a signed-in psychic needs the bot check like any visitor", async () => {
    const { username } = await makePsychic(sql());
    const browser = await fixture.portal.signIn(username, password);
    expect((await create(newPerson(), browser)).status).toBe(422);
  });

  test("at most ten times an hour from an address; a manager has no limit", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await create({}, fixture.visitor)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    for (let i = 0; i < 12; i++) expect((await create({})).status).toBe(422);
  });

  test("once under one idempotency key, however often it is sent", async () => {
    const altcha = await passBotCheck(fixture.visitor);
    const body = { psychic: newPerson(), altcha };
    const key = randomUUID();
    const send = () => fixture.visitor.post("/api/psychics", body).set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { user_id } }) => user_id)).size).toBe(1);
    const { username } = body.psychic;
    expect(await sql()("users").where({ username })).toHaveLength(1);
  });
});

describe("the confirmation letter", () => {
  test("D10: has the username and a link, no password or PIN, and is sent once", async () => {
    const given = newPerson();
    const answer = await apply(given);
    const userId = answer.body.user_id;
    const [job] = await sql()("pgboss.job")
      .where({ name: "send-welcome-mail" })
      .whereRaw("data ->> 'userId' = ?", [String(userId)]);
    expect(job.data).toEqual({ userId });
    fixture.portal.letters.length = 0;
    const run = () => sendWelcomeMail.handle(fixture.portal.services, { userId }, randomUUID());
    await Promise.all([run(), run()]);
    await run();
    expect(fixture.portal.letters).toHaveLength(1);
    const [letter] = fixture.portal.letters;
    expect(letter).toMatchObject({ to: given.email, from: "COS <no-reply@cos.example>" });
    expect(letter?.text).toContain(`"${given.username}"`);
    for (const secret of ["4711", "seven-stars"]) expect(letter?.text).not.toMatch(asWord(secret));
    const [, link] = /recover_password\/(\S+)/.exec(letter?.text ?? "") ?? [];
    const browser = fixture.portal.visit();
    expect((await browser.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
    const set = await browser.put("/api/profile/password_unchecked", { password: "eight-stars" });
    expect(set.status).toBe(204);
    await fixture.portal.signIn(given.username, "eight-stars");
  });
});

describe("a stranger's text in a letter (C13)", () => {
  test.each([
    ["username", "Username is invalid"],
    ["first", "First Name is invalid"],
    ["last", "Last Name is invalid"],
  ])("a %s with a web or e-mail address is 422", async (field, message) => {
    for (const text of ["see http://evil", "WWW.evil.example", "a@evil", "ftp://x"]) {
      const answer = await create(newPerson({ [field]: text }));
      expect([answer.status, errorsOf(answer)], text).toEqual([
        422,
        [[`psychic.${field}`, message]],
      ]);
      const theirs = await apply(newPerson({ [field]: text }));
      expect(theirs.status).toBe(422);
    }
    const asked = await fixture.visitor.get("/api/psychics/username_available?username=a%40evil");
    expect(errorsOf(asked)).toEqual([["username", "Username is invalid"]]);
  });

  test("a letter has no name in it, and the username only if that is one word", async () => {
    const strangersText = {
      first: "Win",
      last: "Money",
      username: `call 800 555 now evil.com ${randomUUID()}`,
    };
    const { body } = await apply(newPerson(strangersText));
    fixture.portal.letters.length = 0;
    await sendWelcomeMail.handle(fixture.portal.services, { userId: body.user_id }, randomUUID());
    const { email } = await oneRow(sql()("users").where({ id: body.user_id }).first());
    const recovery = { email, brand: "cos" };
    await sendRecoveryMail.handle(fixture.portal.services, recovery, randomUUID());
    const notice = { userId: body.user_id, what: "password", by: "owner" } as const;
    await sendAccountNotice.handle(fixture.portal.services, notice, randomUUID());
    expect(fixture.portal.letters).toHaveLength(3);
    const { extension } = await oneRow(sql()("psychics").where({ user_id: body.user_id }).first());
    for (const { text, subject } of fixture.portal.letters) {
      expect(`${subject} ${text}`).not.toMatch(/evil|Win|Money|800 555/);
      expect(text).toContain(`with the extension ${extension}`);
    }
  });
});

test("D1: a sign-up is 503 with Retry-After while there is no manager", async () => {
  const emptyPortal = await openTestApp();
  const browser = emptyPortal.visit();
  const answer = await apply(newPerson(), browser);
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "3600"]);
  await emptyPortal.close();
});
