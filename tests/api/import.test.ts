import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { importReadings } from "#server/features/import/import-readings.ts";
import { rowReader } from "#server/features/import/reading-of-row.ts";
import { ingestedReading } from "#shared/ingested-reading.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";

vi.setConfig({ testTimeout: patient(120_000), hookTimeout: patient(120_000) });

const command = join(import.meta.dirname, "../../server/commands/import.ts");

let database: TestDatabase;
let db: Database;
let folder: string;
let file: string;
let psychics: { id: number; extension: string }[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {} });
  folder = await mkdtemp(join(tmpdir(), "import-"));
  file = join(folder, "readings.csv");
  psychics = [];
  for (let count = 0; count < 3; count++) psychics.push(await makePsychic(db.sql));
});
afterEach(forget);
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** As if nothing had been imported. */
async function forget() {
  await db.pool.query(
    "truncate readings, psychic_customers, customers, statistics_changes, imports cascade",
  );
  await rm(`${file}.errors.csv`, { force: true });
}

const columns = [
  ...["connection_id", "user_id", "customer_id", "customer_username", "conn_type", "started_at"],
  ...["minutes", "free_minutes", "paid_minutes", "rate", "revenue", "result", "rating"],
  ...["rating_text", "has_recording"],
] as const;
const header = columns.join(",");

/** A line of the file; its number makes it what it is. */
function line(number: number, more: Partial<Record<(typeof columns)[number], string>> = {}) {
  const minutes = number % 30;
  const row = {
    connection_id: `C${(number * 7919) % 1_000_003}`,
    user_id: String(psychics[number % 3]?.id),
    customer_id: String(1 + (number % 500)),
    customer_username: `member${number % 500}`,
    conn_type: number % 4 ? "Call" : "Chat",
    started_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    minutes: String(minutes),
    free_minutes: "0",
    paid_minutes: String(minutes),
    rate: "2.99",
    revenue: (minutes * 2.99).toFixed(2),
    result: minutes ? "Completed" : "No Answer",
    rating: number % 5 ? "" : "5",
    rating_text: number % 5 ? "" : '"Kind, and ""right"""',
    has_recording: minutes ? "true" : "",
    ...more,
  };
  return columns.map((column) => row[column]).join(",");
}

const lines = (count: number) => Array.from({ length: count }, (_, number) => line(number));

interface Run {
  child: ChildProcess;
  /** What was printed, both outputs together. */
  told: string[];
  /** Resolves when a line was printed that has this in it. */
  tells(part: string): Promise<void>;
  ended: Promise<number | null>;
}

/** The real command, with little memory for its objects. */
function startImport(path = file): Run {
  const child = spawn(process.execPath, ["--max-old-space-size=48", command, path], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: "test" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told: string[] = [];
  const waiting: { part: string; done(): void }[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output as NodeJS.ReadableStream }).on("line", (text) => {
      told.push(text);
      for (const { part, done } of waiting) if (text.includes(part)) done();
    });
  }
  return {
    child,
    told,
    tells: (part) => new Promise((done) => waiting.push({ part, done })),
    ended: once(child, "close").then(([code]) => code),
  };
}

async function runImport(path = file): Promise<string> {
  const run = startImport(path);
  const code = await run.ended;
  return `${code}: ${run.told.join("\n")}`;
}

/** Everything that an import leaves, to be compared. */
async function state() {
  const { rows } = await db.pool.query(`
    select (select count(*)::int from readings) as readings,
      (select md5(string_agg(r::text, '|' order by connection_id)) from readings r) as rows,
      (select md5(string_agg(p::text, '|' order by psychic_id, customer_id))
        from psychic_customers p) as pairs,
      (select count(*)::int from imports) as imports`);
  const errors = await readFile(`${file}.errors.csv`, "utf8").catch(() => "");
  return { ...rows[0], errors };
}

