import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { clockArguments } from "../support/clock.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makePsychic } from "../support/people.ts";

let database: TestDatabase;
let db: Database;
let folder: string;
let psychics: Awaited<ReturnType<typeof makePsychic>>[];
let readings: Awaited<ReturnType<typeof makeReading>>[];
const count = 200;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {} });
  folder = await mkdtemp(join(tmpdir(), "reconcile-"));
  psychics = [];
  for (let i = 0; i < 4; i++)
    psychics.push(await makePsychic(db.sql, { username: `psychic-${i}` }));
  readings = [];
  // The first starts in the first second of New York's Sunday, the last in the last second of its
  // Saturday (D11).
  const begin = Date.parse("2026-03-01T05:00:00Z");
  const end = Date.parse("2026-03-08T04:59:59Z");
  for (let i = 0; i < count; i++) {
    readings.push(
      await makeReading(db.sql, {
        connection_id: `c${i}`,
        user_id: psychics[i % 4]?.id as number,
        started_at: new Date(begin + ((end - begin) * i) / (count - 1)).toISOString(),
        conn_type: i % 3 ? "Call" : "Chat",
      }),
    );
  }
  await makeReading(db.sql, {
    user_id: psychics[0]?.id as number,
    started_at: "2026-03-08T05:00:00Z",
    connection_id: "later",
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Result {
  code: number;
  output: string;
}

async function run(content: string, ...more: string[]): Promise<Result> {
  const file = join(folder, "week.csv");
  await writeFile(file, content);
  return runOn(file, "--week=2026-03-01", ...more);
}

const runOn = (...args: string[]): Promise<Result> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...clockArguments, join(import.meta.dirname, "../../server/commands/reconcile.ts"), ...args],
      { env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });

const readingLines = (change: (i: number) => { minutes?: number; cents?: number } = () => ({})) =>
  [
    "connection_id,extension,started_at,minutes,revenue",
    ...readings.map(({ connection_id, user_id, started_at, minutes, revenue }, i) => {
      const { minutes: moreMinutes = 0, cents = 0 } = change(i);
      const extension = psychics.find(({ id }) => id === user_id)?.extension;
      const dollars = ((Math.round(revenue * 100) + cents) / 100).toFixed(2);
      return [connection_id, extension, started_at, minutes + moreMinutes, dollars].join(",");
    }),
  ].join("\n");

/** Each psychic has 50 readings of 10 minutes at 27.93. */
const weekLines = (change: (i: number) => Partial<Record<string, string>> = () => ({})) =>
  [
    "username,calls,minutes,revenue",
    ...psychics.map(({ username }, i) => {
      const line = {
        username: username.toUpperCase(),
        calls: "50",
        minutes: "500",
        revenue: "1396.5",
      };
      return Object.values({ ...line, ...change(i) }).join(",");
    }),
  ].join("\n");

