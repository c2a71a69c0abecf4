import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useKnownVersions } from "#web/features/profile/use-known-versions.ts";
import { unchanged } from "#web/ui/form/save-outcome.ts";

const stored = { city: "Boston", address2: null as string | null, languages: [2] };
const version = '"profile-7-1"';

test("a save that changes nothing makes no request (F7)", async () => {
  const { result } = renderHook(() => useKnownVersions(stored, version));
  const send = vi.fn(async () => ({ version: '"profile-7-2"' }));
  const same = { city: "Boston", address2: "", languages: [2] };
  expect(await result.current(same, version, send)).toBe(unchanged);
  expect(send).not.toHaveBeenCalled();

  await result.current({ ...same, city: "Albany" }, version, send);
  expect(send.mock.calls).toEqual([[{ city: "Albany" }]]);
  // The page never saw this version, so it cannot compare and sends all values of the form.
  await result.current(same, '"profile-7-0"', send);
  expect(send).toHaveBeenLastCalledWith(same);
});
