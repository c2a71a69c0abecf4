import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import * as builders from "#seeds/builders/psychic.ts";
import { addPhone, changePhone, preferPhone, removePhone } from "#shared/rules/phones.ts";
import { errorsOf } from "../support/errors-of.ts";
import { patient } from "../support/patience.ts";
import { makePsychic, password } from "../support/people.ts";
import { setUpPhones } from "./fixtures/phones.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

const fixture = setUpPhones();
const { sql, withPin, save, prefer, phonesOf, fresh } = fixture;

describe("D31, V21: phone and PIN together are one psychic's", () => {
  test("the same pair is 409, with another PIN it is not", async () => {
    const shared = fresh();
    const twin = await withPin("1234");
    const other = await withPin("4321");
    expect((await save({ phone_number: shared })).status).toBe(204);
    const taken = await save({ phone_number: shared }, twin.user_id);
    expect([taken.status, errorsOf(taken)]).toEqual([
      409,
      [["phone.phone_number", "Phone/Pin combo is taken"]],
    ]);
    expect(await phonesOf(twin.user_id)).toEqual([]);
    expect((await save({ phone_number: shared }, other.user_id)).status).toBe(204);
    await save({ phone_number: fresh() }, twin.user_id);
    const [phone] = await phonesOf(twin.user_id);
    const changed = await save({ id: phone?.id, phone_number: shared }, twin.user_id);
    expect([changed.status, errorsOf(changed)]).toEqual([
      409,
      [["phone.phone_number", "Phone/Pin combo is taken"]],
    ]);
  });

  test("two that take it at the same time: one gets it", async () => {
    const shared = fresh();
    const twins = await Promise.all([withPin("7777"), withPin("7777"), withPin("7777")]);
    const answers = await Promise.all(
      twins.map(({ user_id }) => save({ phone_number: shared }, user_id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect(await sql()("phones").where({ phone_number: shared })).toHaveLength(1);
  });
});

test("V25: the server does what the rules say, whatever comes (model)", async () => {
  const step = fc.record({
    action: fc.constantFrom("add", "change", "remove", "prefer"),
    at: fc.nat(2),
    sms: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const of = (await withPin("5555")).user_id;
      for (const { action, at, sms } of steps) {
        const before = await phonesOf(of);
        const chosen = before[at % (before.length || 1)]?.id ?? 0;
        if (action !== "add" && chosen === 0) continue;
        const facts = {
          phone_number: fresh(),
          sms,
          country_code: 1,
          type: 3,
          time_zone_id: 11,
        };
        const [answer, expected] = {
          add: () => [save(facts, of), addPhone(before, facts)] as const,
          change: () =>
            [save({ id: chosen, ...facts }, of), changePhone(before, chosen, facts)] as const,
          remove: () =>
            [save({ id: chosen, delete: true }, of), removePhone(before, chosen)] as const,
          prefer: () => [prefer(chosen, of), preferPhone(before, chosen)] as const,
        }[action as "add" | "change" | "remove" | "prefer"]();
        const { status } = await answer;
        expect(status).toBe(typeof expected === "string" ? 409 : 204);
        const now = await phonesOf(of);
        const wanted = typeof expected === "string" ? before : expected;
        expect(now).toEqual(wanted.map((phone) => ({ ...phone, id: phone.id ?? now.at(-1)?.id })));
      }
    }),
    { numRuns: 15 },
  );
});

test("safety 8: nobody finds out another psychic's PIN by trying", async () => {
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
