import { expect, test } from "vitest";
import { batchCalls } from "#server/db/batch-calls.ts";

test("calls that arrive while all queries run share the next one, up to a limit", async () => {
  const batches: number[][] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const double = batchCalls(
    async (items: number[]) => {
      batches.push(items);
      if (batches.length === 1) await held;
      return items.map((item) => item * 2);
    },
    { atOnce: 1, atMost: 3 },
  );
  const first = double(1);
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const others = [2, 3, 4, 5].map(double);
  release();
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("a failure fails only its own calls, and frees the place for the next query", async () => {
  const run = batchCalls(
    async (items: string[]) => {
      if (items.includes("bad")) throw new Error("no");
      return items;
    },
    { atOnce: 1, atMost: 1 },
  );
  const [bad, good] = await Promise.allSettled([run("bad"), run("good")]);
  expect([bad.status, good]).toEqual(["rejected", { status: "fulfilled", value: "good" }]);
});
