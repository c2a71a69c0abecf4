import { expect, test, vi } from "vitest";
import { ResultCache } from "#server/features/statistics/result-cache.ts";

const cacheOfTexts = (limits: { entries: number; bytes: number }) =>
  new ResultCache<string>(limits, (value) => value.length);
const wide = { entries: 100, bytes: 1_000 };

test("the same version and key are computed once, also for callers at the same time", async () => {
  const cache = cacheOfTexts(wide);
  const compute = vi.fn(async () => "value");
  const both = await Promise.all([cache.get("1", "a", compute), cache.get("1", "a", compute)]);
  expect(both).toEqual(["value", "value"]);
  expect(await cache.get("1", "a", compute)).toBe("value");
  expect(compute).toHaveBeenCalledTimes(1);
});

test("another version is computed again", async () => {
  const cache = cacheOfTexts(wide);
  await cache.get("1", "a", async () => "old");
  expect(await cache.get("2", "a", async () => "new")).toBe("new");
});

test("a result is not cached for a version that began during its computation", async () => {
  const cache = cacheOfTexts(wide);
  let finish = (_: string) => {};
  const slow = cache.get("1", "a", () => new Promise<string>((resolve) => (finish = resolve)));
  await cache.get("2", "b", async () => "b");
  finish("old");
  expect(await slow).toBe("old");
  expect(await cache.get("2", "a", async () => "new")).toBe("new");
});

test("a failure is passed to all callers, and not cached", async () => {
  const cache = cacheOfTexts(wide);
  const failing = () => Promise.reject(new Error("no database"));
  const both = await Promise.allSettled([
    cache.get("1", "a", failing),
    cache.get("1", "a", failing),
  ]);
  expect(both.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(await cache.get("1", "a", async () => "value")).toBe("value");
});

test("the least recently used result is removed first", async () => {
  const cache = cacheOfTexts({ entries: 2, bytes: 1_000 });
  const compute = vi.fn(async () => "value");
  for (const key of ["a", "b", "a", "c"]) await cache.get("1", key, compute);
  expect(compute).toHaveBeenCalledTimes(3);
  await cache.get("1", "a", compute);
  expect(compute).toHaveBeenCalledTimes(3);
  await cache.get("1", "b", compute);
  expect(compute).toHaveBeenCalledTimes(4);
});

test("memory is bounded by bytes, and a result that is too large alone is not cached", async () => {
  const cache = cacheOfTexts({ entries: 100, bytes: 10 });
  const compute = vi.fn(async () => "1234");
  for (const key of ["a", "b", "c"]) await cache.get("1", key, compute);
  await cache.get("1", "c", compute);
  expect(compute).toHaveBeenCalledTimes(3);
  await cache.get("1", "a", compute);
  expect(compute).toHaveBeenCalledTimes(4);
  const large = vi.fn(async () => "12345678901");
  await cache.get("1", "large", large);
  await cache.get("1", "large", large);
  expect(large).toHaveBeenCalledTimes(2);
});
