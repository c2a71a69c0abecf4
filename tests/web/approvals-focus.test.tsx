import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Approvals } from "#web/manager/approvals/approvals.tsx";
import { KnownPaths } from "#web/ui/known-paths.tsx";

const date = "2026-07-20T12:00:00.000Z";
const approvals = [1, 2].map((id) => ({
  ...{ agent_user_id: id, agent_user_name: `psychic${id}`, to_approve: "Listing" },
  ...{ date, max_creation_date: date },
}));

beforeEach(() => {
  vi.stubGlobal("fetch", async (to: string) => {
    const { pathname } = new URL(to, "http://x");
    if (pathname.endsWith("/approvals")) {
      return Response.json({ approvals, total: approvals.length });
    }
    return new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(address: string) {
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

const linkOf = (id: number) =>
  screen.findByRole("link", { name: `Listing of psychic${id}: review` });
const focused = () => document.activeElement?.textContent;

test("Close returns the focus to the row, or to the heading if the row is gone (G1)", async () => {
  show("/approvals?open=Listing-2");
  const link = await linkOf(2);
  const close = screen.getByRole("link", { name: "Close" });
  close.focus();
  fireEvent.click(close);
  await waitFor(() => expect(document.activeElement).toBe(link));
  cleanup();

  show("/approvals?open=Listing-9");
  await linkOf(2);
  const closeUnlisted = screen.getByRole("link", { name: "Close" });
  closeUnlisted.focus();
  fireEvent.click(closeUnlisted);
  await waitFor(() => expect(focused()).toBe("Approvals Waiting"));
});

test("the link of an approval that is already open moves the focus to it, too", async () => {
  show("/approvals?open=Listing-2");
  const link = await linkOf(2);
  link.focus();
  fireEvent.click(link);
  await waitFor(() => expect(focused()).toBe("Listing of psychic2"));
});
