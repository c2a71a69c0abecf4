import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
import { seedDemo } from "#seeds/demo.ts";
import { createFileStore } from "#server/adapters/file-store.ts";
import { verifyPassword } from "#server/crypto/passwords.ts";
import { createVault, type Vault } from "#server/crypto/vault.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { oneRow } from "#server/db/one-row.ts";
import { hasOnlySeedRows } from "#server/demo-state.ts";
import { rebuildStatistics } from "#server/features/statistics/refresh.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { testKeys } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(120_000), hookTimeout: patient(120_000) });

/** Afternoon in New York; the 13 months before hold three clock changes. */
const today = new Date("2026-11-18T20:40:00Z");
const scale = 0.02;

interface Demo {
  database: TestDatabase;
  db: Database;
  vault: Vault;
  folder: string;
  lines: string[];
}

async function makeDemo(): Promise<Demo> {
  const database = await createTestDatabase();
  const db = connect(database.url, { onError: () => {}, poolSize: 2 });
  const folder = await mkdtemp(join(tmpdir(), "demo-"));
  const vault = createVault(testKeys);
  const lines: string[] = [];
  await seedDemo({
    db,
    vault,
    files: createFileStore(folder),
    hashPassword: (text) => hash(text, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    today,
    log: (line) => lines.push(line),
    scale,
  });
  return { database, db, vault, folder, lines };
}

let demo: Demo;
let other: Demo;

beforeAll(async () => {
  [demo, other] = [await makeDemo(), await makeDemo()];
});
afterAll(async () => {
  for (const { db, database, folder } of [demo, other]) {
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

type Row = Record<string, unknown>;

const rows = async <T = Row>(text: string, values: unknown[] = [], { db } = demo): Promise<T[]> =>
  (await db.pool.query(text, values)).rows;

/** Of the single row that the statement gives. */
async function row<T = Row>(text: string, values: unknown[] = []): Promise<T> {
  const [only, ...more] = await rows<T>(text, values);
  if (!only || more.length > 0) throw new Error(`not one row: ${text}`);
  return only;
}

/** The only column, sorted here: a database sorts as its locale does. */
const columnOf = async (text: string) =>
  (await rows(text)).map((found) => Object.values(found)[0]).sort();

describe("the same instant gives the same demo", () => {
  // What is salted or sealed differs; so do ids of rows that nothing points at, and no more.
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
    ["availability", ""],
    ["scheduled_calls", ""],
    ["gifts", ""],
    ["logins", ""],
    ["contacts", ""],
    ["problems", ""],
    ["agreements", ""],
    ["daily_statistics", ""],
  ])("%s", async (table, apart) => {
    const text = `select (to_jsonb(t) - $1::text[])::text as row from ${table} t order by 1`;
    const values = [apart.split(", ")];
    const one = await rows(text, values);
    expect(one.length).toBeGreaterThan(0);
    expect(await rows(text, values, other)).toEqual(one);
  });

  test("and the same recordings and pictures", async () => {
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

describe("people", () => {
  test("at least 60 psychics of every account status, most of them active", async () => {
    const counts = await rows<{ account_status: string; count: number }>(
      "select account_status, count(*) from psychics group by 1 order by 1",
    );
    expect(counts.map((found) => found.account_status)).toEqual([
      "Active",
      "Blacklist",
      "Flagged",
      "Inactive",
      "Pending",
      "Screened",
    ]);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(60);
    expect(counts[0]?.count).toBeGreaterThan(total / 2);
  });

  test("every state of a profile and of a listing", async () => {
    expect(await columnOf("select distinct profile_status from psychics")).toEqual([
      "Approved",
      "Pending",
      "Rejected",
    ]);
    expect(
      await columnOf(
        `select distinct coalesce(states, 'none') from psychics left join (
           select psychic_id, string_agg(status, ' and ' order by status) as states
             from listings group by 1
         ) l on psychic_id = user_id`,
      ),
    ).toEqual([
      "Approved",
      "Approved and Pending",
      "Approved and Rejected",
      "Pending",
      "Rejected",
      "none",
    ]);
  });

  test("what is held back differs from what customers see, what is approved does not", async () => {
    const held = await rows(
      `select profile_status, count(*), count(*) filter (
                where (to_jsonb(e) - 'state') = (to_jsonb(a) - 'state')) as equal
         from psychics
         join profile_details e on e.psychic_id = user_id and e.state = 'edited'
         join profile_details a on a.psychic_id = user_id and a.state = 'approved'
        group by 1 order by 1`,
    );
    const [approved, pending, rejected] = held;
    expect(approved?.equal).toBe(approved?.count);
    expect(pending).toMatchObject({ profile_status: "Pending", equal: 0 });
    expect(rejected).toMatchObject({ profile_status: "Rejected", equal: 0 });
  });

  test("whoever is not active is unavailable; some are busy, reserved and on alert", async () => {
    expect(
      await columnOf(
        `select distinct code from availability join psychics on user_id = psychic_id
          where account_status <> 'Active'`,
      ),
    ).toEqual(["U"]);
    const codes = await rows<{ code: string; count: number }>(
      "select code, count(*) from availability group by 1",
    );
    const count = new Map(codes.map((found) => [found.code, found.count]));
    expect(count.get("B")).toBeGreaterThanOrEqual(3);
    expect(count.get("R")).toBeGreaterThanOrEqual(1);
    expect(count.get("O")).toBeGreaterThanOrEqual(1);
    expect(count.get("A")).toBeGreaterThanOrEqual(1);
  });

  test("every psychic has a preferred phone with a PIN, every manager a phone", async () => {
    expect(
      await row(
        `select count(*) filter (where role = 'psychic' and pin_index is null) as unpinned,
                count(*) filter (where role = 'manager') as of_managers,
                count(distinct user_id) = (select count(*) from users) as everybody
           from phones join users u on u.id = user_id where preferred`,
      ),
    ).toEqual({ unpinned: 0, of_managers: 4, everybody: true });
  });

  test("names as long as the rules allow", async () => {
    expect(
      await row("select max(length(username)) as u, max(length(last)) as l from users"),
    ).toEqual({
      u: 99,
      l: 50,
    });
  });

  test("numbers and addresses are nobody's", async () => {
    expect(
      await rows("select phone_number from phones where phone_number !~ '^[0-9]{3}55501'"),
    ).toEqual([]);
    expect(await rows("select email from users where email !~ '[.]example$'")).toEqual([]);
    for (const { user_id, ssn_sealed } of await rows<{ user_id: number; ssn_sealed: Buffer }>(
      "select user_id, ssn_sealed from psychics",
    )) {
      const context = { table: "psychics", column: "ssn_sealed", userId: user_id };
      expect(demo.vault.open(ssn_sealed, context)).toMatch(/^9\d{8}$/);
    }
  });
});

describe("the named accounts", () => {
  interface Account {
    id: number;
    role: string;
    password_hash: string;
    account_status: string;
    requires_approval: boolean;
    permissions: string[];
    pin_sealed: Buffer;
    ssn_index: Buffer;
    phone: string;
  }
  const account = (username: string) =>
    row<Account>(
      `select u.id, u.role, u.password_hash, p.account_status, p.requires_approval, p.permissions,
              p.pin_sealed, p.ssn_index, t.phone_number as phone
         from users u left join psychics p on p.user_id = u.id
         join phones t on t.user_id = u.id and t.preferred
        where username = $1`,
      [username],
    );

  test.each(["manager", "luna", "orion", "sage", "raven", "iris"])(
    "%s has its password",
    async (name) => {
      const { password_hash } = await account(name);
      expect(await verifyPassword(password_hash, `${name}-demo`)).toBe(true);
      expect(await verifyPassword(password_hash, "psychic-demo")).toBe(false);
    },
  );

  test("manager is one of several", async () => {
    expect(await account("manager")).toMatchObject({ role: "manager", account_status: null });
    const { count } = await row<{ count: number }>(
      "select count(*) from users where role = 'manager'",
    );
    expect(count).toBeGreaterThanOrEqual(3);
  });

  test("luna works by phone and chat, and has something of everything", async () => {
    const luna = await account("luna");
    expect(luna).toMatchObject({
      account_status: "Active",
      permissions: ["AgentPhone", "AgentChat"],
    });
    const has = await row(
      `select (select count(*) from readings where psychic_id = $1) > 100 as readings,
              (select count(*) from gifts where psychic_id = $1) > 5 as gifts,
              (select count(*) from gifts where psychic_id = $1 and redeemed_at is null) > 0 as waiting,
              (select count(*) from logins where user_id = $1) > 10 as logins,
              (select array_agg(status) from listings where psychic_id = $1) as listing,
              (select count(*) from schedule_segments where psychic_id = $1 and ends < starts) > 0
                as overnight`,
      [luna.id],
    );
    expect(has).toEqual({
      readings: true,
      gifts: true,
      waiting: true,
      logins: true,
      listing: ["Approved"],
      overnight: true,
    });
    const coming = await rows<{ status: string }>(
      "select distinct status from scheduled_calls where psychic_id = $1 and at > $2 order by 1",
      [luna.id, today],
    );
    expect(coming.map(({ status }) => status)).toEqual(["booked", "cancelled", "changed"]);
  });

  test("orion and iris are active; iris's listing was rejected with a reason", async () => {
    expect(await account("orion")).toMatchObject({ account_status: "Active" });
    const iris = await account("iris");
    expect(iris).toMatchObject({ account_status: "Active" });
    const { reason } = await row<{ reason: string }>(
      "select reason from listings where psychic_id = $1 and status = 'Rejected'",
      [iris.id],
    );
    expect(reason).toBeTruthy();
  });

  test("sage waits for approval and shares SSN and phone with raven, not the PIN", async () => {
    const [sage, raven] = [await account("sage"), await account("raven")];
    expect(sage).toMatchObject({ account_status: "Pending", requires_approval: true });
    expect(raven).toMatchObject({ account_status: "Blacklist", requires_approval: false });
    expect(sage.ssn_index.equals(raven.ssn_index)).toBe(true);
    expect(sage.phone).toBe(raven.phone);
    const pin = ({ id, pin_sealed }: Account) =>
      demo.vault.open(pin_sealed, { table: "psychics", column: "pin_sealed", userId: id });
    expect(pin(sage)).toMatch(/^\d{4}$/);
    expect(pin(sage)).not.toBe(pin(raven));
    // Nobody else is linked with anybody.
    expect(
      await rows("select ssn_index from psychics group by 1 having count(*) > 1"),
    ).toHaveLength(1);
  });
});

describe("readings", () => {
  const full = 122_500;

  test("as many as the scale asks for, of as many customers", async () => {
    const { readings, customers } = await row<{ readings: number; customers: number }>(
      `select (select count(*) from readings) as readings,
              (select count(*) from customers) as customers`,
    );
    expect(readings).toBeGreaterThan(full * scale * 0.97);
    expect(readings).toBeLessThan(full * scale * 1.05);
    expect(customers).toBe(60);
  });

  test("from thirteen months ago until now, on every New York day, across clock changes", async () => {
    const days = await columnOf("select distinct day from readings");
    expect(days[0]).toBe("2025-10-19");
    expect(days.at(-1)).toBe("2026-11-18");
    expect(days).toHaveLength(396);
    expect(days).toContain("2025-11-02");
    expect(days).toContain("2026-03-08");
    expect(days).toContain("2026-11-01");
    const { late } = await row(
      "select count(*) as late from readings where started_at + minutes * interval '1 minute' > $1",
      [today],
    );
    expect(late).toBe(0);
  });

  test("minutes and money add up", async () => {
    expect(
      await row(
        `select count(*) filter (where minutes <> free_minutes + paid_minutes) as minutes,
                count(*) filter (where revenue_cents <> paid_minutes * rate_cents) as revenue,
                count(*) filter (where rate_cents not between 199 and 999) as rate,
                count(*) filter (where minutes > 0 and result not in ('Completed', 'Dropped'))
                  as untaken,
                count(*) filter (where minutes = 0 and result in ('Completed', 'Dropped')) as taken
           from readings`,
      ),
    ).toEqual({ minutes: 0, revenue: 0, rate: 0, untaken: 0, taken: 0 });
  });

  test("nobody has two at once", async () => {
    for (const who of ["psychic_id", "customer_id"]) {
      const found = await rows(
        `select connection_id from (
           select connection_id, started_at, lag(started_at + minutes * interval '1 minute')
                    over (partition by ${who} order by started_at) as earlier
             from readings where minutes > 0
         ) r where earlier > started_at`,
      );
      expect(found, who).toEqual([]);
    }
  });

  test("only by what the psychic may do, and while the psychic worked here", async () => {
    expect(
      await rows(
        `select connection_id from readings r join psychics p on p.user_id = r.psychic_id
           join users u on u.id = p.user_id
          where not (case conn_type when 'Call' then 'AgentPhone' else 'AgentChat' end
                     = any (permissions))
             or started_at < created_at or account_status in ('Pending', 'Screened')
             or (account_status in ('Inactive', 'Blacklist') and started_at > account_status_since)`,
      ),
    ).toEqual([]);
  });

  test("about so many missed, rated and with a text as in life", async () => {
    const share = await row<Record<string, number>>(
      `select avg((result in ('No Answer', 'Busy', 'Declined', 'Voicemail'))::int) as missed,
              avg((rating is not null)::int) as rated, avg(rating) as rating,
              avg((rating_text is not null)::int) filter (where rating is not null) as texts
         from readings`,
    );
    expect(share.missed).toBeGreaterThan(0.09);
    expect(share.missed).toBeLessThan(0.15);
    expect(share.rated).toBeGreaterThan(0.2);
    expect(share.rated).toBeLessThan(0.4);
    expect(share.rating).toBeGreaterThan(4);
    expect(share.texts).toBeGreaterThan(0.4);
  });

  test("regulars come back and newcomers have their five minutes", async () => {
    const { regulars, offered } = await row<{ regulars: number; offered: number }>(
      `select (select count(*) from (
                 select from readings group by psychic_id, customer_id having count(*) >= 10
               ) r) as regulars,
              (select count(*) from readings where free_minutes = 5) as offered`,
    );
    expect(regulars).toBeGreaterThan(20);
    expect(offered).toBeGreaterThan(10);
  });

  test("evenings and weekends are busiest", async () => {
    const { evening, morning, weekend, workday } = await row<Record<string, number>>(
      `select count(*) filter (where hour between 19 and 22) as evening,
              count(*) filter (where hour between 4 and 7) as morning,
              count(*) filter (where dow in (0, 6)) / 2.0 as weekend,
              count(*) filter (where dow not in (0, 6)) / 5.0 as workday
         from readings, lateral (select started_at at time zone 'America/New_York' as at) l,
              lateral (select extract(hour from at) as hour, extract(dow from at) as dow) t`,
    );
    expect(evening).toBeGreaterThan((morning ?? 0) * 4);
    expect(weekend).toBeGreaterThan(workday ?? 0);
  });

  test("came in through ingestion: the first call of every pair is known", async () => {
    expect(
      await rows(
        `select p.psychic_id from psychic_customers p
           left join (select psychic_id, customer_id, min(started_at) as first from readings
                       where minutes > 0 group by 1, 2) r using (psychic_id, customer_id)
          where p.first_call_at is distinct from r.first`,
      ),
    ).toEqual([]);
  });

  test("the statistics are refreshed, and a recount finds nothing else", async () => {
    expect(await row("select count(*) from statistics_changes")).toEqual({ count: 0 });
    expect(await row("select number, refreshed_at from statistics_state")).toEqual({
      number: 1,
      refreshed_at: today.toISOString().replace(".000Z", "Z"),
    });
    const text = "select * from daily_statistics order by day, psychic_id";
    const refreshed = await rows(text);
    await rebuildStatistics(demo.db.pool, today);
    expect(await rows(text)).toEqual(refreshed);
  });
});

/** Everything that lies below a folder of the demo's files. */
const filesIn = async (folder: string) =>
  (await readdir(join(demo.folder, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(demo.folder.length + 1))
    .sort();

describe("pictures", () => {
  test("of most psychics who work here; some wait", async () => {
    const counts = await row<{ working: number; shown: number; waiting: number }>(
      `select count(*) as working, count(shown.name) as shown, count(waiting.name) as waiting
         from psychics p
         left join pictures shown on shown.user_id = p.user_id and shown.state = 'approved'
         left join pictures waiting on waiting.user_id = p.user_id and waiting.state = 'pending'
        where account_status not in ('Pending', 'Screened')`,
    );
    expect(counts.shown / counts.working).toBeGreaterThan(0.7);
    expect(counts.shown).toBeLessThan(counts.working);
    expect(counts.waiting).toBe(5);
    const early = await rows(
      "select from pictures p join users u on u.id = user_id where p.created_at < u.created_at",
    );
    expect(early).toEqual([]);
  });

  test("lie there as JPEGs of three sizes, and no others", async () => {
    const named = await columnOf(
      `select 'pictures/' || name || size from pictures, unnest(array['_s', '_m', '_l']) size`,
    );
    const found = await filesIn("pictures");
    expect(found).toEqual(named.map((name) => `${name}.jpg`));
    const pixels = { s: 64, m: 160, l: 480 };
    for (const name of found) {
      const { format, width, height } = await sharp(join(demo.folder, name)).metadata();
      const size = pixels[name.at(-5) as keyof typeof pixels];
      expect([format, width, height], name).toEqual(["jpeg", size, size]);
    }
  });
});

describe("recordings", () => {
  test("lie exactly where has_recording says, and are wave files", async () => {
    const recorded = await columnOf(
      `select 'recordings/' || to_char(day, 'YYYYMMDD') || '/' || connection_id || '.wav'
         from readings where has_recording`,
    );
    const found = await filesIn("recordings");
    expect(found).toEqual(recorded);
    expect(found).toHaveLength(25);
    for (const name of found) expectWave(await readFile(join(demo.folder, name)), name);
  });

  function expectWave(file: Buffer, name: string) {
    const word = (start: number) => file.toString("ascii", start, start + 4);
    expect([word(0), word(8), word(12), word(36)], name).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.readUInt32LE(16)).toBe(16);
    // PCM, mono, 8 kHz, 16 bit.
    expect([file.readUInt16LE(20), file.readUInt16LE(22)]).toEqual([1, 1]);
    expect([file.readUInt32LE(24), file.readUInt32LE(28)]).toEqual([8_000, 16_000]);
    expect([file.readUInt16LE(32), file.readUInt16LE(34)]).toEqual([2, 16]);
    const bytes = file.readUInt32LE(40);
    expect(bytes).toBe(file.length - 44);
    const seconds = bytes / 16_000;
    expect(seconds).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeLessThanOrEqual(4);
    const samples = new Int16Array(file.buffer.slice(file.byteOffset + 44), 0, bytes / 2);
    expect(samples.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
  }
});

describe("the rest of the house", () => {
  test("gifts follow D23: eligible, one at a time, redeemed by a reading with free minutes", async () => {
    expect(
      await rows(
        `select g.id from gifts g where not exists (
           select from readings r
            where r.psychic_id = g.psychic_id and r.customer_id = g.customer_id and r.minutes > 0
              and r.started_at < g.sent_at and r.started_at > g.sent_at - interval '90 days')`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select id from (
           select id, sent_at, lag(coalesce(redeemed_at, sent_at + interval '30 days'))
                    over (partition by psychic_id, customer_id order by sent_at) as earlier
             from gifts
         ) g where earlier > sent_at`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select g.id from gifts g
           left join readings r on r.psychic_id = g.psychic_id and r.customer_id = g.customer_id
            and r.started_at = g.redeemed_at
          where redeemed_at is not null
            and r.free_minutes is distinct from least(g.minutes, r.minutes)`,
      ),
    ).toEqual([]);
  });

  test("work sessions of two months, on the portal and the phones, some still open", async () => {
    const logins = await rows(
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
      await rows(
        `select id from (
           select id, started_at, lag(coalesce(ended_at, 'infinity'))
                    over (partition by user_id, source order by started_at) as earlier
             from logins
         ) l where earlier > started_at`,
      ),
    ).toEqual([]);
  });

  test("schedules have no overlap, across midnight and the week's end too", async () => {
    const quarters = await rows<{ psychic_id: number; day: number; from: number; to: number }>(
      `select psychic_id, day, extract(epoch from starts)::int / 900 as from,
              extract(epoch from ends)::int / 900 as to from schedule_segments`,
    );
    const taken = new Set<string>();
    for (const { psychic_id, day, from, to } of quarters) {
      for (let quarter = from; quarter < (to <= from ? to + 96 : to); quarter++) {
        const place = `${psychic_id} ${((day - 1) * 96 + quarter) % 672}`;
        expect(taken.has(place), place).toBe(false);
        taken.add(place);
      }
    }
  });

  test("nothing by which a half-made one would pass for somebody else's (B4)", async () => {
    expect(await hasOnlySeedRows(demo.db.pool)).toBe(true);
  });

  test("contacts of both brands, problems of every category, an agreement each", async () => {
    expect(await columnOf("select distinct brand from contacts")).toEqual(["cos", "onesun"]);
    expect(await columnOf("select distinct category from problems")).toHaveLength(7);
    expect(
      await rows(
        "select user_id from psychics where user_id not in (select user_id from agreements)",
      ),
    ).toEqual([]);
  });

  test("nothing but calls to come is later than now", async () => {
    const times = {
      users: "created_at",
      psychics: "account_status_since",
      listings: "updated_at",
      availability: "at",
      gifts: "sent_at",
      pictures: "created_at",
      contacts: "created_at",
      problems: "created_at",
      agreements: "agreed_at",
      customers: "updated_at",
    };
    for (const [table, column] of Object.entries(times)) {
      const { count } = await row<{ count: number }>(
        `select count(*) from ${table} where ${column} > $1`,
        [today],
      );
      expect(count, table).toBe(0);
    }
  });

  test("says what it is doing", () => {
    expect(demo.lines.at(-1)).toMatch(/^The demo has \d+ psychics and \d+ readings$/);
  });
});

test("the builders make what is missing", async () => {
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
