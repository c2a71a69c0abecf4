import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { ComposeGift } from "#web/features/gifts/compose-gift.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const customer = (user_id: number) => ({
  ...{ user_id, user_name: `customer${user_id}`, last: "2026-06-01T12:00:00Z", calls: 3 },
  ...{ minutes: 10, redeemable_minutes: 0, alc: 10, rev_per_call: 100 - user_id },
});

/** Sends a gift to six customers; the server refuses those who are gone by then. */
async function sendTo(gone: readonly number[]) {
  let ids = [1, 2, 3, 4, 5, 6];
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    if (init?.method !== "POST") {
      return Response.json({ customers: ids.map(customer), total: ids.length });
    }
    ids = ids.filter((id) => !gone.includes(id));
    const errors = [{ path: "customers.0", message: "This customer cannot get a gift" }];
    const problem = { type: "urn:problem:invalid", title: "Invalid", status: 422, errors };
    return Response.json(problem, { status: 422 });
  });
  const router = createMemoryRouter([
    { path: "*", element: <ComposeGift psychicId={7} sentPath="/psychic/sent" /> },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Select All 6" }));
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "Hello" } });
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: "A gift" } });
  fireEvent.click(screen.getByRole("button", { name: "Send Gifts" }));
  fireEvent.click(await screen.findByRole("button", { name: "Send 6 Gifts" }));
  const recipients = screen.getByRole("region", { name: "Recipients" });
  return within(recipients).findByText(/They are not selected now/);
}

test.each([
  [[2], "customer2"],
  [[2, 3, 4], "customer2, customer3, customer4"],
  [[1, 2, 3, 4, 5], "customer1, customer2, customer3 and 2 more"],
])("customers %j who can no longer get a gift are named", async (gone, names) => {
  const words = await sendTo(gone);
  expect(words.textContent).toContain(`You can no longer send a gift to ${names}. They`);
  screen.getByText(`${6 - gone.length} of ${6 - gone.length} selected`);
});
