import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const textOf = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));

test("every class of our stylesheets is named whole by a screen: the build drops the others", () => {
  const named = new Set(
    textOf("web/**/*.{ts,tsx,html}")
      .join("\n")
      .split(/[^\w-]+/),
  );
  const classes = textOf("web/**/*.scss").flatMap((sheet) =>
    [...sheet.replaceAll(/\/\/.*/g, "").matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(classes.length).toBeGreaterThan(300);
  // Bulma's own, which a rule of ours has to be stronger than.
  named.add("is-multiple");
  expect(classes.filter((name) => !named.has(name))).toEqual([]);
});
