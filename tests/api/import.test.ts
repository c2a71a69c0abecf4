import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readings } from "#server/features/import/kinds/readings.ts";
import { rowReader } from "#server/features/import/row-reader.ts";
import { ingestedReading } from "#shared/ingested-reading.ts";
import { columns, header, setUpImport } from "./fixtures/import.ts";

const fixture = setUpImport();
const { importReadings, removeImported, line, lines, state } = fixture;

describe("an import", () => {
  test("run again reads the whole file and changes nothing", async () => {
    await writeFile(fixture.file, [header, ...lines(3_000)].join("\r\n"));
    await importReadings();
    const afterFirst = await state();
    await fixture.db.pool.query("truncate statistics_changes");
    const report = await importReadings();
    expect(report).toMatchObject({ applied: 3_000, refused: 0 });
    expect(await state()).toEqual(afterFirst);
    expect((await fixture.db.pool.query("select from statistics_changes")).rowCount).toBe(0);
  });

  test("without ratings and recordings keeps those that the platform sent", async () => {
    const later = ["rating", "rating_text", "has_recording"];
    const write = (rows: string[], count: number = columns.length) =>
      writeFile(
        fixture.file,
        [header, ...rows].map((row) => row.split(",").slice(0, count).join(",")).join("\n"),
      );
    const plain = { rating: "", rating_text: "", has_recording: "" };
    const rows = [1, 2].map((number) => line(number, plain));
    await write(rows, columns.length - later.length);
    await importReadings();
    await fixture.db.pool.query(
      "update readings set rating = 5, rating_text = 'great', has_recording = true",
    );
    const before = await state();
    await importReadings();
    expect(await state()).toEqual(before);
    // The last line about a reading has no rating. So the rating of the line before it counts.
    const corrected = [
      line(1, { ...plain, minutes: "3", paid_minutes: "3", rating: "1", has_recording: "false" }),
      line(1, { ...plain, minutes: "4", paid_minutes: "4" }),
    ];
    await write([...corrected, line(3, plain)]);
    await importReadings();
    const { rows: stored } = await fixture.db.pool.query(
      "select minutes, rating, rating_text, has_recording from readings order by started_at",
    );
    expect(stored).toEqual([
      { minutes: 4, rating: 1, rating_text: "great", has_recording: false },
      { minutes: 2, rating: 5, rating_text: "great", has_recording: true },
      { minutes: 3, rating: null, rating_text: null, has_recording: false },
    ]);
  });

  test.each([
    ["", /has no header$/],
    ["connection_id,user_id,surprise\n", /: There is no column "surprise"$/],
    [`${header},rate\n`, /: The column "rate" appears twice$/],
    [`${header.replace(",rate", "")}\n`, /: The column "rate" is missing$/],
    [`${header.replace(",user_id", "")}\n`, /: The column "user_id" or "extension" is missing$/],
  ])("refuses the wrong header %j", async (content, message) => {
    await writeFile(fixture.file, content);
    await expect(importReadings()).rejects.toThrow(message);
  });

  test("that was interrupted continues even if its errors file is missing or cut off (L3)", async () => {
    const content = lines(6_000);
    for (const index of [10, 20, 5_000]) content[index] = line(index, { minutes: "many" });
    await writeFile(fixture.file, `${[header, ...content].join("\n")}\n`);
    const errors = `${fixture.file}.errors.csv`;
    const interrupt = async () => {
      await removeImported();
      const stopped = importReadings(fixture.file, () => {
        throw new Error("stopped");
      });
      await expect(stopped).rejects.toThrow("stopped");
      expect((await state()).imports).toBe(1);
    };

    await interrupt();
    const before = await readFile(errors, "utf8");
    await rm(errors);
    const report = await importReadings();
    expect(report).toMatchObject({ applied: 5_997, refused: 3, isErrorsPart: true });
    const [head, only, ...more] = (await state()).errors.split("\n");
    expect(head).toBe(before.split("\n")[0]);
    expect(only).toMatch(/^5002,/);
    expect(more).toEqual([""]);

    await interrupt();
    const [first, second] = before.split("\n");
    await writeFile(errors, `${first}\n${second}\n`);
    expect(await importReadings()).toMatchObject({ isErrorsPart: true, aside: `${errors}.1` });
    expect((await state()).errors).toMatch(/^line,.*\n5002,.*\n$/);
    expect(await readFile(`${errors}.1`, "utf8")).toBe(`${first}\n${second}\n`);

    await interrupt();
    const whole = await importReadings();
    expect(whole.isErrorsPart).toBe(false);
    expect((await state()).errors.split("\n").map((row: string) => row.split(",")[0])).toEqual([
      ...["line", "12", "22", "5002", ""],
    ]);
  });

  test("loses no correction in its errors file (L3)", async () => {
    const content = lines(3_000);
    for (const index of [10, 20, 2_500]) content[index] = line(index, { minutes: "many" });
    await writeFile(fixture.file, `${[header, ...content].join("\n")}\n`);
    const errors = `${fixture.file}.errors.csv`;
    const stopped = importReadings(fixture.file, () => {
      throw new Error("stopped");
    });
    await expect(stopped).rejects.toThrow("stopped");
    const begun = await readFile(errors, "utf8");
    const corrected = begun.replace("many", "1, corrected by the operator");
    await writeFile(errors, corrected);
    expect(await importReadings()).toMatchObject({ isErrorsPart: true, aside: `${errors}.1` });
    expect(await readFile(`${errors}.1`, "utf8")).toBe(corrected);
    expect((await state()).errors).toMatch(/^line,.*\n2502,.*\n$/);

    // After an import has finished, a corrected errors file stays aside; an unchanged one is
    // deleted, because the new one is the same.
    await writeFile(errors, corrected);
    expect(await importReadings()).toMatchObject({ isErrorsPart: false, aside: `${errors}.2` });
    expect(await readFile(`${errors}.2`, "utf8")).toBe(corrected);
    expect(await importReadings()).toMatchObject({ aside: null });
    expect((await state()).errors.split("\n")).toHaveLength(5);
  });

  test("that is killed while it writes an errors file writes each line once", async () => {
    const content = lines(3_000);
    for (const index of [10, 2_500]) content[index] = line(index, { minutes: "many" });
    await writeFile(fixture.file, `${[header, ...content].join("\n")}\n`);
    await importReadings();
    const { errors: whole } = await state();
    await removeImported();
    const stopped = importReadings(fixture.file, () => {
      throw new Error("stopped");
    });
    await expect(stopped).rejects.toThrow("stopped");
    // The lines are written before the portion is stored.
    await writeFile(`${fixture.file}.errors.csv`, whole);
    expect(await importReadings()).toMatchObject({ isErrorsPart: false, aside: null });
    expect((await state()).errors).toBe(whole);
  });

  test("refuses a missing file", async () => {
    const missing = join(fixture.folder, "nothing.csv");
    await expect(importReadings(missing)).rejects.toThrow("There is no file");
  });

  test("accepts the columns in any order, and a psychic by extension", async () => {
    const fileColumns = [
      "extension",
      ...columns.filter((column) => column !== "user_id"),
    ].reverse();
    const fields = line(1).split(",");
    const values: Record<string, string> = Object.fromEntries(
      columns.map((column, place) => [column, fields[place] ?? ""]),
    );
    values.extension = fixture.psychics[1]?.extension ?? "";
    await writeFile(
      fixture.file,
      `\ufeff${fileColumns}\n${fileColumns.map((column) => values[column])}\n`,
    );
    await importReadings();
    const [row] = (await fixture.db.pool.query("select * from readings")).rows;
    expect(row).toMatchObject({ psychic_id: fixture.psychics[1]?.id, minutes: 1, rate_cents: 299 });
  });
});

