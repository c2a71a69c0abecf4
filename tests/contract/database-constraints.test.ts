import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makeManager, makePsychic } from "../support/people.ts";

describe("the database refuses", () => {
  let database: TestDatabase;
  let db: Database;
  let own: Awaited<ReturnType<typeof makePsychic>>;
  const sql = (table: string) => db.sql(table);
  beforeAll(async () => {
    database = await createTestDatabase();
    db = connect(database.url, { onError: () => {}, poolSize: 3 });
  });
  beforeEach(async () => {
    own = await makePsychic(db.sql);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const phone = (place: number, more: object = {}) => ({
    user_id: own.id,
    place,
    phone_number: `212555010${place}`,
    preferred: place === 1,
    ...more,
  });
  const listing = (status: string, more: object = {}) => ({
    psychic_id: own.id,
    status,
    sales_pitch: "See clearly",
    body: "<p>Hello</p>",
    categories: [82],
    ...more,
  });
  const segment = (starts: string, ends: string) => ({
    psychic_id: own.id,
    day: 1,
    number: 1,
    starts,
    ends,
    status: "A",
  });
  const reading = (more: object = {}) => ({
    connection_id: randomUUID(),
    psychic_id: own.id,
    customer_id: 7,
    conn_type: "Call",
    started_at: "2026-03-08T06:59:00Z",
    minutes: 5,
    free_minutes: 0,
    paid_minutes: 5,
    rate_cents: 100,
    revenue_cents: 500,
    result: "Completed",
    ...more,
  });

  /** Rows that must exist before (`setUp`), the refused row (`make`) and its `constraint`. */
  const rows: Record<
    string,
    { setUp?: () => Promise<unknown>; make: () => Promise<unknown>; constraint: string }
  > = {
    "a fourth phone": {
      setUp: () => sql("phones").insert([phone(1), phone(2), phone(3)]),
      make: () => sql("phones").insert(phone(4, { phone_number: "2125550104" })),
      constraint: "phones_place_check",
    },
    "two phones in one place": {
      setUp: () => sql("phones").insert(phone(1)),
      make: () => sql("phones").insert(phone(1, { preferred: false })),
      constraint: "phones_user_id_place_key",
    },
    "two preferred phones": {
      setUp: () => sql("phones").insert(phone(1)),
      make: () => sql("phones").insert(phone(2, { preferred: true })),
      constraint: "phones_one_preferred",
    },
    "a phone without a preferred one": {
      make: () => sql("phones").insert(phone(1, { preferred: false })),
      constraint: "phones_need_preferred",
    },
    "the removal of the preferred phone": {
      setUp: () => sql("phones").insert([phone(1), phone(2)]),
      make: () => sql("phones").where({ user_id: own.id, place: 1 }).delete(),
      constraint: "phones_need_preferred",
    },
    "two phones for messages": {
      setUp: () => sql("phones").insert(phone(1, { sms: true })),
      make: () => sql("phones").insert(phone(2, { sms: true })),
      constraint: "phones_one_sms",
    },
    "a phone and PIN of another psychic": {
      setUp: async () => {
        const other = await makePsychic(db.sql);
        await sql("phones").insert(phone(1, { user_id: other.id, pin_index: Buffer.from("same") }));
      },
      make: () => sql("phones").insert(phone(1, { pin_index: Buffer.from("same") })),
      constraint: "phones_pin_index_key",
    },
    "two listings of one status": {
      setUp: () => sql("listings").insert(listing("Approved")),
      make: () => sql("listings").insert(listing("Approved")),
      constraint: "listings_pkey",
    },
    "a Pending listing beside a Rejected one": {
      setUp: () => sql("listings").insert([listing("Approved"), listing("Rejected")]),
      make: () => sql("listings").insert(listing("Pending")),
      constraint: "listings_one_undecided",
    },
    "six categories": {
      make: () => sql("listings").insert(listing("Pending", { categories: [1, 2, 3, 4, 5, 6] })),
      constraint: "listings_categories_check",
    },
    "a start at ten minutes past": {
      make: () => sql("schedule_segments").insert(segment("09:10", "10:00")),
      constraint: "schedule_segments_starts_check",
    },
    "an end with seconds": {
      make: () => sql("schedule_segments").insert(segment("09:00", "10:00:30")),
      constraint: "schedule_segments_ends_check",
    },
    "an eighth day": {
      make: () => sql("schedule_segments").insert({ ...segment("09:00", "10:00"), day: 8 }),
      constraint: "schedule_segments_day_check",
    },
    "hours of a third week": {
      make: () =>
        sql("schedule_segments").insert({ ...segment("09:00", "10:00"), weeks: "C" as "A" }),
      constraint: "schedule_segments_weeks_check",
    },
    "a psychic with an unknown manager": {
      make: () => makePsychic(db.sql, { manager_id: 2_000_000_000 }),
      constraint: "psychics_manager_id_fkey",
    },
    "an unknown permission": {
      make: () =>
        sql("psychics")
          .where({ user_id: own.id })
          .update({ permissions: ["AgentFax"] }),
      constraint: "psychics_permissions_check",
    },
    "a username that differs only in case": {
      setUp: () => makePsychic(db.sql, { username: `Émile-${own.id}` }),
      make: () => makePsychic(db.sql, { username: `éMILE-${own.id}` }),
      constraint: "users_username",
    },
    "a reading whose psychic and customer are no pair": {
      make: () => sql("readings").insert(reading()),
      constraint: "readings_psychic_id_customer_id_fkey",
    },
    "a reading of negative minutes": {
      setUp: async () => {
        await sql("customers").insert({ id: own.id, username: "someone" });
        await sql("psychic_customers").insert({ psychic_id: own.id, customer_id: own.id });
      },
      make: () => sql("readings").insert(reading({ customer_id: own.id, minutes: -1 })),
      constraint: "readings_minutes_check",
    },
    "a second gift to a customer on one New York day": {
      setUp: async () => {
        await sql("customers").insert({ id: own.id, username: "someone" });
        await sql("gifts").insert(gift("2026-03-08T04:59:00Z"));
        await sql("gifts").insert(gift("2026-03-08T05:00:00Z"));
      },
      make: () => sql("gifts").insert(gift("2026-03-09T03:59:00Z")),
      constraint: "gifts_psychic_id_customer_id_sent_day_key",
    },
  };
  const gift = (sent_at: string) => ({
    psychic_id: own.id,
    customer_id: own.id,
    subject: "For you",
    body: "Hello",
    minutes: 3,
    sent_at,
  });

  test.each(Object.entries(rows))("%s", async (_, { setUp, make, constraint }) => {
    await setUp?.();
    await expect(make()).rejects.toMatchObject({ constraint });
  });

  test("a psychic without a manager", async () => {
    const orphan = await makeManager(db.sql);
    const psychic = { user_id: orphan.id, extension: String(200_000 + orphan.id) };
    await expect(sql("psychics").insert(psychic)).rejects.toMatchObject({ column: "manager_id" });
    await expect(
      sql("psychics").where({ user_id: own.id }).update({ manager_id: null }),
    ).rejects.toMatchObject({ column: "manager_id" });
  });

  test.each([
    ["changed", "update audit_trail set action = 'x'"],
    ["removed", "delete from audit_trail"],
    ["emptied", "truncate audit_trail"],
  ])("an audit trail that is %s", async (_, change) => {
    await sql("audit_trail").insert({ action: "kept" });
    await expect(db.sql.raw(change)).rejects.toThrow("the audit trail is insert-only");
    expect((await sql("audit_trail").where({ action: "kept" })).length).toBeGreaterThan(0);
  });

  test("nothing that the rules allow", async () => {
    // Changing the preferred phone takes two statements in one transaction.
    await sql("phones").insert([phone(1), phone(2), phone(3, { sms: true })]);
    await db.sql.transaction(async (trx) => {
      await trx("phones").where({ user_id: own.id, place: 1 }).update({ preferred: false });
      await trx("phones").where({ user_id: own.id, place: 3 }).update({ preferred: true });
    });
    await sql("phones").where({ user_id: own.id }).delete();
    await sql("listings").insert([
      listing("Approved"),
      listing("Pending", { categories: [1, 2, 3, 4, 5] }),
    ]);
    await sql("schedule_segments").insert(segment("23:45", "00:00"));
  });
});
