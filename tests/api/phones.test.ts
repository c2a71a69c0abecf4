import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import * as builders from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import type { OwnPhone } from "#shared/rules/phones.ts";
import { errorsOf } from "../support/errors-of.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { setUpPhones } from "./fixtures/phones.ts";

const fixture = setUpPhones();
const { sql, withPin, save, prefer, phonesOf, freshNumber } = fixture;

describe("E42: adding, changing and removing a phone number", () => {
  test("E1, K11: the first number is preferred and has the defaults", async () => {
    const digits = freshNumber();
    const dashed = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    expect((await save({ phone_number: dashed })).status).toBe(204);
    expect(await phonesOf()).toEqual([
      {
        id: expect.any(Number),
        phone_number: digits,
        preferred: true,
        time_zone_id: 11,
        country_code: 1,
        type: 3,
        sms: false,
      },
    ]);
    const trail = await oneRow(
      sql()("audit_trail").where({ subject_id: fixture.id, action: "phones changed" }),
    );
    expect(trail.detail).toMatchObject({ from: [], to: [{ phone_number: digits }] });
    const delivery = await oneRow(sql()("deliveries").where({ psychic_id: fixture.id }));
    expect(delivery).toMatchObject({ type: "psychic.changed", pin_sealed: null });
    expect(delivery.data.phones).toMatchObject([{ phone_number: digits, preferred: true }]);
  });

  test("V25: a fourth number is 409, one number gets texts, the last and the preferred stay", async () => {
    for (let i = 0; i < 3; i++) {
      expect((await save({ phone_number: freshNumber(), sms: true })).status).toBe(204);
    }
    const fourth = await save({ phone_number: freshNumber() });
    expect([fourth.status, fourth.body.detail]).toEqual([
      409,
      "You can have at most 3 phone numbers",
    ]);
    const [one, two, three] = await phonesOf();
    expect([one?.sms, two?.sms, three?.sms]).toEqual([false, false, true]);
    const preferred = await save({ id: one?.id, delete: true });
    expect([preferred.status, preferred.body.detail]).toEqual([
      409,
      "The preferred phone number cannot be removed",
    ]);
    expect((await prefer(Number(two?.id))).status).toBe(204);
    expect((await save({ id: one?.id, delete: true })).status).toBe(204);
    expect((await save({ id: three?.id, delete: true })).status).toBe(204);
    const last = await save({ id: two?.id, delete: true });
    expect([last.status, last.body.detail]).toEqual([
      409,
      "The last phone number cannot be removed",
    ]);
    expect((await phonesOf()).map((phone) => [phone.id, phone.preferred])).toEqual([
      [two?.id, true],
    ]);
    // The places of removed numbers are free again.
    expect((await save({ phone_number: freshNumber() })).status).toBe(204);
  });

  test("five numbers added at the same time: three are saved, and one is preferred", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => save({ phone_number: freshNumber() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 409, 409]);
    expect((await phonesOf()).map(({ preferred }) => preferred)).toEqual([true, false, false]);
  });

  test("a change of some fields keeps the others", async () => {
    await save({ phone_number: freshNumber(), type: 1, time_zone_id: 5 });
    const [phone] = await phonesOf();
    const changed = freshNumber();
    const answer = await save({ id: phone?.id, phone_number: changed, preferred: true, sms: true });
    expect(answer.status).toBe(204);
    expect(await phonesOf()).toEqual([{ ...phone, phone_number: changed, sms: true }]);
  });

  test.each([
    [{}, "phone.phone_number", "Phone is required."],
    [{ phone_number: "" }, "phone.phone_number", "Phone is required."],
    [{ phone_number: "212555010" }, "phone.phone_number", "Phone is not valid"],
    [{ phone_number: "21255501000" }, "phone.phone_number", "Phone is not valid"],
    [{ phone_number: "212555010x" }, "phone.phone_number", "Phone is not valid"],
    [{ phone_number: "123", country_code: 49 }, "phone.phone_number", "Phone is not valid"],
    [{ phone_number: 2125550100 }, "phone.phone_number", "Phone is not valid"],
    [{ phone_number: "2125550100", type: 4 }, "phone.type", "Phone type is not valid"],
    [
      { phone_number: "2125550100", time_zone_id: 10 },
      "phone.time_zone_id",
      "Time zone is not valid",
    ],
    [
      { phone_number: "2125550100", country_code: 0 },
      "phone.country_code",
      "Country code is not valid",
    ],
    [
      { phone_number: "2125550100", preferred: false },
      "phone.preferred",
      "Use set_preferred to choose the preferred number",
    ],
    [{ delete: true }, "phone.id", "Say which phone number is to be removed"],
    [{ phone_number: "2125550100", user_id: 1 }, "phone.user_id", "Unknown field"],
  ])("V23: %j is 422 at %s", async (phone, path, message) => {
    const answer = await save(phone);
    expect([answer.status, errorsOf(answer)]).toEqual([422, [[path, message]]]);
    expect(await phonesOf()).toEqual([]);
  });

  test("a new country code checks the stored number again", async () => {
    await save({ phone_number: "12345", country_code: 49 });
    const [phone] = await phonesOf();
    const answer = await save({ id: phone?.id, country_code: 1 });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      [["phone.phone_number", "Phone is not valid"]],
    ]);
  });
});