test("refuses a row over 5 minutes ahead (C6), or whose free and paid minutes exceed its minutes", () => {
  const now = new Date("2026-06-15T16:00:00Z");
  const { read } = rowReader(readings.format, columns, now);
  const rowOf = (more: Parameters<typeof line>[1]) => read(line(1, more).split(","));
  const ahead = (minutes: number) => ({
    started_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
  });
  expect(rowOf(ahead(4)).row).not.toBeNull();
  expect(rowOf(ahead(6))).toMatchObject({
    reason: "started_at: More than 5 minutes in the future",
  });
  expect(rowOf({ minutes: "4", free_minutes: "2", paid_minutes: "3" })).toMatchObject({
    reason: "paid_minutes: Free and paid minutes together are more than the minutes",
  });
});

test("the row reader and the schema accept the same values and give the same reading", () => {
  const names = Object.keys(ingestedReading.shape);
  const { read } = rowReader(readings.format, names);
  /** A valid value, and sometimes an invalid one. */
  const usually = <T, U>(valid: readonly T[], invalid: readonly U[]) =>
    fc.oneof(
      { weight: 19, arbitrary: fc.constantFrom(...valid) },
      { weight: 1, arbitrary: fc.constantFrom(...invalid) },
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
  let validCount = 0;
  fc.assert(
    fc.property(candidates, (candidate) => {
      const fieldEntries = Object.entries(candidate).filter(([, value]) => value !== undefined);
      const parsed = ingestedReading.safeParse(Object.fromEntries(fieldEntries));
      const fields = new Map(fieldEntries.map(([name, value]) => [name, String(value)]));
      const row = read(names.map((name) => fields.get(name) ?? ""));
      expect(row.row).toEqual(parsed.success ? parsed.data : null);
      if (parsed.success) validCount += 1;
    }),
    { numRuns: 5_000 },
  );
  expect(validCount).toBeGreaterThan(1_000);
});
