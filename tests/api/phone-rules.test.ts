import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import * as builders from "#seeds/builders/psychic.ts";
import { addPhone, changePhone, preferPhone, removePhone } from "#shared/rules/phones.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makePsychic, password } from "../support/people.ts";
import { setUpPhones } from "./fixtures/phones.ts";

const fixture = setUpPhones();
const { sql, withPin, save, prefer, phonesOf, freshNumber } = fixture;

describe("D31, V21: a pair of phone and PIN belongs to one psychic", () => {
  test("the same pair is 409, the same phone with another PIN is not", async () => {
    const shared = freshNumber();
    const twin = await withPin("1234");
    const other = await withPin("4321");
    expect((await save({ phone_number: shared })).status).toBe(204);
    const refused = await save({ phone_number: shared }, twin.user_id);
    expect([refused.status, errorsOf(refused)]).toEqual([
      409,
      [["phone.phone_number", "Phone/Pin combo is taken"]],
    ]);
    expect(await phonesOf(twin.user_id)).toEqual([]);
    expect((await save({ phone_number: shared }, other.user_id)).status).toBe(204);
    await save({ phone_number: freshNumber() }, twin.user_id);
    const [phone] = await phonesOf(twin.user_id);
    const changed = await save({ id: phone?.id, phone_number: shared }, twin.user_id);
    expect([changed.status, errorsOf(changed)]).toEqual([
      409,
      [["phone.phone_number", "Phone/Pin combo is taken"]],
    ]);
  });

  test("three psychics save the same pair at the same time: one gets it", async () => {
    const shared = freshNumber();
    const twins = await Promise.all([withPin("7777"), withPin("7777"), withPin("7777")]);
    const answers = await Promise.all(
      twins.map(({ user_id }) => save({ phone_number: shared }, user_id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect(await sql()("phones").where({ phone_number: shared })).toHaveLength(1);
  });
});

test("V25: the server follows the phone rules for any sequence of changes (model)", async () => {
  const step = fc.record({
    action: fc.constantFrom("add", "change", "remove", "prefer"),
    index: fc.nat(2),
    sms: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const userId = (await withPin("5555")).user_id;
      for (const { action, index, sms } of steps) {
        const before = await phonesOf(userId);
        const chosenId = before[index % (before.length || 1)]?.id ?? 0;
        if (action !== "add" && chosenId === 0) continue;
        const fields = {
          phone_number: freshNumber(),
          sms,
          country_code: 1,
          type: 3,
          time_zone_id: 11,
        };
        const [answer, expected] = {
          add: () => [save(fields, userId), addPhone(before, fields)] as const,
          change: () =>
            [
              save({ id: chosenId, ...fields }, userId),
              changePhone(before, chosenId, fields),
            ] as const,
          remove: () =>
            [save({ id: chosenId, delete: true }, userId), removePhone(before, chosenId)] as const,
          prefer: () => [prefer(chosenId, userId), preferPhone(before, chosenId)] as const,
        }[action as "add" | "change" | "remove" | "prefer"]();
        const { status } = await answer;
        expect(status).toBe(typeof expected === "string" ? 409 : 204);
        const now = await phonesOf(userId);
        const expectedPhones = typeof expected === "string" ? before : expected;
        expect(now).toEqual(
          expectedPhones.map((phone) => ({ ...phone, id: phone.id ?? now.at(-1)?.id })),
        );
      }
    }),
    { numRuns: 15 },
  );
});

test("safety 8: trying PINs does not reveal another psychic's PIN", async () => {
  const { vault } = fixture.portal.services;
  const victim = await makePsychic(sql());
  const attacker = await makePsychic(sql());
  const target = "2125550188";
  await makePhone(sql(), {
    user_id: victim.id,
    phone_number: target,
    pinned: { vault, pin: "7777" },
  });
  await builders.makeProfileDetails(sql(), attacker.id);
  const browser = await fixture.portal.signIn(attacker.username, password);
  const statuses: number[] = [];
  await browser.put("/api/profile", { profile: { pin: "0000" } });
  const added = await browser.post(`/api/psychics/${attacker.id}/phones`, {
    phone: { phone_number: target },
  });
  expect(added.status).toBe(204);
  for (let pin = 7765; pin <= 7790; pin++) {
    statuses.push((await browser.put("/api/profile", { profile: { pin: String(pin) } })).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(16);
  expect(statuses).not.toContain(409);
  // A manager's change is not limited.
  const put = await fixture.manager.put(`/api/psychics/${attacker.id}/profile`, {
    profile: { pin: "1234" },
  });
  expect(put.status).toBe(204);
});
