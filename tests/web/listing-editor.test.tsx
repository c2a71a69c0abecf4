import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Listing } from "#web/advisor/listing/listing.tsx";
import { useOwnPsychic } from "#web/advisor/use-own-psychic.ts";
import { ListingEditor } from "#web/features/listing/listing-editor.tsx";
import { useUnsentEdits } from "#web/pwa/outbox/use-unsent-edits.ts";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

vi.mock("#web/pwa/outbox/use-unsent-edits.ts", () => ({ useUnsentEdits: vi.fn() }));
vi.mock("#web/advisor/use-own-psychic.ts", () => ({ useOwnPsychic: vi.fn() }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of currentNotices()) dismissNotice(id);
});

const account = {
  ...{ user_id: 7, username: "luna", first: "Luna", last: "Hill", email: "l@people.example" },
  ...{ phone: "6175550107", extension: "100007", image: "default", status: "U" },
  ...{ account_status: "Active", permissions: "", auto_email: false, requires_approval: false },
  ...{ avg_rating: 0, signup_date: "2026-07-26T15:00:00.000Z" },
  ...{ profile_status: "Approved", pending_image: null },
};

const listing = (status: string, sales_pitch: string) => ({
  ...{ sales_pitch, body: "<p>A line</p>", categories: [26], status },
  ...{ updated_at: "2026-11-25T12:00:00.000Z", reason: null },
});

function show(screenShown: ReactNode) {
  const router = createMemoryRouter([{ path: "*", element: screenShown }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("if a listing waits for approval already, only that one can be kept", async () => {
  let versions: object = { Approved: listing("Approved", "Live") };
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    if (init?.method !== "POST") return Response.json(versions, { headers: { ETag: '"v1"' } });
    // Another tab has submitted one.
    versions = { ...versions, Pending: listing("Pending", "Theirs") };
    const problem = { type: "urn:problem:stale_version", title: "Changed", current: versions };
    return Response.json({ ...problem, status: 412 }, { status: 412, headers: { ETag: '"v2"' } });
  });
  show(<ListingEditor id={7} viewer="psychic" editable />);
  const pitch = await screen.findByLabelText<HTMLTextAreaElement>(/^Sales Pitch/);
  fireEvent.change(pitch, { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Submit for Approval" }));
  fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
  const conflict = await screen.findByRole("dialog", { name: "This Has Changed" });
  within(conflict).getByText(/A listing already waits for approval/);
  expect(within(conflict).queryByRole("button", { name: "Keep mine" })).toBeNull();
  fireEvent.click(within(conflict).getByRole("button", { name: "Keep theirs" }));
  await screen.findByText(/^This listing is waiting for approval/);
  expect(pitch.value).toBe("Theirs");
  expect(pitch.closest("fieldset")?.disabled).toBe(true);
});

test("a listing that waits to be sent does not read as if a manager had it", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ Pending: listing("Pending", "Mine") }));
  const user = { ...{ user_id: 7, username: "luna", manager: 2, pay_day: 1 } };
  localStorage.setItem("user", JSON.stringify(user));
  vi.mocked(useOwnPsychic).mockReturnValue({ data: account } as never);
  vi.mocked(useUnsentEdits).mockReturnValue([
    { entry: { state: "waiting" }, thing: { name: "listing" } },
  ] as never);
  show(<Listing />);
  await screen.findByText(/Not sent yet. It is sent when you are online/);
  const link = screen.getByRole("link", { name: "Waiting to send" });
  expect(link.getAttribute("href")).toBe("/psychic/waiting");
  expect(screen.queryByText(/waiting for approval/)).toBeNull();
  expect(screen.queryByText("Pending")).toBeNull();

  cleanup();
  vi.mocked(useUnsentEdits).mockReturnValue([]);
  show(<Listing />);
  await screen.findByText(/^This listing is waiting for approval/);
  localStorage.clear();
});
