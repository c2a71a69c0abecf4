import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { header, setUpImport } from "../api/fixtures/import.ts";

const fixture = setUpImport();
const { importReadings, line, lines, state } = fixture;
const errorsFile = () => `${fixture.file}.errors.csv`;
/** The numbers of the lines in the errors file. */
const refusedLines = async () =>
  (await state()).errors
    .split("\n")
    .slice(1, -1)
    .map((row: string) => Number(row.split(",")[0]));

/** A file of several portions of 2,000 lines, of which some are invalid. */
async function writeFileWith(invalid: readonly number[], count = 7_000) {
  const content = lines(count);
  for (const number of invalid) content[number - 2] = line(number, { minutes: "many" });
  await writeFile(fixture.file, `${[header, ...content].join("\n")}\n`);
}

/** Imports until one more portion is stored. @returns the new names of errors files. */
async function interrupt(): Promise<string[]> {
  const aside: string[] = [];
  const stopped = importReadings(
    fixture.file,
    (_, isResumed) => {
      if (!isResumed) throw new Error("stopped");
    },
    { onAside: (name) => aside.push(name) },
  );
  await expect(stopped).rejects.toThrow("stopped");
  return aside;
}

const runImport = (): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, "../../server/commands/import.ts"), fixture.file],
      { env: { ...process.env, DATABASE_URL: fixture.database.url, DATA_DIR: fixture.folder } },
      (_, stdout, stderr) => resolve(`${stderr}${stdout}`),
    );
  });

describe("an errors file (L3)", () => {
  test("that is set aside is named at once, and the new one grows after each interruption", async () => {
    await writeFileWith([12, 2_500, 4_500, 6_500]);
    expect(await interrupt()).toEqual([]);
    const corrected = (await readFile(errorsFile(), "utf8")).replace("many", "1, corrected");
    await writeFile(errorsFile(), corrected);

    expect(await interrupt()).toEqual([`${errorsFile()}.1`]);
    expect(await refusedLines()).toEqual([2_500]);
    // The new file has fewer lines than were refused, but nobody has changed it: it stays in place.
    expect(await interrupt()).toEqual([]);
    expect(await importReadings()).toMatchObject({ refused: 4, isErrorsPart: true, aside: null });
    expect(await refusedLines()).toEqual([2_500, 4_500, 6_500]);
    expect(await readFile(`${errorsFile()}.1`, "utf8")).toBe(corrected);
  });

  test("that was deleted is not named, even after two interruptions", async () => {
    await writeFileWith([12]);
    await interrupt();
    await rm(errorsFile());
    await interrupt();
    const output = await runImport();
    expect(output).toContain(
      "1 lines are invalid and were not imported\nThere is no errors file with the invalid lines " +
        "from before the interruption: to get all, import again\n",
    );
    expect(await runImport()).toContain(`were not imported: see ${errorsFile()}\n`);
    expect(await refusedLines()).toEqual([12]);
  });

  test("of an earlier import is set aside with a message, and deleted if the new one is the same", async () => {
    await writeFileWith([12], 20);
    expect(await runImport()).not.toContain("errors file was there");
    expect(await runImport()).toMatch(
      /^An errors file was there before: .* is now .*csv\.1\n[\s\S]*\.1 was the same as the new errors file, and is deleted\n/,
    );
    expect(await refusedLines()).toEqual([12]);
  });

  test.each([
    ["within a number", "many", "\n2502,"],
    ["within quotes, after a line break", '"many\nand\nmore"', 'more"'],
  ])("that was cut %s by a kill is completed, not set aside", async (_, minutes, cut) => {
    const content = lines(3_000);
    content[10] = line(10, { minutes });
    content[2_500] = line(2_500, { minutes });
    await writeFile(fixture.file, `${[header, ...content].join("\n")}\n`);
    await importReadings();
    const { errors: whole } = await state();
    await rm(errorsFile());
    await interrupt();
    await writeFile(errorsFile(), whole.slice(0, whole.lastIndexOf(cut) + 3));
    expect(await importReadings()).toMatchObject({ isErrorsPart: false, aside: null });
    expect((await state()).errors).toBe(whole);
  });

  test("that is empty is overwritten, not set aside", async () => {
    await writeFileWith([12], 20);
    await writeFile(errorsFile(), "");
    expect(await importReadings()).toMatchObject({ aside: null });
    expect((await readdir(fixture.folder)).filter((name) => name.endsWith(".1"))).toEqual([]);
    expect(await refusedLines()).toEqual([12]);
  });

  test("that somebody makes during an import is not overwritten", async () => {
    await writeFileWith([2_500], 3_000);
    const importing = importReadings(fixture.file, () => writeFileSync(errorsFile(), "theirs"));
    await expect(importing).rejects.toThrow(`${errorsFile()} cannot be used (EEXIST)`);
    expect(await readFile(errorsFile(), "utf8")).toBe("theirs");
  });
});
