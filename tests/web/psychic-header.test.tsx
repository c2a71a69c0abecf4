import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { use } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Psychic } from "#web/manager/psychics/psychic-frame.tsx";
import { PsychicHeader } from "#web/manager/psychics/psychic-header.tsx";
import { useNoteShownPsychics } from "#web/manager/psychics/shown-psychics.ts";
import { KnownPaths } from "#web/ui/known-paths.tsx";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

const psychic: Psychic = {
  ...{ user_id: 7, username: "luna", first: "Marisol", last: "Whitaker", email: "l@x.example" },
  ...{ phone: "6175550155", extension: "442259", image: null, account_status: "Active" },
  ...{ status: "A", permissions: "AgentPhone", auto_email: true, requires_approval: false },
  ...{ avg_rating: 5, signup_date: "2026-01-01T00:00:00.000Z", profile_status: "Approved" },
  pending_image: null,
  manager_id: 1,
};
const person = { first_name: "Marisol", last_name: "Whitaker", phone_extension: "442259" };
const listed = [
  { ...person, user_id: 3, user_name: "orion" },
  { ...person, user_id: 7, user_name: "luna" },
  { ...person, user_id: 5, user_name: "sage" },
];

function List({ rows }: { rows: typeof listed }) {
  useNoteShownPsychics(rows);
  return null;
}

const never = new Promise<void>(() => undefined);

/** A screen whose file is still loading. */
function Loading() {
  use(never);
  return null;
}

function show(path: string, known: Psychic | undefined, rows?: typeof listed) {
  const queries = new QueryClient();
  const client = (children: React.ReactNode) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  // The list was on the screen before.
  if (rows) render(client(<List rows={rows} />)).unmount();
  render(
    client(
      <KnownPaths value={() => "manager"}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/psychics/:id/schedule" element={<Loading />} />
            <Route path="*" element={<PsychicHeader id={7} psychic={known} screen="Readings" />} />
          </Routes>
        </MemoryRouter>
      </KnownPaths>,
    ),
  );
}

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json([{ code: "O" }]));
});
afterEach(() => {
  cleanup();
  for (const { id } of currentNotices()) dismissNotice(id);
});

test("the header has the status and the availability", async () => {
  show("/psychics/7", psychic);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("luna");
  expect(screen.getByText("Active").className).toContain("status-tag");
  expect((await screen.findByText("On Alert")).className).toContain("status-tag");
  expect(screen.queryByRole("navigation", { name: "In the list" })).toBeNull();
});

test("a click on the phone number copies it", async () => {
  const copied = vi.fn();
  vi.stubGlobal("isSecureContext", true);
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText: copied } as never);
  show("/psychics/7", psychic);
  fireEvent.click(screen.getByRole("button", { name: "617-555-0155" }));
  expect(copied).toHaveBeenCalledWith("617-555-0155");
});

test("from a list, the name shows at once; arrows open the same screen of the neighbors", () => {
  show("/psychics/7/readings", undefined, listed);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("luna");
  expect(screen.getByText("Marisol Whitaker")).toBeTruthy();
  expect(screen.getByText("Ext. 442259")).toBeTruthy();
  const addressOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(addressOf("Previous: orion")).toBe("/psychics/3/readings");
  expect(addressOf("Next: sage")).toBe("/psychics/5/readings");
});

test("the arrows keep the dates, but not a page of the list", () => {
  show("/psychics/7/readings?start_date=2026-01-01&page=2", undefined, listed);
  expect(screen.getByRole("link", { name: "Next: sage" }).getAttribute("href")).toBe(
    "/psychics/5/readings?start_date=2026-01-01",
  );
});

test("a number that the browser does not copy is shown for copying", async () => {
  vi.stubGlobal("isSecureContext", true);
  const writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as never);
  show("/psychics/7", psychic);
  fireEvent.click(screen.getByRole("button", { name: "617-555-0155" }));
  await waitFor(() =>
    expect(currentNotices()).toMatchObject([
      { title: "Not Copied", text: "Copy the phone number from here: 617-555-0155" },
    ]),
  );
});

test("at the end of the list there is no next psychic", () => {
  show("/psychics/7", psychic, listed.slice(0, 2));
  expect(screen.getByRole("link", { name: "Previous: orion" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Next/ })).toBeNull();
});

test("a tab is marked as soon as it is tapped, while its file loads", async () => {
  show("/psychics/7", psychic);
  const current = () => document.querySelector(".psychic-nav [aria-current]")?.textContent;
  expect(current()).toBe("Summary");
  await act(async () => {
    fireEvent.click(screen.getByRole("link", { name: "Schedule" }));
  });
  expect(current()).toBe("Schedule");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("luna");
});
