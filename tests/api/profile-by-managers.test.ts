import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { phoneRow } from "#seeds/builders/phone.ts";
import { oneRow } from "#server/db/one-row.ts";
import type { ProfileChange } from "#shared/profile.ts";
import { errorsOf } from "../support/errors-of.ts";
import { setUpProfiles } from "./fixtures/profile.ts";

/** The fields of a change that can differ from the stored profile. */
type ChangeableKey = {
  [Key in keyof ProfileChange]-?: unknown extends ProfileChange[Key] ? never : Key;
}[keyof ProfileChange];

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

describe("E47: a manager's save of a profile", () => {
  test("changes one or all fields and sets the status to Pending (S1)", async () => {
    // The type asks for every field, so the test notices a field that is accepted but not stored.
    const change: Record<Exclude<ChangeableKey, "country_code">, unknown> = {
      username: `star-${randomUUID()}`,
      pin: "4321",
      first: " Ana  María ",
      last: "Rey",
      address1: "1 Rue Neuve",
      address2: "Apt 2",
      postal_code: "m5v2t6",
      city: "Toronto",
      region: "ON",
      country: "CA",
      email: "ana@people.example",
      contact_method: "E",
      zodiac: 12,
      gender: "M",
      language: 2,
      languages: [1, 2, 3, 3],
      experience: 0,
      credentials: ["<b>Tarot</b> diploma", " ", "Reiki"],
    };
    expect((await put(change)).status).toBe(204);
    const profile = await profileOf();
    expect(profile).toMatchObject({
      ...change,
      first: "Ana María",
      postal_code: "M5V 2T6",
      languages: [1, 3],
      credentials: ["Tarot diploma", "Reiki"],
      country_code: 1,
      profile_status: "Pending",
      // Customers see the approved details until a manager approves the new ones (D25).
      approved: details,
    });
    const { detail } = await oneRow(lastAuditEntry(fixture.luna.id));
    expect(detail.from).toMatchObject({ first: "Robin", zodiac: 3, address2: null });
    expect(detail.to).toMatchObject({ first: "Ana María", zodiac: 12, address2: "Apt 2" });
    expect(detail.pin_changed).toBe(true);
    expect((await put({ address2: "" })).status).toBe(204);
    expect(await profileOf()).toEqual({ ...profile, address2: null });
  });

  test("keeps the fields that it omits, and keeps the status if nothing changes (F7)", async () => {
    const before = await profileOf();
    expect(before.profile_status).toBe("Approved");
    // A client may send back what it read.
    const { profile_status: _, ...same } = before;
    for (const unchanged of [{}, same, { address2: "" }]) {
      expect((await put(unchanged)).status).toBe(204);
      expect(await profileOf()).toEqual(before);
    }
    expect(await lastAuditEntry(fixture.luna.id)).toMatchObject({ action: "signed in" });
    expect(await deliveriesOf(fixture.luna.id)).toEqual([]);
    expect((await put({ city: "Elsewhere" })).status).toBe(204);
    expect(await profileOf()).toEqual({
      ...before,
      city: "Elsewhere",
      profile_status: "Pending",
    });
  });

  test("V10: sets the dial prefix of a new country, unless the save names a prefix", async () => {
    expect((await put({ country: "gb", postal_code: "SW1A 1AA" })).status).toBe(204);
    expect(await profileOf()).toMatchObject({ country: "GB", country_code: 44 });
    await put({ country: "DE", country_code: 1 });
    expect(await profileOf()).toMatchObject({ country: "DE", country_code: 1 });
  });

  test("S15: removes the primary language from the other languages", async () => {
    await put({ language: 2 });
    expect(await profileOf()).toMatchObject({ language: 2, languages: [] });
    await put({ languages: [2, 5] });
    expect(await profileOf()).toMatchObject({ language: 2, languages: [5] });
  });

  test("V6: cannot take another user's username in any letter case, but can keep the psychic's own", async () => {
    const orion = await makePsychicWithProfile("1234");
    const refused = await put({ username: orion.username.toUpperCase() });
    expect([refused.status, errorsOf(refused)]).toEqual([
      409,
      [["profile.username", "Username is taken"]],
    ]);
    expect((await profileOf()).profile_status).toBe("Approved");
    expect((await put({ username: fixture.luna.username })).status).toBe(204);
    expect((await put({ username: fixture.luna.username.toUpperCase() })).status).toBe(204);
  });

  test("gives a username to one of two psychics who want it at the same time", async () => {
    const orion = await makePsychicWithProfile("1234");
    const username = `wanted-${randomUUID()}`;
    const answers = await Promise.all([put({ username }), put({ username }, orion.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("V21: changes nothing if the new pair of phone and PIN is another psychic's", async () => {
    const shared = freshNumber();
    const { vault } = fixture.portal.services;
    const orion = await makePsychicWithProfile("7777");
    const second = (user_id: number, pin: string) =>
      phoneRow({ user_id, place: 2, phone_number: shared, pinned: { vault, pin } });
    await sql()("phones").insert([second(fixture.luna.id, "1234"), second(orion.id, "7777")]);
    const refused = await put({ pin: "7777", city: "Boston" });
    expect([refused.status, errorsOf(refused)]).toEqual([
      409,
      [["profile.pin", "Phone/Pin combo is taken"]],
    ]);
    expect(await profileOf()).toMatchObject({ pin: "1234", city: "New York" });
    // A new PIN changes the pair of every number: the old pairs become free, the new ones taken.
    expect((await put({ pin: "1111" })).status).toBe(204);
    expect((await put({ pin: "1234" }, orion.id)).status).toBe(204);
    expect((await put({ pin: "1111" }, orion.id)).status).toBe(409);
    const delivery = await oneRow(deliveriesOf(fixture.luna.id));
    expect(delivery.type).toBe("psychic.changed");
    const context = { table: "deliveries", column: "pin_sealed", userId: fixture.luna.id };
    expect(vault.open(delivery.pin_sealed as Buffer, context)).toBe("1111");
  });

  test("gives a pair to one of two psychics whose new PINs make it at the same time", async () => {
    const shared = freshNumber();
    const orion = await makePsychicWithProfile("5678");
    const { vault } = fixture.portal.services;
    await sql()("phones").insert([
      phoneRow({
        user_id: fixture.luna.id,
        place: 2,
        phone_number: shared,
        pinned: { vault, pin: "1234" },
      }),
      phoneRow({
        user_id: orion.id,
        place: 2,
        phone_number: shared,
        pinned: { vault, pin: "5678" },
      }),
    ]);
    const answers = await Promise.all([put({ pin: "9012" }), put({ pin: "9012" }, orion.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("ends the recovery links of the old e-mail address", async () => {
    const link = { token_hash: Buffer.from(randomUUID()), user_id: fixture.luna.id };
    await sql()("password_links").insert({ ...link, expires_at: new Date(Date.now() + 60_000) });
    await put({ city: "Boston" });
    const open = () => sql()("password_links").where({ user_id: fixture.luna.id, used_at: null });
    expect(await open()).toHaveLength(1);
    await put({ email: "elsewhere@people.example" });
    expect(await open()).toHaveLength(0);
  });
});

describe("approving and rejecting", () => {
  test("E44: approving shows the held details, and the account requires no more approval (D4)", async () => {
    const sage = await makePsychicWithProfile("1234", {
      psychic: { account_status: "Pending", requires_approval: true, profile_status: "Pending" },
    });
    await sql()("profile_details")
      .where({ psychic_id: sage.id, state: "edited" })
      .update({ zodiac: 9 });
    expect((await approve(sage.id)).status).toBe(204);
    expect(await profileOf(sage.id)).toMatchObject({
      profile_status: "Approved",
      zodiac: 9,
      approved: { ...details, zodiac: 9 },
    });
    const account = await sql()("psychics").where({ user_id: sage.id }).first();
    expect(account).toMatchObject({ account_status: "Pending", requires_approval: false });
    const [delivery] = await deliveriesOf(sage.id);
    expect(delivery).toMatchObject({
      type: "profile.approved",
      data: { user_id: sage.id, ...details, zodiac: 9 },
    });
    expect(await lastAuditEntry(sage.id)).toMatchObject({ action: "profile approved" });
  });

  test("E45: a rejection may have a reason, which stays until the approval", async () => {
    await put({ zodiac: 7 });
    expect((await reject({ reason: " Too vague. " })).status).toBe(204);
    expect(await profileOf()).toMatchObject({
      profile_status: "Rejected",
      reason: "Too vague.",
      zodiac: 7,
      approved: details,
    });
    expect((await put({ zodiac: 8 })).status).toBe(204);
    expect(await profileOf()).toMatchObject({ profile_status: "Pending", reason: "Too vague." });
    expect((await approve()).status).toBe(204);
    expect(await profileOf()).toMatchObject({ profile_status: "Approved", reason: null });
    await put({ zodiac: 9 });
    expect((await reject()).status).toBe(204);
    expect(await profileOf()).toMatchObject({ profile_status: "Rejected", reason: null });
    await put({ zodiac: 10 });
    const tooLong = await reject({ reason: "x".repeat(501) });
    expect(errorsOf(tooLong)).toEqual([["reason", "Reason cannot exceed 500 characters"]]);
    expect((await reject({ why: "x" })).status).toBe(422);
  });

  test("S1: only a pending profile can be approved or rejected (model)", async () => {
    const step = fc.constantFrom("save", "approve", "reject");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const { id } = await makePsychicWithProfile("3141");
        let status = "Approved";
        let saves = 0;
        for (const action of steps) {
          const answer = await {
            save: () => put({ city: `City ${++saves}` }, id),
            approve: () => approve(id),
            reject: () => reject({}, id),
          }[action as "save" | "approve" | "reject"]();
          const allowed = action === "save" || status === "Pending";
          expect(answer.status).toBe(allowed ? 204 : 409);
          if (allowed)
            status = { save: "Pending", approve: "Approved", reject: "Rejected" }[action] ?? "";
          expect((await profileOf(id)).profile_status).toBe(status);
        }
      }),
      { numRuns: 12 },
    );
  });

  test("four decisions at the same time: one succeeds", async () => {
    await put({ zodiac: 9 });
    const answers = await Promise.all([approve(), reject(), approve(), reject()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  });
});
