import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { makePhone } from "#seeds/builders/phone.ts";
import * as builders from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import type { OwnPhone } from "#shared/rules/phones.ts";
import { errorsOf } from "../support/errors-of.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { setUpPhones } from "./fixtures/phones.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

const fixture = setUpPhones();
const { sql, withPin, save, prefer, phonesOf, fresh } = fixture;

describe("E42: adding, changing, removing", () => {
  test("E1, K11: the first number is preferred and has the defaults", async () => {
    const given = fresh();
    const dashed = `(${given.slice(0, 3)}) ${given.slice(3, 6)}-${given.slice(6)}`;
    expect((await save({ phone_number: dashed })).status).toBe(204);
    expect(await phonesOf()).toEqual([
      {
        id: expect.any(Number),
        phone_number: given,
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
    expect(trail.detail).toMatchObject({ from: [], to: [{ phone_number: given }] });
    const told = await oneRow(sql()("deliveries").where({ psychic_id: fixture.id }));
    expect(told).toMatchObject({ type: "psychic.changed", pin_sealed: null });
    expect(told.data.phones).toMatchObject([{ phone_number: given, preferred: true }]);
  });

  test("V25: a fourth is 409, the texts go to one, the last and the preferred stay", async () => {
    for (let i = 0; i < 3; i++) {
      expect((await save({ phone_number: fresh(), sms: true })).status).toBe(204);
    }
    const fourth = await save({ phone_number: fresh() });
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
    // The places of removed phones are free again.
    expect((await save({ phone_number: fresh() })).status).toBe(204);
  });

  test("five added at the same time: three are saved, and one is preferred", async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => save({ phone_number: fresh() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 409, 409]);
    expect((await phonesOf()).map(({ preferred }) => preferred)).toEqual([true, false, false]);
  });

  test("a number is changed in part", async () => {
    await save({ phone_number: fresh(), type: 1, time_zone_id: 5 });
    const [phone] = await phonesOf();
    const changed = fresh();
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
      "The preferred number is chosen by its own call",
    ],
    [{ delete: true }, "phone.id", "Say which phone number is to be removed"],
    [{ phone_number: "2125550100", user_id: 1 }, "phone.user_id", "Unknown field"],
  ])("V23: %j is 422 at %s", async (phone, path, message) => {
    const answer = await save(phone);
    expect([answer.status, errorsOf(answer)]).toEqual([422, [[path, message]]]);
    expect(await phonesOf()).toEqual([]);
  });

  test("a change of the country checks the stored number again", async () => {
    await save({ phone_number: "12345", country_code: 49 });
    const [phone] = await phonesOf();
    const answer = await save({ id: phone?.id, country_code: 1 });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      [["phone.phone_number", "Phone is not valid"]],
    ]);
  });
});

describe("whose they are", () => {
  test("E43: another's number is 404, to change, to remove and to prefer", async () => {
    const other = await withPin("9999");
    await save({ phone_number: fresh() }, other.user_id);
    const [theirs] = await phonesOf(other.user_id);
    await save({ phone_number: fresh() });
    for (const answer of [
      await save({ id: theirs?.id, phone_number: fresh() }),
      await save({ id: theirs?.id, delete: true }),
      await prefer(Number(theirs?.id)),
      await prefer(999_999_999_999_999),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(await phonesOf(other.user_id)).toEqual([theirs]);
  });

  test("a manager's own are under the own id, and go to no platform", async () => {
    expect((await save({ phone_number: fresh() }, fixture.boss.id)).status).toBe(204);
    const [mine] = await phonesOf(fixture.boss.id);
    expect(mine?.preferred).toBe(true);
    expect((await prefer(Number(mine?.id), fixture.boss.id)).status).toBe(204);
    expect(await sql()("deliveries").where({ psychic_id: fixture.boss.id })).toEqual([]);
    const { id: another } = await makeManager(sql());
    expect((await fixture.manager.get(`/api/psychics/${another}/phones`)).status).toBe(404);
    expect((await save({ phone_number: fresh() }, another)).status).toBe(404);
    expect((await fixture.manager.get("/api/psychics/999999999999/phones")).status).toBe(404);
  });

  test("D4: while the account may not be edited, they stay as they are", async () => {
    const shut = await builders.makePsychic(sql(), {
      account_status: "Pending",
      requires_approval: true,
      user: { username: `person-${randomUUID()}` },
    });
    expect((await save({ phone_number: fresh() }, shut.user_id)).status).toBe(409);
    const own = await makePhone(sql(), { user_id: shut.user_id });
    expect((await prefer(own.id, shut.user_id)).status).toBe(409);
    // 404 and 422 come before.
    expect((await save({ phone_number: "12" }, shut.user_id)).status).toBe(422);
    expect((await prefer(own.id + 1_000_000, shut.user_id)).status).toBe(404);
  });

  test("a psychic has the own ones", async () => {
    const luna = await makePsychic(sql());
    const browser = await fixture.portal.signIn(luna.username, password);
    const phone = { phone_number: fresh() };
    expect((await browser.post(`/api/psychics/${luna.id}/phones`, { phone })).status).toBe(204);
    expect((await browser.get(`/api/psychics/${luna.id}/phones`)).body.total).toBe(1);
  });
});

describe("versions and keys", () => {
  test("a stale save is 412 with the numbers as they are", async () => {
    const { headers } = await fixture.manager.get(`/api/psychics/${fixture.id}/phones`);
    const first = await save({ phone_number: fresh() }).set("If-Match", headers.etag as string);
    expect(first.status).toBe(204);
    const stale = await save({ phone_number: fresh() }).set("If-Match", headers.etag as string);
    expect(stale.status).toBe(412);
    expect(stale.body.current).toEqual({ phones: await phonesOf(), total: 1 });
    expect(stale.headers.etag).toBe(first.headers.etag);
    const fitting = await save({ phone_number: fresh() }).set(
      "If-Match",
      first.headers.etag as string,
    );
    expect(fitting.status).toBe(204);
  });

  test("the same save under one key adds one number", async () => {
    const key = randomUUID();
    const phone = { phone_number: fresh() };
    const twins = await Promise.all([1, 2, 3].map(() => save(phone).set("Idempotency-Key", key)));
    expect(twins.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await phonesOf()).toHaveLength(1);
  });

  test("lists sort and page", async () => {
    for (let i = 0; i < 3; i++) await save({ phone_number: fresh() });
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
