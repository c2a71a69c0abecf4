import { expect, test, vi } from "vitest";
import { Kept } from "#server/features/statistics/result-cache.ts";

const keepText = (limits: { entries: number; bytes: number }) =>
  new Kept<string>(limits, (value) => value.length);
const wide = { entries: 100, bytes: 1_000 };

test("the same version and key are computed once, also when asked at the same time", async () => {
  const kept = keepText(wide);
  const compute = vi.fn(async () => "value");
  const both = await Promise.all([kept.get("1", "a", compute), kept.get("1", "a", compute)]);
  expect(both).toEqual(["value", "value"]);
  expect(await kept.get("1", "a", compute)).toBe("value");
  expect(compute).toHaveBeenCalledTimes(1);
});

test("another version is computed anew", async () => {
  const kept = keepText(wide);
  await kept.get("1", "a", async () => "old");
  expect(await kept.get("2", "a", async () => "new")).toBe("new");
});

test("a computation that a new version overtakes is not kept for it", async () => {
  const kept = keepText(wide);
  let finish = (_: string) => {};
  const slow = kept.get("1", "a", () => new Promise<string>((resolve) => (finish = resolve)));
  await kept.get("2", "b", async () => "b");
  finish("old");
  expect(await slow).toBe("old");
  expect(await kept.get("2", "a", async () => "new")).toBe("new");
});

test("a failure is told to all who wait, and not kept", async () => {
  const kept = keepText(wide);
  const failing = () => Promise.reject(new Error("no database"));
  const both = await Promise.allSettled([kept.get("1", "a", failing), kept.get("1", "a", failing)]);
  expect(both.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(await kept.get("1", "a", async () => "value")).toBe("value");
});

test("the least recently used goes first", async () => {
  const kept = keepText({ entries: 2, bytes: 1_000 });
  const compute = vi.fn(async () => "value");
  for (const key of ["a", "b", "a", "c"]) await kept.get("1", key, compute);
  expect(compute).toHaveBeenCalledTimes(3);
  await kept.get("1", "a", compute);
  expect(compute).toHaveBeenCalledTimes(3);
  await kept.get("1", "b", compute);
  expect(compute).toHaveBeenCalledTimes(4);
});

test("memory is bounded by bytes, and one that is too large alone is not kept", async () => {
  const kept = keepText({ entries: 100, bytes: 10 });
  const compute = vi.fn(async () => "1234");
  for (const key of ["a", "b", "c"]) await kept.get("1", key, compute);
  await kept.get("1", "c", compute);
  expect(compute).toHaveBeenCalledTimes(3);
  await kept.get("1", "a", compute);
  expect(compute).toHaveBeenCalledTimes(4);
  const large = vi.fn(async () => "12345678901");
  await kept.get("1", "large", large);
  await kept.get("1", "large", large);
  expect(large).toHaveBeenCalledTimes(2);
});