describe("npm run reconcile", () => {
  test("exits with 0 for a week that is equal", async () => {
    for (const content of [readingLines(), weekLines()]) {
      const { code, output } = await run(content);
      expect(output).toContain("The week 2026-03-01 to 2026-03-07, New York time");
      expect(output).toContain("Psychics: 4 equal");
      expect(code).toBe(0);
    }
  });

  test("finds each of 100 planted differences of a minute or a cent", async () => {
    const planted = (i: number) =>
      i % 2 ? {} : i % 4 ? { minutes: i % 8 === 2 ? 1 : -1 } : { cents: i % 8 ? 1 : -1 };
    const { code, output } = await run(readingLines(planted), "--csv");
    expect(code).toBe(1);
    expect(output).toContain("Readings: 100 differs");
    for (let i = 0; i < count; i++) {
      expect(output.includes(`reading c${i} (`)).toBe(i % 2 === 0);
    }
    expect(output).toContain("reading c4 (psychic-0) differs: revenue 27.94, here 27.93");
    expect(output).toContain("reading c2 (psychic-2) differs: minutes 11, here 10");
    const csv = await readFile(join(folder, "week.csv.differences.csv"), "utf8");
    expect(csv.split("\n").filter((line) => line.startsWith("reading,"))).toHaveLength(100);
  });

  test("finds a psychic's difference of a minute, a cent or a call", async () => {
    for (const [i, change] of [
      { minutes: "501" },
      { revenue: "1396.49" },
      { calls: "49" },
    ].entries()) {
      const { code, output } = await run(weekLines((place) => (place === i ? change : {})));
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(`^psychic-${i} .* differs$`, "m"));
      expect(output).toContain("Psychics: 3 equal, 1 differs");
    }
  });

  test("counts chats separately if the file does", async () => {
    const rows = psychics.map(({ id, username }) => {
      const own = readings.filter(({ user_id }) => user_id === id);
      const chats = own.filter(({ conn_type }) => conn_type === "Chat").length;
      return `${username},${own.length - chats},${chats},500,1396.50`;
    });
    const { code, output } = await run(
      ["username,calls,chats,minutes,revenue", ...rows].join("\n"),
    );
    expect([code, output]).toEqual([0, expect.stringContaining("4 equal")]);
  });

  test("accepts the file for the import, with any column for the psychic and longer amounts", async () => {
    const [header = "", ...lines] = readingLines().split("\n");
    const mixed = lines.map((text, place) => {
      const [id, extension, startedAt, minutes, revenue] = text.split(",");
      const userId = psychics.find((one) => one.extension === extension)?.id;
      const named = place % 2 ? [userId, ""] : ["", extension];
      return [id, ...named, startedAt, minutes, `${revenue}00`].join(",");
    });
    const { code, output } = await run(
      [header.replace("extension", "user_id,extension"), ...mixed].join("\n"),
    );
    expect([code, output]).toEqual([0, expect.stringContaining("Readings: all equal")]);
  });

  test("leaves out a reading that a later line moves to another week", async () => {
    const extension = psychics[0]?.extension;
    const others = Array.from(
      { length: 2_000 },
      (_, place) => `other${place},${extension},2026-03-09T12:00:00Z,10,27.93`,
    );
    const moved = ["2026-03-07T12:00:00Z", "2026-03-08T05:00:00Z"].map(
      (startedAt) => `later,${extension},${startedAt},10,27.93`,
    );
    const { code, output } = await run([readingLines(), moved[0], ...others, moved[1]].join("\n"));
    expect([code, output]).toEqual([0, expect.stringContaining("2001 lines are of other weeks")]);
  });

  test("names readings that are missing or extra here, and unknown psychics", async () => {
    const lines = readingLines().split("\n");
    lines[1] = `gone,${psychics[0]?.extension},2026-03-02T12:00:00Z,10,27.93`;
    lines.push(
      "x9,999999,2026-03-02T12:00:00Z,10,27.93",
      "later,,,,".replace(",,,,", `,${psychics[0]?.extension},2026-03-08T04:30:00Z,10,27.93`),
    );
    const { code, output } = await run(lines.join("\n"));
    expect(code).toBe(1);
    expect(output).toContain("reading gone (psychic-0) is missing here: minutes 10, revenue 27.93");
    expect(output).toContain("reading c0 (psychic-0) is extra here: minutes 10, revenue 27.93");
    expect(output).toContain(
      "reading later (psychic-0) is missing here: minutes 10, revenue 27.93; here it is on 2026-03-08",
    );
    expect(output).toMatch(/^999999 .* unknown psychic$/m);
  });

  test("compares a reading whose id an import refuses, and ignores those of other weeks", async () => {
    const extension = psychics[0]?.extension;
    const odd = ["2009.4711/1", "x".repeat(500), "red\u001b[31m"];
    const content = [
      readingLines(),
      ...odd.map((id) => `${id},${extension},2026-03-02T12:00:00Z,10,27.93`),
      `,${extension},2026-03-09T12:00:00Z,10,27.93`,
      `${"x".repeat(5_000)},${extension},2026-03-09T12:00:00Z,10,27.93`,
    ].join("\n");
    const { code, output } = await run(content);
    expect(code).toBe(1);
    expect(output).toContain("reading 2009.4711/1 (psychic-0) is missing here: minutes 10");
    expect(output).toContain("reading red?[31m (psychic-0) is missing here");
    expect(output).toContain("Readings: 3 missing here");
    expect(output).toContain("2 lines are of other weeks");
  });

  test("leaves no part of its CSV file if a folder already has the file's name", async () => {
    const taken = join(folder, "week.csv.differences.csv");
    await rm(taken, { force: true });
    await mkdir(taken);
    const { code, output } = await run(weekLines(), "--csv");
    expect([code, output]).toEqual([1, `${taken}.part cannot be used (EISDIR)\n`]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
    await rm(taken, { recursive: true });
  });

  test("says in one line what is wrong with a file", async () => {
    const header = "username,calls,minutes,revenue";
    for (const [content, reason] of [
      ["", "has no header"],
      ["username,calls,minutes", 'The column "revenue" is missing'],
      [
        "calls,minutes,revenue\n1,2,3",
        'The column "external_id", "user_id", "extension" or "username" is missing',
      ],
      [`${header}\npsychic-0,1,2,3.999`, "line 2: revenue must be dollars"],
      [`${header}\npsychic-0,1,2.5,3`, "line 2: minutes must be a whole number"],
      [`${header}\npsychic-0,1,2`, "line 2: 3 fields instead of 4"],
      [`${header}\npsychic-0,1,2,"3`, "line 2: A quote is not closed"],
      [`${header}\n,1,2,3`, "line 2: username is empty"],
      [
        "extension,username,calls,minutes,revenue\n,,1,2,3",
        "line 2: extension and username are empty",
      ],
      [
        `connection_id,minutes,revenue\n${"c".repeat(5_000)},1,2`,
        "line 2: connection_id has more than 500 characters",
      ],
      ["connection_id,minutes,revenue\n,1,2", "line 2: connection_id is empty"],
      [`${header}\npsychic-0,1,2,3\nPSYCHIC-0,1,2,3`, "Lines 2 and 3 are about the same psychic"],
      [header, "has no line in the week 2026-03-01 to 2026-03-07"],
    ] as const) {
      const { code, output } = await run(content, "--csv");
      expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
      expect(output.trim().split("\n")).toHaveLength(1);
    }
    expect((await runOn(join(folder, "none.csv"))).output).toMatch(/^There is no file .*\n$/);
    expect((await runOn("a.csv", "--week=2026-02-30")).output).toMatch(/^Usage: .*\n$/);
  });
});
