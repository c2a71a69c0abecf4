import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { deferred, forgetFailures } from "#web/deferred.tsx";

const Screen = () => null;

test("loading a file that hangs fails after half a minute (F10)", async () => {
  vi.useFakeTimers();
  const { load } = deferred(() => new Promise(() => undefined));
  const failed = expect(load()).rejects.toThrow("too long");
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
  vi.useRealTimers();
});

test("a screen's file loads once, and again after its failure was shown", async () => {
  const files = vi
    .fn<() => Promise<{ default: typeof Screen }>>()
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockResolvedValue({ default: Screen });
  const { load } = deferred(files);
  await expect(load()).rejects.toThrow("no network");
  // The failure stays until it was shown. Otherwise every render would load the file again.
  await expect(load()).rejects.toThrow("no network");
  expect(files).toHaveBeenCalledTimes(1);
  forgetFailures();
  await expect(load()).resolves.toBe(Screen);
  forgetFailures();
  await expect(load()).resolves.toBe(Screen);
  expect(files).toHaveBeenCalledTimes(2);
});

test("a screen whose file has loaded renders at once, and React reports no error", async () => {
  const faults = vi.spyOn(console, "error");
  const { load, Component } = deferred(async () => ({ default: () => <p>The screen</p> }));
  await load();
  const { rerender } = render(<Component />);
  screen.getByText("The screen");
  rerender(<Component />);
  expect(faults).not.toHaveBeenCalled();
});
