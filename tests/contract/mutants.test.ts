import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutants } from "#tests/mutants/all.ts";
import { plantIn } from "#tests/mutants/mutant.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
const namesOf = (list: typeof mutants) => list.map(({ name }) => name);

test("each mutant has its own name", () => {
  const names = namesOf(mutants);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test("each mutant fits its source exactly once, and changes one line of it", () => {
  const unfit = mutants.filter(
    (mutant) =>
      plantIn(textOf(mutant.file), mutant) === undefined ||
      mutant.find === mutant.plant ||
      `${mutant.find}${mutant.plant}`.includes("\n"),
  );
  expect(namesOf(unfit)).toEqual([]);
});

test("each mutant names a test that exists", () => {
  const unguarded = mutants.filter(
    ({ test, title }) => !existsSync(join(root, test)) || !textOf(test).includes(title ?? ""),
  );
  expect(namesOf(unguarded)).toEqual([]);
});

test("each mutant that a browser test must notice names the title of that test", () => {
  const untitled = mutants.filter(({ test, title }) => test.startsWith("tests/e2e/") && !title);
  expect(namesOf(untitled)).toEqual([]);
});
