import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Age } from "#web/manager/age.tsx";
import { TypeChips } from "#web/manager/approvals/type-chips.tsx";
import { ManagerLayout } from "#web/manager/manager-layout.tsx";
import { KnownPaths } from "#web/ui/known-paths.tsx";

let requests: string[] = [];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", async (address: string) => {
    requests.push(String(address));
    return Response.json({
      counts: { Account: 2, Profile: 1, Listing: 1200, Picture: 0 },
      as_of: "2026-11-22T04:59:00Z",
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (part: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KnownPaths value={() => "manager"}>
        <BrowserRouter>{part}</BrowserRouter>
      </KnownPaths>
    </QueryClientProvider>,
  );

test("chips count each type in one request, and keep the chosen one in the address", async () => {
  history.replaceState(null, "", "/approvals?page=3&size=10");
  show(<TypeChips />);
  await screen.findByRole("button", { name: "All 1,203" });
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual(["All 1,203", "Accounts 2", "Profiles 1", "Listings 1,200", "Pictures 0"]);
  expect(screen.getByRole("button", { name: "Pictures 0" }).className).toContain("is-empty");
  fireEvent.click(screen.getByRole("button", { name: "Listings 1,200" }));
  expect(location.search).toBe("?size=10&type=Listing");
  expect(screen.getByRole("button", { name: "Listings 1,200" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  fireEvent.click(screen.getByRole("button", { name: "All 1,203" }));
  expect(location.search).toBe("?size=10");
  expect(requests).toHaveLength(1);
});

test("the menu shows how many approvals are waiting", async () => {
  show(<ManagerLayout />);
  await screen.findByRole("link", { name: "Approvals 1,203 waiting" });
});

test.each([
  // 11:59 PM and 12:00 AM in New York.
  ["2026-11-22T04:59:00Z", "1 day", "age status-tag"],
  ["2026-11-22T05:00:00Z", "today", "age status-tag"],
  ["2026-11-19T12:00:00Z", "3 days", "age status-tag"],
  ["2026-11-18T12:00:00Z", "4 days", "age status-tag is-waiting"],
  ["2026-11-15T12:00:00Z", "7 days", "age status-tag is-waiting"],
  ["2026-11-14T12:00:00Z", "8 days", "age status-tag is-waiting is-very-late"],
])("on 11/22 an approval from %s is %s old", (instant, words, className) => {
  render(<Age instant={instant} today="2026-11-22" />);
  expect(screen.getByText(words).className).toBe(className);
});