describe("the command", () => {
  test("killed in the middle and started again: nothing lost, nothing twice", async () => {
    const content = lines(20_000);
    // Wrong ones in every part of the file, and a correction far behind what it corrects.
    for (let at = 5; at < content.length; at += 2_500) content[at] = line(at, { minutes: "many" });
    content.push(line(3, { rating: "1" }));
    await writeFile(file, `${[header, ...content].join("\n")}\n`);
    const report = await importReadings(db.pool, file, () => {});
    expect(report).toMatchObject({ applied: 19_993, refused: 8 });
    const whole = await state();
    expect(whole).toMatchObject({ readings: 19_992, imports: 0 });
    await forget();

    const killed = startImport();
    await killed.tells("rows/s");
    killed.child.kill("SIGKILL");
    expect(await killed.ended).toBeNull();
    const half = await state();
    expect(half.imports).toBe(1);
    expect(half.readings).toBeGreaterThan(0);
    expect(half.readings).toBeLessThan(whole.readings);

    const told = await runImport();
    expect(told).toMatch(/^0: Going on after line [1-9]/);
    expect(told).toMatch(/19,993 readings imported in .* s\n8 lines were not taken/);
    expect(await state()).toEqual(whole);
  });

  test("tells of every wrong line, and imports the rest", async () => {
    const content = [
      header,
      line(1),
      line(2, { rate: "2.999" }),
      line(3, { user_id: "1999999999" }),
      line(4, { customer_username: '"a\nb"' }),
      line(5, { connection_id: "=cmd()" }),
      `${line(6)},more`,
      line(7, { result: '"never closed' }),
      line(8, { has_recording: "perhaps", started_at: "2026-02-30T00:00:00Z" }),
      line(9, { customer_id: "", rating: "6" }),
      "",
      line(10, { customer_username: "nul\0" }),
      line(11),
    ];
    await writeFile(file, content.join("\n"));
    expect(await runImport()).toMatch(/3 readings imported.*\n8 lines were not taken/);
    const { errors, readings } = await state();
    expect(readings).toBe(3);
    const never = `"${line(7, { result: '"never closed' }).replaceAll('"', '""')}"`;
    const wrong = errors.split("\n").slice(0, -1);
    expect(wrong).toEqual([
      `line,reason,${header}`,
      `3,rate: Whole cents,${content[2]}`,
      `4,user_id: No such psychic,${content[3]}`,
      `7,"connection_id: Letters, digits, - and _ only, at most 64",${content[5]?.replace("=", "'=")}`,
      `8,16 fields instead of 15,${content[6]}`,
      `9,A quote is followed by something else than a comma,${never}`,
      expect.stringMatching(/^10,started_at: Not an ISO 8601 time; has_recording: [^,]+,C63352,/),
      expect.stringMatching(/^11,customer_id: .+; rating: 1 to 5"?,C71271,/),
      `13,customer_username: Not a valid text,${content[11]}`,
    ]);
  });

  test("takes its wrong lines again once they are mended in the file (J2)", async () => {
    const odd = '"O\'Neil, ""Kit""\nélan"';
    const content = [
      header,
      line(1, { customer_username: odd, rate: "2.999" }),
      line(2, { customer_username: "=1+1", rate: "2.999" }),
      line(3, { customer_username: "'=1+1", revenue: "-1" }),
      line(4, { result: '"never closed' }),
      `${line(5)},more`,
      line(6),
    ];
    await writeFile(file, content.join("\n"));
    expect(await runImport()).toMatch(/1 readings imported.*\n5 lines were not taken/);
    const wrongFile = `${file}.errors.csv`;
    const wrong = await readFile(wrongFile, "utf8");
    // No spreadsheet takes a cell for a formula.
    expect(wrong).not.toMatch(/(^|,|")[=+@-]/m);

    expect(await runImport(wrongFile)).toMatch(/0 readings imported.*\n5 lines were not taken/);
    // Nothing is lost or quoted once more on the way, however often.
    const again = await readFile(`${wrongFile}.errors.csv`, "utf8");
    const bare = (text: string) => text.replace(/^\d+,/gm, "").replace(/A quote is [^,]+/, "");
    expect(bare(again)).toBe(bare(wrong));

    const mended = wrong
      .replaceAll("2.999", "2.99")
      .replace("'-1", "1")
      .replace('""never closed', "done")
      .replace(/,more$/m, "");
    await writeFile(wrongFile, mended);
    expect(await runImport(wrongFile)).toMatch(/5 readings imported/);
    const { rows } = await db.pool.query(
      `select c.username, r.result from readings r join customers c on c.id = r.customer_id
        order by c.id`,
    );
    expect(rows.slice(0, 4)).toMatchObject([
      { username: 'O\'Neil, "Kit"\nélan' },
      { username: "=1+1" },
      { username: "'=1+1" },
      { result: "done" },
    ]);
    expect(rows).toHaveLength(6);
    await rm(`${wrongFile}.errors.csv`, { force: true });
  });

  test("says in one line what is wrong, and ends with 1", async () => {
    expect(await runImport("")).toBe("1: Usage: npm run import -- FILE.csv");
  });
});

describe("an import", () => {
  test("again changes nothing, and takes the file from the start", async () => {
    await writeFile(file, [header, ...lines(3_000)].join("\r\n"));
    await importReadings(db.pool, file, () => {});
    const once = await state();
    await db.pool.query("truncate statistics_changes");
    const report = await importReadings(db.pool, file, () => {});
    expect(report).toMatchObject({ applied: 3_000, refused: 0 });
    expect(await state()).toEqual(once);
    expect((await db.pool.query("select from statistics_changes")).rowCount).toBe(0);
  });

  test.each([
    ["", /has no header$/],
    ["connection_id,user_id,surprise\n", /: There is no column "surprise"$/],
    [`${header},rate\n`, /: The column "rate" is there twice$/],
    [`${header.replace(",rate", "")}\n`, /: The column "rate" is missing$/],
    [`${header.replace(",user_id", "")}\n`, /: The column "user_id" or "extension" is missing$/],
  ])("refuses a header that is wrong: %j", async (content, told) => {
    await writeFile(file, content);
    await expect(importReadings(db.pool, file, () => {})).rejects.toThrow(told);
  });

  test("that was interrupted goes on without its errors file, or with a part of it (L3)", async () => {
    const content = lines(6_000);
    for (const at of [10, 20, 5_000]) content[at] = line(at, { minutes: "many" });
    await writeFile(file, `${[header, ...content].join("\n")}\n`);
    const errors = `${file}.errors.csv`;
    const interrupt = async () => {
      await forget();
      const stopped = importReadings(db.pool, file, () => {
        throw new Error("stopped");
      });
      await expect(stopped).rejects.toThrow("stopped");
      expect((await state()).imports).toBe(1);
    };

    await interrupt();
    const before = await readFile(errors, "utf8");
    await rm(errors);
    const report = await importReadings(db.pool, file, () => {});
    expect(report).toMatchObject({ applied: 5_997, refused: 3, isErrorsPart: true });
    const [head, only, ...more] = (await state()).errors.split("\n");
    expect(head).toBe(before.split("\n")[0]);
    expect(only).toMatch(/^5002,/);
    expect(more).toEqual([""]);

    await interrupt();
    const [first, second] = before.split("\n");
    await writeFile(errors, `${first}\n${second}\n`);
    await importReadings(db.pool, file, () => {});
    expect((await state()).errors.split("\n").map((row: string) => row.split(",")[0])).toEqual([
      ...["line", "12", "5002", ""],
    ]);

    await interrupt();
    const whole = await importReadings(db.pool, file, () => {});
    expect(whole.isErrorsPart).toBe(false);
    expect((await state()).errors.split("\n").map((row: string) => row.split(",")[0])).toEqual([
      ...["line", "12", "22", "5002", ""],
    ]);
  });

  test("refuses a file that is not there", async () => {
    const nothing = join(folder, "nothing.csv");
    await expect(importReadings(db.pool, nothing, () => {})).rejects.toThrow("There is no file");
  });

  test("takes the columns in any order, and a psychic by extension", async () => {
    const wanted = ["extension", ...columns.filter((column) => column !== "user_id")].reverse();
    const fields = line(1).split(",");
    const values: Record<string, string> = Object.fromEntries(
      columns.map((column, place) => [column, fields[place] ?? ""]),
    );
    values.extension = psychics[1]?.extension ?? "";
    await writeFile(file, `\ufeff${wanted}\n${wanted.map((column) => values[column])}\n`);
    await importReadings(db.pool, file, () => {});
    const [row] = (await db.pool.query("select * from readings")).rows;
    expect(row).toMatchObject({ psychic_id: psychics[1]?.id, minutes: 1, rate_cents: 299 });
  });
});

test("a row starts no later than 5 minutes from now, and has no more free and paid minutes than minutes (C6)", () => {
  const now = new Date("2026-06-15T16:00:00Z");
  const { read } = rowReader(columns, now);
  const rowOf = (more: Parameters<typeof line>[1]) => read(line(1, more).split(","));
  const ahead = (minutes: number) => ({
    started_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
  });
  expect(rowOf(ahead(4)).reading).not.toBeNull();
  expect(rowOf(ahead(6))).toMatchObject({
    reason: "started_at: More than 5 minutes in the future",
  });
  expect(rowOf({ minutes: "4", free_minutes: "2", paid_minutes: "3" })).toMatchObject({
    reason: "paid_minutes: Free and paid minutes together are more than the minutes",
  });
});

test("a row is what the schema makes of the same values, no more and no less", () => {
  const names = Object.keys(ingestedReading.shape);
  const { read } = rowReader(names);
  /** One of the right values, or now and then of the wrong ones. */
  const usually = <T, U>(right: readonly T[], wrong: readonly U[]) =>
    fc.oneof(
      { weight: 19, arbitrary: fc.constantFrom(...right) },
      { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    );
  const candidates = fc.record({
    connection_id: usually(["C1", "a-b_c"], ["", "../x", "-a", "x".repeat(65)]),
    user_id: usually([1, 2_147_483_647], [undefined, 0, -1, 2_147_483_648, 1.5]),
    extension: usually([undefined], ["123456", "12345"]),
    customer_id: usually([1, 2 ** 53 - 1], [0, 2.5, 2 ** 53]),
    customer_username: usually(["ada", "é", "x".repeat(99)], ["", "x".repeat(100)]),
    conn_type: usually(["Call", "Chat"], ["call", ""]),
    started_at: usually(
      ["2026-03-08T06:30:00Z", "2026-03-08T06:30:00.123+05:00"],
      ["2026-03-08", "2026-02-30T00:00:00Z", "yesterday", ""],
    ),
    minutes: usually([0, 10, 1440], [1441, 3.7, -1, ""]),
    free_minutes: usually([0, 5], [5.5, "5 "]),
    paid_minutes: usually([0, 5], [-5, "five"]),
    rate: usually([0, 2.99, 1000], [1000.01, 2.999, -1, ""]),
    revenue: usually([0, 29.9, 0.01, 100_000], [100_001, "1e3", "infinity"]),
    result: usually(["Completed", "something else"], ["", "x".repeat(41)]),
    rating: usually([undefined, 1, 5], [0, 6, 2.5]),
    rating_text: usually([undefined, "So kind"], ["x".repeat(2001)]),
    has_recording: usually([undefined, true, false], ["perhaps"]),
  });
  let right = 0;
  fc.assert(
    fc.property(candidates, (candidate) => {
      const given = Object.entries(candidate).filter(([, value]) => value !== undefined);
      const parsed = ingestedReading.safeParse(Object.fromEntries(given));
      const fields = new Map(given.map(([name, value]) => [name, String(value)]));
      const row = read(names.map((name) => fields.get(name) ?? ""));
      expect(row.reading).toEqual(parsed.success ? parsed.data : null);
      if (parsed.success) right += 1;
    }),
    { numRuns: 5_000 },
  );
  expect(right).toBeGreaterThan(1_000);
});
