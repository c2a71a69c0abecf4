import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Approvals } from "#web/manager/approvals/approvals.tsx";
import { KnownPaths } from "#web/ui/known-paths.tsx";

const waiting = (id: number, to_approve: string, day: number) => ({
  ...{ agent_user_id: id, agent_user_name: `psychic${id}`, to_approve },
  date: `2026-07-${day}T12:00:00.000Z`,
  max_creation_date: `2026-07-${day}T12:00:00.000Z`,
});
/** The two approvals of psychic1 are not next to each other. */
const all = [
  waiting(1, "Listing", 20),
  waiting(2, "Picture", 24),
  waiting(1, "Profile", 26),
  waiting(3, "Account", 26),
];
/** The `total` in the server's answer. The last test makes it exceed the approvals sent. */
let total: number;

beforeEach(() => {
  total = all.length;
  vi.stubGlobal("fetch", async (to: string) => {
    const { pathname, searchParams } = new URL(to, "http://x");
    if (pathname.endsWith("/approvals/counts")) {
      const counts = { Account: 1, Profile: 1, Listing: 1, Picture: 1 };
      return Response.json({ counts, as_of: "2026-07-26T15:00:00.000Z" });
    }
    if (!pathname.endsWith("/approvals")) return new Response(null, { status: 404 });
    const from = Number(searchParams.get("offset") ?? 0);
    return Response.json({ approvals: all.slice(from), total });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(address: string) {
  window.history.replaceState(null, "", address);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KnownPaths value={() => "manager"}>
        <MemoryRouter initialEntries={[address]}>
          <Approvals />
        </MemoryRouter>
      </KnownPaths>
    </QueryClientProvider>,
  );
}

/** A window that is wider than every minimum, or narrower. */
const setWidth = (width: "wide" | "narrow") =>
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      ...{ matches: media.includes("min-width") === (width === "wide"), media, onchange: null },
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );

const linksOf = (row: Element) =>
  [...row.querySelectorAll('a[href*="open="]')].map((link) => link.textContent);
const rows = () => [...document.querySelectorAll("tbody tr[data-row]")].map(linksOf);
const opened = () => document.querySelector('a[aria-current="true"]')?.textContent;

test("the whole list has a row per psychic, and Next goes through it from top to bottom", async () => {
  show("/approvals?open=Listing-1");
  await screen.findByText("1–3 of 3 psychics");
  expect(rows()).toEqual([
    ["Listing of psychic1: review", "Profile of psychic1: review"],
    ["Picture of psychic2: review"],
    ["Account of psychic3: review"],
  ]);
  for (const next of ["Profile of psychic1", "Picture of psychic2", "Account of psychic3"]) {
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(opened()).toBe(`${next}: review`);
  }
});

test("a list opens its first approval, unless the user has gone on to a screen that is still loading", async () => {
  setWidth("wide");
  show("/approvals");
  await waitFor(() => expect(opened()).toBe("Listing of psychic1: review"));
  cleanup();
  show("/approvals");
  window.history.replaceState(null, "", "/statistics");
  await waitFor(() => expect(rows()).not.toHaveLength(0));
  await act(async () => {});
  expect(opened()).toBeUndefined();
});

test("in a row of several approvals, a younger one shows its own age", async () => {
  show("/approvals");
  await screen.findByText("6 days");
  expect(document.querySelector("tr[data-row] .review-links")?.textContent).toBe(
    "Listing of psychic1: review Profile of psychic1: review (today)",
  );
});

test("on a phone a tap anywhere on a row opens the review, its only link", async () => {
  setWidth("narrow");
  show("/approvals");
  await screen.findByText("1–4 of 4 waiting");
  expect(screen.queryByRole("link", { name: "psychic2" })).toBeNull();
  expect(rows().map((links) => links.length)).toEqual([1, 1, 1, 1]);
  expect(opened()).toBeUndefined();
  fireEvent.click(screen.getByText("psychic2"));
  expect(opened()).toBe("Picture of psychic2: review");
  // The psychic's account is one tap away from there.
  const review = screen.getByRole("region", { name: "Picture of psychic2" });
  expect(within(review).getByRole("link", { name: "psychic2" }).getAttribute("href")).toBe(
    "/psychics/2",
  );
});

test.each(["?sort=to_approve&order=asc", "?size=10"])(
  "with %s each approval has a row",
  async (query) => {
    show(`/approvals${query}`);
    await screen.findByText("1–4 of 4 waiting");
    expect(rows()).toHaveLength(4);
  },
);

test("while only a part of the list has loaded, it counts approvals and has a row for each", async () => {
  total = 2_500;
  show("/approvals");
  await waitFor(() => expect(rows()).not.toHaveLength(0));
  screen.getByText(/^(Loading: )?4 of 2,500 waiting/);
  expect(rows().every((links) => links.length === 1)).toBe(true);
});
