import { expect, test } from "vitest";
import { definitions, hashOf } from "#server/db/definitions.ts";
import { pinnedDefinitions } from "#tests/api/fixtures/stored-readings.ts";

// A process runs the SQL of a definition again if the database has another text of the same version.
// Two releases that differ in the text alone would replace each other's functions at every start.
test("the SQL of a definition changes only with its version or with a migration", () => {
  const current = definitions.map(({ name, version, text }) => [name, [version, hashOf(text)]]);
  expect(
    Object.fromEntries(current),
    "The SQL of a definition changed. Raise its `version`, unless a migration comes with the change. " +
      "Then pin the new version and hash in tests/api/fixtures/stored-readings.ts.",
  ).toEqual(pinnedDefinitions);
});
