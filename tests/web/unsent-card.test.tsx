import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { listingEndpoints } from "#shared/listings.ts";
import { UnsentCard } from "#web/advisor/waiting/unsent-card.tsx";
import { thingEditedBy } from "#web/pwa/outbox/things/things.ts";
import type { UnsentEdit } from "#web/pwa/outbox/unsent-edits.ts";

// The DOM of these tests has no channels between tabs, and the queue opens one.
vi.hoisted(() => vi.stubGlobal("BroadcastChannel", EventTarget));

afterEach(cleanup);

const { method, path } = listingEndpoints.submitListing;
const listing = { sales_pitch: "Mine", body: "A line", categories: [26] };
const madeAt = Date.parse("2026-11-25T12:00:00Z");
const theirs = { ...listing, sales_pitch: "Another pitch", reason: null };

/** Shows a queued listing that the server refused because it holds `current`. */
async function show(current: object) {
  const edit = { endpoint: { method, path }, request: { params: { id: "7" }, body: { listing } } };
  const entry = { id: "a", state: "conflict", thing: "listing", madeAt, tries: 1 };
  const stuck = { status: 412, problem: { current }, version: '"v2"' };
  const thing = thingEditedBy(edit.endpoint);
  const card = (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <UnsentCard
            unsent={{ entry, edit, thing, stuck } as unknown as UnsentEdit}
            isBlocked={false}
          />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>
  );
  // The card waits for the texts of its thing: load them before, because `act` does not wait so long.
  await thing?.describe();
  await act(async () => void render(card));
}

test("a queued listing in conflict with an approved one can still be kept", async () => {
  await show({ Approved: { ...theirs, status: "Approved" } });
  screen.getByText("Another pitch");
  screen.getByText(/Which version do you want to keep/);
  screen.getByRole("button", { name: "Keep mine" });
  screen.getByRole("button", { name: "Keep theirs" });
});

test("a queued listing cannot replace one that waits for approval", async () => {
  await show({ Pending: { ...theirs, status: "Pending" } });
  screen.getByText("Another pitch");
  screen.getByText(/A listing already waits for approval/);
  expect(screen.queryByRole("button", { name: "Keep mine" })).toBeNull();
  screen.getByRole("button", { name: "Keep theirs" });
});
