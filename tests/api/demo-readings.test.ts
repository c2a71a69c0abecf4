import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuildStatistics } from "#server/features/statistics/refresh.ts";
import {
  columnIn,
  type Demo,
  makeDemo,
  removeDemo,
  rowIn,
  rowsIn,
  scale,
  today,
} from "./fixtures/demo.ts";

let demo: Demo;

beforeAll(async () => {
  demo = await makeDemo();
});
afterAll(() => removeDemo(demo));

describe("readings", () => {
  const fullScale = 122_500;

  test("as many as the scale asks for, by 60 customers", async () => {
    const { readings, customers } = await rowIn<{ readings: number; customers: number }>(
      demo,
      `select (select count(*) from readings) as readings,
              (select count(*) from customers) as customers`,
    );
    expect(readings).toBeGreaterThan(fullScale * scale * 0.97);
    expect(readings).toBeLessThan(fullScale * scale * 1.05);
    expect(customers).toBe(60);
  });

  test("on every New York day from thirteen months ago until now, across clock changes", async () => {
    const days = await columnIn(demo, "select distinct day from readings");
    expect(days[0]).toBe("2025-10-19");
    expect(days.at(-1)).toBe("2026-11-18");
    expect(days).toHaveLength(396);
    expect(days).toContain("2025-11-02");
    expect(days).toContain("2026-03-08");
    expect(days).toContain("2026-11-01");
    const { late } = await rowIn(
      demo,
      "select count(*) as late from readings where started_at + minutes * interval '1 minute' > $1",
      [today],
    );
    expect(late).toBe(0);
  });

  test("minutes and money add up", async () => {
    expect(
      await rowIn(
        demo,
        `select count(*) filter (where minutes <> free_minutes + paid_minutes) as minutes,
                count(*) filter (where revenue_cents <> paid_minutes * rate_cents) as revenue,
                count(*) filter (where rate_cents not between 199 and 999) as rate,
                count(*) filter (where minutes > 0 and result not in ('Completed', 'Dropped'))
                  as missed_with_minutes,
                count(*) filter (where minutes = 0 and result in ('Completed', 'Dropped'))
                  as answered_without_minutes
           from readings`,
      ),
    ).toEqual({
      minutes: 0,
      revenue: 0,
      rate: 0,
      missed_with_minutes: 0,
      answered_without_minutes: 0,
    });
  });

  test("nobody has two readings at once", async () => {
    for (const person of ["psychic_id", "customer_id"]) {
      const found = await rowsIn(
        demo,
        `select connection_id from (
           select connection_id, started_at, lag(started_at + minutes * interval '1 minute')
                    over (partition by ${person} order by started_at) as earlier
             from readings where minutes > 0
         ) r where earlier > started_at`,
      );
      expect(found, person).toEqual([]);
    }
  });

  test("only by channels that the psychic has permission for, while the psychic worked here", async () => {
    expect(
      await rowsIn(
        demo,
        `select connection_id from readings r join psychics p on p.user_id = r.psychic_id
           join users u on u.id = p.user_id
          where not (case conn_type when 'Call' then 'AgentPhone' else 'AgentChat' end
                     = any (permissions))
             or started_at < created_at or account_status in ('Pending', 'Screened')
             or (account_status in ('Inactive', 'Blacklist') and started_at > account_status_since)`,
      ),
    ).toEqual([]);
  });

  test("a realistic share is missed, is rated, and has a rating text", async () => {
    const share = await rowIn<Record<string, number>>(
      demo,
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

  test("regulars come back, and newcomers get five free minutes", async () => {
    const { regulars, offered } = await rowIn<{ regulars: number; offered: number }>(
      demo,
      `select (select count(*) from (
                 select from readings group by psychic_id, customer_id having count(*) >= 10
               ) r) as regulars,
              (select count(*) from readings where free_minutes = 5) as offered`,
    );
    expect(regulars).toBeGreaterThan(20);
    expect(offered).toBeGreaterThan(10);
  });

  test("evenings and weekends are busiest", async () => {
    const { evening, morning, weekend, workday } = await rowIn<Record<string, number>>(
      demo,
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

  test("the first call of every pair is stored, as ingestion does", async () => {
    expect(
      await rowsIn(
        demo,
        `select p.psychic_id from psychic_customers p
           left join (select psychic_id, customer_id, min(started_at) as first from readings
                       where minutes > 0 group by 1, 2) r using (psychic_id, customer_id)
          where p.first_call_at is distinct from r.first`,
      ),
    ).toEqual([]);
  });

  test("the statistics are refreshed, and equal a rebuild", async () => {
    expect(await rowIn(demo, "select count(*) from statistics_changes")).toEqual({ count: 0 });
    expect(await rowIn(demo, "select number, refreshed_at from statistics_state")).toEqual({
      number: 1,
      refreshed_at: today.toISOString().replace(".000Z", "Z"),
    });
    const text = "select * from daily_statistics order by day, psychic_id";
    const refreshed = await rowsIn(demo, text);
    await rebuildStatistics(demo.db.pool, today);
    expect(await rowsIn(demo, text)).toEqual(refreshed);
  });
});

const filesIn = async (folder: string) =>
  (await readdir(join(demo.folder, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(demo.folder.length + 1))
    .sort();

describe("pictures", () => {
  test("of most psychics who work here; five wait for approval", async () => {
    const counts = await rowIn<{ working: number; shown: number; waiting: number }>(
      demo,
      `select count(*) as working, count(shown.name) as shown, count(waiting.name) as waiting
         from psychics p
         left join pictures shown on shown.user_id = p.user_id and shown.state = 'approved'
         left join pictures waiting on waiting.user_id = p.user_id and waiting.state = 'pending'
        where account_status not in ('Pending', 'Screened')`,
    );
    expect(counts.shown / counts.working).toBeGreaterThan(0.7);
    expect(counts.shown).toBeLessThan(counts.working);
    expect(counts.waiting).toBe(5);
    const tooEarly = await rowsIn(
      demo,
      "select from pictures p join users u on u.id = user_id where p.created_at < u.created_at",
    );
    expect(tooEarly).toEqual([]);
  });

  test("are stored as JPEGs in three sizes, without other files", async () => {
    const named = await columnIn(
      demo,
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
  test("exist exactly where has_recording is true, as wave files", async () => {
    const recorded = await columnIn(
      demo,
      `select 'recordings/' || to_char(day, 'YYYYMMDD') || '/' || connection_id || '.wav'
         from readings where has_recording`,
    );
    const found = await filesIn("recordings");
    expect(found).toEqual(recorded);
    expect(found).toHaveLength(25);
    for (const name of found) expectWave(await readFile(join(demo.folder, name)), name);
  });

  function expectWave(file: Buffer, name: string) {
    const tag = (start: number) => file.toString("ascii", start, start + 4);
    expect([tag(0), tag(8), tag(12), tag(36)], name).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
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
