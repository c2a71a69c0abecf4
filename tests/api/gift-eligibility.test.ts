import { describe, expect, test } from "vitest";
import { makeGift } from "#seeds/builders/gift.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { giftEndpoints } from "#shared/gifts.ts";
import { makePsychic } from "../support/people.ts";
import { setUpGifts } from "./fixtures/gifts.ts";

const fixture = setUpGifts();
const { path, dateBefore, customer, send, eligible, eligibleIds } = fixture;

describe("E6 D23: customers who may get a gift", () => {
  test("are those of the last 90 days, with their figures (K3, T15)", async () => {
    const cheap = await customer(
      { rate: 1, minutes: 10, free_minutes: 0 },
      { redeemable_minutes: 4 },
    );
    const expensive = await customer({ daysAgo: 3, rate: 4, minutes: 20, free_minutes: 0 });
    await makeReading(fixture.portal.services.db.sql, {
      user_id: fixture.id,
      customer_id: expensive,
      started_at: dateBefore(2).toISOString(),
      minutes: 5,
      free_minutes: 0,
      rate: 4,
      conn_type: "Chat",
    });
    const body = await eligible("?sort=minutes&order=desc");
    expect(giftEndpoints.listEligibleCustomers.response.parse(body)).toEqual(body);
    expect(body).toEqual({
      customers: [
        {
          user_id: expensive,
          user_name: `customer${expensive}`,
          last: expect.stringMatching(/^2026-06-13T16:/),
          calls: 2,
          minutes: 25,
          redeemable_minutes: 0,
          alc: 12.5,
          rev_per_call: null,
        },
        {
          user_id: cheap,
          user_name: `customer${cheap}`,
          last: expect.stringMatching(/^2026-06-14T16:/),
          calls: 1,
          minutes: 10,
          redeemable_minutes: 4,
          alc: 10,
          rev_per_call: null,
        },
      ],
      total: 2,
    });
  });

  test("include those with only a missed reading; figures cover only the last 90 days", async () => {
    const missed = await customer({ daysAgo: 89.9, minutes: 0 });
    await customer({ daysAgo: 90.1 });
    await makeReading(fixture.portal.services.db.sql, {
      user_id: fixture.id,
      customer_id: missed,
      started_at: dateBefore(120).toISOString(),
    });
    expect((await eligible()).customers).toEqual([
      expect.objectContaining({
        user_id: missed,
        calls: 0,
        minutes: 0,
        alc: 0,
        rev_per_call: null,
      }),
    ]);
  });

  test("exclude blocked customers and those of another psychic", async () => {
    await customer({}, { blocked: true });
    const other = await makePsychic(fixture.portal.services.db.sql, {
      manager_id: fixture.managerId,
    });
    await customer({ user_id: other.id });
    expect(await eligible()).toEqual({ customers: [], total: 0 });
  });

  test.each([
    ["unused for 29 days", { daysAgo: 29.9 }, false],
    ["unused for 30 days", { daysAgo: 30.1 }, true],
    ["used 4 days ago", { daysAgo: 5, usedDaysAgo: 4 }, true],
    ["used on the day that it was sent", { daysAgo: 0.3, usedDaysAgo: 0.1 }, false],
    ["used the day before", { daysAgo: 0.6, usedDaysAgo: 0.55 }, true],
  ])(
    "depend on an earlier gift %s",
    async (_, { daysAgo, usedDaysAgo }: { daysAgo: number; usedDaysAgo?: number }, isEligible) => {
      const customerId = await customer();
      await makeGift(fixture.portal.services.db.sql, {
        psychic_id: fixture.id,
        customer_id: customerId,
        sent_at: dateBefore(daysAgo),
        redeemed_at: usedDaysAgo === undefined ? null : dateBefore(usedDaysAgo),
      });
      expect(await eligibleIds()).toEqual(isEligible ? [customerId] : []);
      expect((await send([customerId])).status).toBe(isEligible ? 202 : 422);
    },
  );

  test("do not depend on another psychic's gift", async () => {
    const customerId = await customer();
    const other = await makePsychic(fixture.portal.services.db.sql, {
      manager_id: fixture.managerId,
    });
    await makeGift(fixture.portal.services.db.sql, {
      psychic_id: other.id,
      customer_id: customerId,
    });
    expect(await eligibleIds()).toEqual([customerId]);
  });

  test("sort by every column and page; every page has the total", async () => {
    const [a, b, c] = [
      await customer({ rate: 1 }, { username: "Bea", redeemable_minutes: 9 }),
      await customer({ rate: 2 }, { username: "abe" }),
      await customer({ rate: 3 }, { username: "cy" }),
    ];
    expect(await eligibleIds("?sort=user_id&order=desc")).toEqual([c, b, a]);
    expect(await eligibleIds("?sort=user_name&order=asc")).toEqual([b, a, c]);
    expect(await eligibleIds("?sort=redeemable_minutes&order=desc&limit=1")).toEqual([a]);
    for (const column of ["user_id", "last", "calls", "minutes", "alc", "rev_per_call"]) {
      expect(await eligibleIds(`?sort=${column}&order=asc`)).toHaveLength(3);
    }
    expect(await eligible("?sort=user_id&order=desc&limit=1&offset=2")).toMatchObject({
      customers: [{ user_id: a }],
      total: 3,
    });
    expect(await eligible("?offset=9")).toEqual({ customers: [], total: 3 });
  });

  test("with equal values are in the order of their ids, each on one page", async () => {
    const ids = [500_005, 500_004, 500_003, 500_002, 500_001];
    for (const given of ids) await customer({}, { id: given });
    const pages: number[][] = [];
    for (const offset of [0, 2, 4]) {
      pages.push(await eligibleIds(`?sort=calls&order=asc&limit=2&offset=${offset}`));
    }
    expect(pages.flat()).toEqual(ids.toReversed());
  });
});

describe("revenue per call, which would reveal what a customer's only reading cost (C7, D23c)", () => {
  /** Makes a customer with some calls of ten paid minutes each. */
  async function caller(calls: number, rate: number): Promise<number> {
    const customerId = await customer({ rate, minutes: 10, free_minutes: 0 });
    for (let call = 1; call < calls; call++) {
      await makeReading(fixture.portal.services.db.sql, {
        ...{
          user_id: fixture.id,
          customer_id: customerId,
          started_at: dateBefore(call + 1).toISOString(),
        },
        ...{ rate, minutes: 10, free_minutes: 0 },
      });
    }
    return customerId;
  }
  const revenues = (body: { customers: { user_id: number; rev_per_call: number | null }[] }) =>
    body.customers.map(({ user_id, rev_per_call }) => [user_id, rev_per_call]);

  test("a psychic sees it from 3 readings on; hidden values come last, in the order of their ids", async () => {
    const [twice, thrice, once, often] = [
      await caller(2, 9),
      await caller(3, 1),
      await caller(1, 10),
      await caller(4, 2),
    ];
    const hidden = [
      [twice, null],
      [once, null],
    ];
    expect(revenues(await eligible())).toEqual([[often, 20], [thrice, 10], ...hidden]);
    expect(revenues(await eligible("?sort=rev_per_call&order=asc"))).toEqual([
      ...[
        [thrice, 10],
        [often, 20],
      ],
      ...hidden,
    ]);
  });

  test("a manager always sees it, highest first", async () => {
    const [cheap, expensive] = [await caller(3, 1), await caller(1, 10)];
    expect(revenues((await fixture.manager.get(path("/eligible"))).body)).toEqual([
      [expensive, 100],
      [cheap, 10],
    ]);
  });
});
