import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { header, setUpImport } from "../api/fixtures/import.ts";

const fixture = setUpImport();
const { importReadings, removeImported, line, lines, state } = fixture;

const command = join(import.meta.dirname, "../../server/commands/import.ts");

interface Run {
  child: ChildProcess;
  /** The lines of stdout and stderr. */
  output: string[];
  /** Resolves when the command prints a line that contains this. */
  prints(part: string): Promise<void>;
  ended: Promise<number | null>;
}

/** Starts the real command with little memory. */
function startImport(path = fixture.file): Run {
  const child = spawn(process.execPath, ["--max-old-space-size=48", command, path], {
    env: {
      ...process.env,
      DATABASE_URL: fixture.database.url,
      DATA_DIR: fixture.folder,
      NODE_ENV: "test",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const waiting: { part: string; done(): void }[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as NodeJS.ReadableStream }).on("line", (text) => {
      output.push(text);
      for (const { part, done } of waiting) if (text.includes(part)) done();
    });
  }
  return {
    child,
    output,
    prints: (part) => new Promise((done) => waiting.push({ part, done })),
    ended: once(child, "close").then(([code]) => code),
  };
}

async function runImport(path = fixture.file): Promise<string> {
  const run = startImport(path);
  const code = await run.ended;
  return `${code}: ${run.output.join("\n")}`;
}

describe("the command", () => {
  test("killed halfway and started again, loses nothing and imports nothing twice", async () => {
    const content = lines(20_000);
    // The file has wrong lines throughout, and a correction far after the line it corrects.
    for (let i = 5; i < content.length; i += 2_500) content[i] = line(i, { minutes: "many" });
    content.push(line(3, { rating: "1" }));
    await writeFile(fixture.file, `${[header, ...content].join("\n")}\n`);
    const report = await importReadings();
    expect(report).toMatchObject({ applied: 19_993, refused: 8 });
    const whole = await state();
    expect(whole).toMatchObject({ readings: 19_992, imports: 0 });
    await removeImported();

    const killed = startImport();
    await killed.prints("rows/s");
    killed.child.kill("SIGKILL");
    expect(await killed.ended).toBeNull();
    const half = await state();
    expect(half.imports).toBe(1);
    expect(half.readings).toBeGreaterThan(0);
    expect(half.readings).toBeLessThan(whole.readings);

    const output = await runImport();
    expect(output).toMatch(/^1: Continuing after line [1-9]/);
    expect(output).toMatch(
      /19,993 readings imported in .* s\n8 lines are invalid and were not imported/,
    );
    expect(await state()).toEqual(whole);
  });

  test("reports every wrong line and imports the rest", async () => {
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
    await writeFile(fixture.file, content.join("\n"));
    expect(await runImport()).toMatch(
      /3 readings imported.*\n8 lines are invalid and were not imported/,
    );
    const { errors, readings } = await state();
    expect(readings).toBe(3);
    const unclosedLine = `"${line(7, { result: '"never closed' }).replaceAll('"', '""')}"`;
    const wrong = errors.split("\n").slice(0, -1);
    expect(wrong).toEqual([
      `line,reason,${header}`,
      `3,rate: Whole cents,${content[2]}`,
      `4,user_id: No such psychic,${content[3]}`,
      `7,"connection_id: Letters, digits, - and _ only, at most 64",${content[5]?.replace("=", "'=")}`,
      `8,16 fields instead of 15,${content[6]}`,
      `9,A quote is followed by something other than a comma,${unclosedLine}`,
      expect.stringMatching(/^10,started_at: Not an ISO 8601 time; has_recording: [^,]+,C63352,/),
      expect.stringMatching(/^11,customer_id: .+; rating: 1 to 5"?,C71271,/),
      `13,customer_username: Not a valid text,${content[11]}`,
    ]);
  });

  test("imports its errors file once the lines are corrected (J2)", async () => {
    const oddName = '"O\'Neil, ""Kit""\nélan"';
    const content = [
      header,
      line(1, { customer_username: oddName, rate: "2.999" }),
      line(2, { customer_username: "=1+1", rate: "2.999" }),
      line(3, { customer_username: "'=1+1", revenue: "-1" }),
      line(4, { result: '"never" closed' }),
      `${line(5)},more`,
      line(6),
    ];
    await writeFile(fixture.file, content.join("\n"));
    expect(await runImport()).toMatch(
      /1 readings imported.*\n5 lines are invalid and were not imported/,
    );
    const wrongFile = `${fixture.file}.errors.csv`;
    const wrong = await readFile(wrongFile, "utf8");
    // A spreadsheet must not read any cell as a formula.
    expect(wrong).not.toMatch(/(^|,|")[=+@-]/m);

    expect(await runImport(wrongFile)).toMatch(
      /0 readings imported.*\n5 lines are invalid and were not imported/,
    );
    // Importing the errors again loses nothing and adds no further quotes.
    const newErrors = await readFile(`${wrongFile}.errors.csv`, "utf8");
    const bare = (text: string) => text.replace(/^\d+,/gm, "").replace(/A quote is [^,]+/, "");
    expect(bare(newErrors)).toBe(bare(wrong));

    const corrected = wrong
      .replaceAll("2.999", "2.99")
      .replace("'-1", "1")
      .replace('""never"" closed', "done")
      .replace(/,more$/m, "");
    await writeFile(wrongFile, corrected);
    expect(await runImport(wrongFile)).toMatch(/5 readings imported/);
    const { rows } = await fixture.db.pool.query(
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

  test("prints its usage in one line and exits with 1", async () => {
    expect(await runImport("")).toBe(
      "1: Usage: npm run import -- " +
        "[psychics|customers|schedules|listings|pictures|gifts|contacts|logins|readings] " +
        "FILE.csv [--dry-run]",
    );
  });
});
