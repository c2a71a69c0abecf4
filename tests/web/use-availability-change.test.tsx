import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { psychicEndpoints } from "#shared/psychics.ts";
import { useAvailabilityChange } from "#web/advisor/dashboard/use-availability-change.ts";
import { query } from "#web/api/query.ts";
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

test("the next choice is possible as soon as the server has answered", async () => {
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) =>
    init?.method === "POST" ? new Response(null, { status: 204 }) : new Promise(() => {}),
  );
  const { result } = renderHook(
    () => {
      useQuery(query(psychicEndpoints.getAvailability, { params: { id: "7" } }));
      return useAvailabilityChange(7, "O");
    },
    { wrapper },
  );
  act(() => void result.current.change("P", "O"));
  expect(result.current.changing).toBe("P");
  await waitFor(() => expect(result.current.changing).toBeUndefined());
});
