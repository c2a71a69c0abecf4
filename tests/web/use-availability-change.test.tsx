import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useAvailabilityChange } from "#web/advisor/dashboard/use-availability-change.ts";
import type { AvailabilityCode } from "#web/features/availability.ts";

afterEach(() => vi.unstubAllGlobals());

const queries = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

function withRefusal(problem: object) {
  const headers = { "Content-Type": "application/problem+json" };
  const body = JSON.stringify({ type: "urn:problem:state_forbids", title: "No", ...problem });
  vi.stubGlobal("fetch", async () => new Response(body, { status: 409, headers }));
  const start: { shown: AvailabilityCode } = { shown: "O" };
  return renderHook(({ shown }) => useAvailabilityChange(7, shown), {
    wrapper,
    initialProps: start,
  });
}

test("the note about a refused change disappears once the status changes again", async () => {
  const { result, rerender } = withRefusal({ status: 409, current: { code: "U" } });
  await act(() => result.current.change("P", "O"));
  rerender({ shown: "U" });
  expect(result.current.problem).toBe("Not changed, because your status is now Unavailable.");
  rerender({ shown: "O" });
  expect(result.current.problem).toBeUndefined();
  rerender({ shown: "U" });
  expect(result.current.problem).toBeUndefined();
});

test("the note about any other refusal stays until the status changes", async () => {
  const { result, rerender } = withRefusal({ status: 409, detail: "The account is locked" });
  await act(() => result.current.change("P", "O"));
  expect(result.current.problem).toBe("Not changed. The account is locked.");
  rerender({ shown: "U" });
  expect(result.current.problem).toBeUndefined();
});
