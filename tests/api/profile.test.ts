import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { psychicsOwnKeys } from "#shared/rules/profile.ts";
import { asWord } from "../support/as-word.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { setUpProfiles } from "./fixtures/profile.ts";

const fixture = setUpProfiles();
const {
  sql,
  makePsychicWithProfile,
  put,
  approve,
  reject,
  profileOf,
  lastAuditEntry,
  deliveriesOf,
  details,
  freshNumber,
} = fixture;

test("a phone change changes the profile's ETag, but a save on the old ETag still succeeds (L2)", async () => {
  for (const path of ["/api/profile", `/api/psychics/${fixture.luna.id}/profile`]) {
    const before = await fixture.lunaBrowser.get(path);
    const readAgain = () =>
      fixture.lunaBrowser.get(path).set("If-None-Match", before.headers.etag as string);
    expect((await readAgain()).status).toBe(304);
    const phone = { phone_number: freshNumber() };
    expect(
      (await fixture.lunaBrowser.post(`/api/psychics/${fixture.luna.id}/phones`, { phone })).status,
    ).toBe(204);
    const after = await readAgain();
    expect(after.status).toBe(200);
    expect(after.body.phones).toHaveLength(before.body.phones.length + 1);
    const saved = await put({ credentials: [path] }, fixture.luna.id, fixture.lunaBrowser).set(
      "If-Match",
      before.headers.etag as string,
    );
    expect(saved.status).toBe(204);
    // The save's ETag is that of the next answer.
    const next = await fixture.lunaBrowser
      .get(path)
      .set("If-None-Match", saved.headers.etag as string);
    expect(next.status).toBe(304);
  }
});

describe("reading a profile", () => {
  test("E8: a manager gets the PIN, the phones and the approved details", async () => {
    expect(await profileOf()).toEqual({
      user_id: fixture.luna.id,
      username: fixture.luna.username,
      profile_status: "Approved",
      pin: "1234",
      first: "Robin",
      last: expect.stringContaining("Person"),
      address1: "12 Maple Street",
      address2: null,
      postal_code: "10025",
      city: "New York",
      region: "NY",
      country: "US",
      country_code: 1,
      email: fixture.luna.email,
      phones: [expect.objectContaining({ preferred: true, type: 2 })],
      phone_type: 2,
      contact_method: "P",
      ...details,
      reason: null,
      approved: details,
    });
  });

  test("E9: a psychic gets their own profile, a manager the short form", async () => {
    const own = await fixture.lunaBrowser.get("/api/profile");
    expect(own.body).toEqual(await profileOf());
    expect(own.headers.etag).toBe(`"profile-${fixture.luna.id}-1"`);
    const short = await fixture.manager.get("/api/profile");
    expect(short.status).toBe(200);
    expect(Object.keys(short.body)).toEqual([
      "first",
      "last",
      "address1",
      "address2",
      "postal_code",
      "city",
      "region",
      "country",
      "country_code",
      "email",
      "phones",
      "phone_type",
    ]);
    expect(short.body).toMatchObject({ email: fixture.boss.email, phones: [], phone_type: 3 });
  });

  test("a profile that was never filled in has the defaults (K11)", async () => {
    const { id } = await makePsychic(sql());
    expect(await profileOf(id)).toMatchObject({
      pin: null,
      zodiac: null,
      gender: "F",
      language: 1,
      languages: [],
      experience: null,
      credentials: [],
      phone_type: 3,
      approved: null,
    });
  });

  test("an id that is not a psychic's is 404, even the manager's own", async () => {
    for (const id of [fixture.boss.id, 999_999, 999_999_999_999]) {
      expect((await fixture.manager.get(`/api/psychics/${id}/profile`)).status).toBe(404);
      expect((await put({ city: "Boston" }, id)).status).toBe(404);
      expect((await approve(id)).status).toBe(404);
      expect((await reject({}, id)).status).toBe(404);
    }
    const other = await makeManager(sql());
    const stale = await put({ city: "Boston" }, other.id).set("If-Match", '"x"');
    expect(stale.status).toBe(404);
  });

  test("the answer has no SSN, and no log line, audit entry or delivery has a PIN", async () => {
    const pin = "8642";
    await put({ pin });
    const { body } = await fixture.manager.get(`/api/psychics/${fixture.luna.id}/profile`);
    expect(body.pin).toBe(pin);
    expect(JSON.stringify(body)).not.toContain("ssn");
    const stored = [
      fixture.portal.lines,
      await sql()("audit_trail"),
      await deliveriesOf(fixture.luna.id),
    ];
    expect(JSON.stringify(stored)).not.toMatch(asWord(pin));
  });
});

