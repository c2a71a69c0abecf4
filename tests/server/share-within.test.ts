import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { shareWithin } from "#server/share-within.ts";

test("work that hangs delays no caller, and does not start again", async () => {
  let begun = 0;
  const read = shareWithin(() => {
    begun += 1;
    return new Promise<string>(() => {});
  }, 20);
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
  expect(await read()).toBe(undefined);
  expect(begun).toBe(1);
});

test("calls at the same time share a result, and a later one works again after a failure", async () => {
  let begun = 0;
  const read = shareWithin(async () => {
    begun += 1;
    await pause(5);
    if (begun === 1) throw new Error("once");
    return begun;
  }, 10_000);
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
});
