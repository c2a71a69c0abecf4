import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgreement } from "#seeds/builders/agreement.ts";
import { makeAvailability } from "#seeds/builders/availability.ts";
import { makeContact } from "#seeds/builders/contact.ts";
import { makeGift } from "#seeds/builders/gift.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeLogin } from "#seeds/builders/login.ts";
import { makePhone } from "#seeds/builders/phone.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { makeProfileDetails, makePsychic } from "#seeds/builders/psychic.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { createVault } from "#server/crypto/vault.ts";
import { connect } from "#server/db/connection.ts";
import { oneRow } from "#server/db/one-row.ts";
import { hasOnlySeedRows } from "#server/demo-state.ts";
import { createTestDatabase } from "../support/database.ts";
import { testKeys } from "../support/test-app.ts";
import {
  columnIn,
  type Demo,
  makeDemo,
  removeDemo,
  rowIn,
  rowsIn,
  today,
} from "./fixtures/demo.ts";

let demo: Demo;
let other: Demo;

beforeAll(async () => {
  [demo, other] = [await makeDemo(), await makeDemo()];
});
afterAll(async () => {
  await removeDemo(demo);
  await removeDemo(other);
});

describe("the same instant gives the same demo", () => {
  // The salted and sealed columns named here differ. All else is equal, including the ids.
  test.each([
    ["psychics", "ssn_sealed, pin_sealed"],
    ["users", "password_hash"],
    ["readings", ""],
    ["customers", ""],
    ["psychic_customers", ""],
    ["listings", ""],
    ["pictures", ""],
    ["profile_details", ""],
    ["phones", ""],
    ["schedule_segments", ""],
    ["schedule_exceptions", ""],
    ["availability", ""],
    ["availability_changes", ""],
    ["call_attempts", ""],
    ["scheduled_calls", ""],
    ["gifts", ""],
    ["logins", ""],
    ["contacts", ""],
    ["problems", ""],
    ["agreements", ""],
    ["daily_statistics", ""],
  ])("%s", async (table, excluded) => {
    const text = `select (to_jsonb(t) - $1::text[])::text as row from ${table} t order by 1`;
    const values = [excluded.split(", ")];
    const one = await rowsIn(demo, text, values);
    expect(one.length).toBeGreaterThan(0);
    expect(await rowsIn(other, text, values)).toEqual(one);
  });

  test("recordings and pictures", async () => {
    const names = async ({ folder }: Demo) =>
      (await readdir(folder, { recursive: true })).filter((name) => /\.\w{3}$/.test(name)).sort();
    const all = await names(demo);
    expect(all.length).toBeGreaterThan(200);
    expect(await names(other)).toEqual(all);
    for (const name of all) {
      const [one, two] = [join(demo.folder, name), join(other.folder, name)];
      expect((await readFile(one)).equals(await readFile(two)), name).toBe(true);
    }
  });
});