describe("the owner of a phone number", () => {
  test("E43: changing, removing or preferring another psychic's number is 404", async () => {
    const other = await withPin("9999");
    await save({ phone_number: freshNumber() }, other.user_id);
    const [othersNumber] = await phonesOf(other.user_id);
    await save({ phone_number: freshNumber() });
    for (const answer of [
      await save({ id: othersNumber?.id, phone_number: freshNumber() }),
      await save({ id: othersNumber?.id, delete: true }),
      await prefer(Number(othersNumber?.id)),
      await prefer(999_999_999_999_999),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(await phonesOf(other.user_id)).toEqual([othersNumber]);
  });

  test("a manager's numbers are under the manager's id, and the platform does not get them", async () => {
    expect((await save({ phone_number: freshNumber() }, fixture.boss.id)).status).toBe(204);
    const [mine] = await phonesOf(fixture.boss.id);
    expect(mine?.preferred).toBe(true);
    expect((await prefer(Number(mine?.id), fixture.boss.id)).status).toBe(204);
    expect(await sql()("deliveries").where({ psychic_id: fixture.boss.id })).toEqual([]);
    const { id: another } = await makeManager(sql());
    expect((await fixture.manager.get(`/api/psychics/${another}/phones`)).status).toBe(404);
    expect((await save({ phone_number: freshNumber() }, another)).status).toBe(404);
    expect((await fixture.manager.get("/api/psychics/999999999999/phones")).status).toBe(404);
  });

  test("D4: the numbers of an account that may not be edited cannot change", async () => {
    const blocked = await builders.makePsychic(sql(), {
      account_status: "Pending",
      requires_approval: true,
      user: { username: `person-${randomUUID()}` },
    });
    expect((await save({ phone_number: freshNumber() }, blocked.user_id)).status).toBe(409);
    const own = await makePhone(sql(), { user_id: blocked.user_id });
    expect((await prefer(own.id, blocked.user_id)).status).toBe(409);
    // 404 and 422 take precedence over 409.
    expect((await save({ phone_number: "12" }, blocked.user_id)).status).toBe(422);
    expect((await prefer(own.id + 1_000_000, blocked.user_id)).status).toBe(404);
  });

  test("a psychic adds and reads their own numbers", async () => {
    const luna = await makePsychic(sql());
    const browser = await fixture.portal.signIn(luna.username, password);
    const phone = { phone_number: freshNumber() };
    expect((await browser.post(`/api/psychics/${luna.id}/phones`, { phone })).status).toBe(204);
    expect((await browser.get(`/api/psychics/${luna.id}/phones`)).body.total).toBe(1);
  });
});

describe("versions and idempotency keys", () => {
  test("a stale save is 412 with the current numbers", async () => {
    const { headers } = await fixture.manager.get(`/api/psychics/${fixture.id}/phones`);
    const first = await save({ phone_number: freshNumber() }).set(
      "If-Match",
      headers.etag as string,
    );
    expect(first.status).toBe(204);
    const stale = await save({ phone_number: freshNumber() }).set(
      "If-Match",
      headers.etag as string,
    );
    expect(stale.status).toBe(412);
    expect(stale.body.current).toEqual({ phones: await phonesOf(), total: 1 });
    expect(stale.headers.etag).toBe(first.headers.etag);
    const current = await save({ phone_number: freshNumber() }).set(
      "If-Match",
      first.headers.etag as string,
    );
    expect(current.status).toBe(204);
  });

  test("one save that is sent three times under one key adds one number", async () => {
    const key = randomUUID();
    const phone = { phone_number: freshNumber() };
    const answers = await Promise.all([1, 2, 3].map(() => save(phone).set("Idempotency-Key", key)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await phonesOf()).toHaveLength(1);
  });

  test("the list sorts and pages", async () => {
    for (let i = 0; i < 3; i++) await save({ phone_number: freshNumber() });
    const numbers = (await phonesOf()).map(({ phone_number }) => phone_number);
    const path = `/api/psychics/${fixture.id}/phones?sort=phone_number&order=desc&limit=2`;
    const { body } = await fixture.manager.get(path);
    expect(body.total).toBe(3);
    expect(body.phones.map((phone: OwnPhone) => phone.phone_number)).toEqual([
      numbers[2],
      numbers[1],
    ]);
    expect(
      (await fixture.manager.get(`/api/psychics/${fixture.id}/phones?sort=pin_index`)).status,
    ).toBe(422);
  });
});
