import { afterAll, expect, test } from "vitest";
import { endProcesses, spawnPortal } from "../support/portal-process.ts";

afterAll(() => endProcesses());

test.each([
  ["tests/failover/run.ts", "--seed=abc"],
  ["tests/failover/run.ts", "--sort"],
  ["tests/faults/run.ts", "--operations=many"],
  ["scripts/shot.mjs", "--tablet"],
])("%s %s prints its usage in one line", async (script, option) => {
  const { code, output, errors } = await (await spawnPortal({ script, args: [option] })).ended;
  expect({ code, output }).toEqual({ code: 1, output: "" });
  expect(errors).toMatch(/^Usage: npm run (test:failover|test:faults|shot) -- .*\n$/);
});