describe("V18: a psychic's save", () => {
  test("E48: changes some fields at once and holds others for approval (D25)", async () => {
    const change: Record<(typeof psychicsOwnKeys)[number], unknown> = {
      email: "luna2@people.example",
      pin: "2468",
      contact_method: "E",
      zodiac: 5,
      gender: "M",
      language: 3,
      languages: [1],
      credentials: ["Palmistry"],
    };
    expect((await fixture.lunaBrowser.put("/api/profile", { profile: change })).status).toBe(204);
    const { body } = await fixture.lunaBrowser.get("/api/profile");
    expect(body).toMatchObject({ ...change, profile_status: "Pending", approved: details });
    expect((await put({ zodiac: 6 }, fixture.luna.id, fixture.lunaBrowser)).status).toBe(204);
  });

  test("is 422 if it changes any other field, but may contain the stored value", async () => {
    const before = (await fixture.lunaBrowser.get("/api/profile")).body;
    const { profile_status: _, ...same } = before;
    expect((await fixture.lunaBrowser.put("/api/profile", { profile: same })).status).toBe(204);
    const now = (await fixture.lunaBrowser.get("/api/profile")).body;
    const others = {
      username: "other",
      first: "Other",
      address1: "Other",
      address2: "Other",
      city: "Other",
      region: "Other",
      country: "CA",
      postal_code: "94610",
      country_code: 7,
      experience: 90,
      profile_status: "Rejected",
      reason: "none",
      phone_type: 3,
    };
    for (const [key, value] of Object.entries(others)) {
      const answer = await fixture.lunaBrowser.put("/api/profile", { profile: { [key]: value } });
      expect(answer.status, key).toBe(422);
      expect(errorsOf(answer)?.at(0), key).toEqual([
        `profile.${key}`,
        "This cannot be changed here",
      ]);
    }
    for (const key of ["account_status", "permissions", "manager", "signup_date", "role"]) {
      const answer = await fixture.lunaBrowser.put("/api/profile", {
        profile: { [key]: "Active" },
      });
      expect(errorsOf(answer), key).toEqual([[`profile.${key}`, "Unknown field"]]);
    }
    expect((await fixture.lunaBrowser.get("/api/profile")).body).toEqual(now);
  });

  test("D39: without a PIN keeps the stored one", async () => {
    const {
      pin,
      profile_status: _,
      ...rest
    } = (await fixture.lunaBrowser.get("/api/profile")).body;
    const change = { ...rest, email: "offline@people.example" };
    expect((await fixture.lunaBrowser.put("/api/profile", { profile: change })).status).toBe(204);
    const now = (await fixture.lunaBrowser.get("/api/profile")).body;
    expect(now).toMatchObject({ pin, email: "offline@people.example" });
    expect(await lastAuditEntry(fixture.luna.id)).not.toHaveProperty("detail.pin_changed");
    expect(await deliveriesOf(fixture.luna.id)).toEqual([]);
  });

  test("D4: is 409 while the account requires approval", async () => {
    const sage = await makePsychicWithProfile("1234", {
      psychic: { account_status: "Pending", requires_approval: true },
    });
    const browser = await fixture.portal.signIn(sage.username, password);
    const own = await browser.put("/api/profile", { profile: { zodiac: 1 } });
    expect(own.status).toBe(409);
    expect((await put({ zodiac: 1 }, sage.id)).status).toBe(409);
  });
});

describe("a manager's own profile", () => {
  test("E48: changes at once and has no status", async () => {
    const own = await makeManager(sql());
    const browser = await fixture.portal.signIn(own.username, password);
    const change = { first: "Sam", country: "CA", postal_code: "K1N5S7", email: "sam@x.example" };
    expect((await browser.put("/api/profile", { profile: change })).status).toBe(204);
    const { body } = await browser.get("/api/profile");
    expect(body).toMatchObject({ ...change, postal_code: "K1N 5S7" });
    const same = await browser.put("/api/profile", { profile: body });
    expect(same.status).toBe(204);
    for (const other of [{ username: "boss" }, { pin: "1234" }, { zodiac: 1 }]) {
      expect((await browser.put("/api/profile", { profile: other })).status).toBe(422);
    }
    const wrong = await browser.put("/api/profile", { profile: { postal_code: "1" } });
    expect(errorsOf(wrong)).toEqual([["profile.postal_code", "Zip/Postal Code is invalid"]]);
    const stale = await browser.put("/api/profile", { profile: {} }).set("If-Match", '"old"');
    expect(stale.status).toBe(412);
    expect(stale.body.current).toEqual(body);
  });
});

describe("versions and idempotency keys", () => {
  test("a save on an older version is 412 with the current profile", async () => {
    const { headers } = await fixture.manager.get(`/api/psychics/${fixture.luna.id}/profile`);
    const etag = headers.etag as string;
    const first = await put({ city: "Boston" }).set("If-Match", etag);
    expect([first.status, first.headers.etag]).toEqual([204, `"profile-${fixture.luna.id}-2"`]);
    const stale = await put({ city: "Albany" }).set("If-Match", etag);
    expect(stale.status).toBe(412);
    expect(stale.body.current).toEqual(await profileOf());
    expect(stale.headers.etag).toBe(first.headers.etag);
    const late = await approve().set("If-Match", etag);
    expect(late.status).toBe(412);
    // A new number changes only the part of the ETag after the dot, not the profile's version (L2).
    const phone = { phone_number: freshNumber() };
    await fixture.manager.post(`/api/psychics/${fixture.luna.id}/phones`, { phone });
    expect(
      (await fixture.manager.get(`/api/psychics/${fixture.luna.id}/profile`)).headers.etag,
    ).toBe(`"profile-${fixture.luna.id}-2.2"`);
    expect((await put({ city: "Albany" }).set("If-Match", first.headers.etag ?? "")).status).toBe(
      204,
    );
  });

  test("a read with the current ETag is 304", async () => {
    const { headers } = await fixture.lunaBrowser.get("/api/profile");
    const again = await fixture.lunaBrowser
      .get("/api/profile")
      .set("If-None-Match", headers.etag as string);
    expect(again.status).toBe(304);
  });

  test("two saves under one key change the profile once", async () => {
    const key = randomUUID();
    const save = () => put({ city: "Boston" }).set("Idempotency-Key", key);
    const answers = await Promise.all([save(), save()]);
    expect(answers.map(({ headers }) => headers.etag)).toEqual([
      `"profile-${fixture.luna.id}-2"`,
      `"profile-${fixture.luna.id}-2"`,
    ]);
  });
});