describe("the other tables", () => {
  test("gifts follow D23: only to eligible customers, one at a time, redeemed by a reading", async () => {
    expect(
      await rowsIn(
        demo,
        `select g.id from gifts g where not exists (
           select from readings r
            where r.psychic_id = g.psychic_id and r.customer_id = g.customer_id and r.minutes > 0
              and r.started_at < g.sent_at and r.started_at > g.sent_at - interval '90 days')`,
      ),
    ).toEqual([]);
    expect(
      await rowsIn(
        demo,
        `select id from (
           select id, sent_at, lag(coalesce(redeemed_at, sent_at + interval '30 days'))
                    over (partition by psychic_id, customer_id order by sent_at) as earlier
             from gifts
         ) g where earlier > sent_at`,
      ),
    ).toEqual([]);
    expect(
      await rowsIn(
        demo,
        `select g.id from gifts g
           left join readings r on r.psychic_id = g.psychic_id and r.customer_id = g.customer_id
            and r.started_at = g.redeemed_at
          where redeemed_at is not null
            and r.free_minutes is distinct from least(g.minutes, r.minutes)`,
      ),
    ).toEqual([]);
  });

  test("logins cover two months, by portal and phone, some still open", async () => {
    const logins = await rowsIn(
      demo,
      `select source, count(*) > 100 as many, count(*) filter (where ended_at is null) > 0 as open,
              min(started_at) > $1::timestamptz - interval '62 days' as recent,
              max(coalesce(ended_at, started_at)) <= $1 as past
         from logins group by 1 order by 1`,
      [today],
    );
    expect(logins).toEqual([
      { source: "phone", many: true, open: true, recent: true, past: true },
      { source: "portal", many: true, open: false, recent: true, past: true },
    ]);
    expect(
      await rowsIn(
        demo,
        `select id from (
           select id, started_at, lag(coalesce(ended_at, 'infinity'))
                    over (partition by user_id, source order by started_at) as earlier
             from logins
         ) l where earlier > started_at`,
      ),
    ).toEqual([]);
  });

  test("schedules do not overlap, even across midnight or the end of the week", async () => {
    const quarters = await rowsIn<{ psychic_id: number; day: number; from: number; to: number }>(
      demo,
      `select psychic_id, day, extract(epoch from starts)::int / 900 as from,
              extract(epoch from ends)::int / 900 as to from schedule_segments`,
    );
    const occupied = new Set<string>();
    for (const { psychic_id, day, from, to } of quarters) {
      for (let quarter = from; quarter < (to <= from ? to + 96 : to); quarter++) {
        const place = `${psychic_id} ${((day - 1) * 96 + quarter) % 672}`;
        expect(occupied.has(place), place).toBe(false);
        occupied.add(place);
      }
    }
  });

  test("dates are in the last month and the next two, and nobody read on a past day off (S25)", async () => {
    const months = await rowsIn(
      demo,
      `select m from generate_series(-1, 1) m where not exists (
         select from schedule_exceptions
          where first_day >= $1::timestamptz::date + m * 30
            and first_day < $1::timestamptz::date + (m + 1) * 30)`,
      [today],
    );
    expect(months).toEqual([]);
    expect(
      await rowsIn(
        demo,
        `select e.id from schedule_exceptions e join readings r on r.psychic_id = e.psychic_id
            and (r.started_at at time zone 'America/New_York')::date between e.first_day and e.last_day
          where e.kind = 'off' and e.last_day < $1::timestamptz::date`,
        [today],
      ),
    ).toEqual([]);
  });

  test("only tables of the seed have rows, so an unfinished demo is recognized (B4)", async () => {
    expect(await hasOnlySeedRows(demo.db.pool)).toBe(true);
  });

  test("contacts of both brands, problems of every category, an agreement per psychic", async () => {
    expect(await columnIn(demo, "select distinct brand from contacts")).toEqual(["cos", "onesun"]);
    expect(await columnIn(demo, "select distinct category from problems")).toHaveLength(7);
    expect(
      await rowsIn(
        demo,
        "select user_id from psychics where user_id not in (select user_id from agreements)",
      ),
    ).toEqual([]);
  });

  test("only scheduled calls are later than now", async () => {
    const times = {
      users: "created_at",
      psychics: "account_status_since",
      listings: "updated_at",
      availability: "at",
      gifts: "sent_at",
      pictures: "created_at",
      contacts: "created_at",
      problems: "created_at",
      schedule_exceptions: "created_at",
      agreements: "agreed_at",
      customers: "updated_at",
    };
    for (const [table, column] of Object.entries(times)) {
      const { count } = await rowIn<{ count: number }>(
        demo,
        `select count(*) from ${table} where ${column} > $1`,
        [today],
      );
      expect(count, table).toBe(0);
    }
  });

  test("the seed logs how much it made", () => {
    expect(demo.lines.at(-1)).toMatch(/^The demo has \d+ psychics and \d+ readings$/);
  });
});

test("a builder also makes the rows that its row refers to", async () => {
  const database = await createTestDatabase();
  const db = connect(database.url, { onError: () => {}, poolSize: 2 });
  const { sql } = db;
  try {
    const vault = createVault(testKeys);
    const secrets = { vault, ssn: "912345678", pin: "0042" };
    const { user_id } = await makePsychic(sql, { secrets, user: { first: "Wren" } });
    await makeProfileDetails(sql, user_id, { zodiac: 3 }, null);
    expect(await makePhone(sql, { pinned: { vault, pin: "0042" } })).toMatchObject({
      preferred: true,
    });
    expect(await makeListing(sql)).toMatchObject({ status: "Approved" });
    expect(await makePicture(sql)).toMatchObject({ state: "approved" });
    expect(await makeSegment(sql)).toMatchObject({ day: 2, number: 1 });
    expect(await makeAvailability(sql)).toMatchObject({ code: "A" });
    expect(await makeScheduledCall(sql)).toMatchObject({ status: "booked" });
    expect(await makeGift(sql)).toMatchObject({ minutes: 3, redeemed_at: null });
    expect(await makeLogin(sql)).toMatchObject({ source: "portal" });
    expect(await makeContact(sql)).toMatchObject({ brand: "cos" });
    expect(await makeProblem(sql)).toMatchObject({ category: "Other" });
    expect(await makeAgreement(sql)).toMatchObject({ brand: "cos" });
    const first = await makeReading(sql, { user_id });
    const earlier = { ...first, connection_id: "earlier", started_at: "2026-03-01T00:00:00Z" };
    await makeReading(sql, earlier);
    const pair = await oneRow(sql("psychic_customers").select());
    expect(pair.first_call_at).toBe(earlier.started_at);
    expect(await sql("readings").count()).toEqual([{ count: 2 }]);
  } finally {
    await db.close();
    await database.drop();
  }
});
