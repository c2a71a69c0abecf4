import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Psychics } from "#web/manager/psychics/psychics.tsx";
import { LatestReadings } from "#web/manager/psychics/summary/latest-readings.tsx";

const server = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", server);
afterEach(() => {
  cleanup();
  server.mockReset();
});

const luna = {
  ...{ user_id: 7, user_name: "luna", first_name: "Lu", last_name: "Na", extension: "100007" },
  account_status: "Active",
};
const reading = {
  ...{ connection_id: "c1", call_date: "2026-07-20T17:00:00.000Z", username: "ada" },
  ...{ duration: 10, paid_mins: 7, revenue: 14 },
};

const screens = [
  {
    name: "search results",
    element: <Psychics />,
    address: "/psychics?term=luna",
    answer: { psychics: [luna], total: 1 },
    text: "luna",
  },
  {
    name: "latest readings",
    element: <LatestReadings id={7} today="2026-07-26" />,
    address: "/psychics/7",
    answer: { readings: [reading], total: 1 },
    text: "ada",
  },
];

test.each(screens)(
  "$name: data that cannot be refreshed stays, and a note says how old it is (F15)",
  async (one) => {
    history.replaceState(null, "", one.address);
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    server.mockImplementation(async () => Response.json(one.answer));
    render(
      <QueryClientProvider client={queries}>
        <BrowserRouter>{one.element}</BrowserRouter>
      </QueryClientProvider>,
    );
    await screen.findByText(one.text);
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();

    server.mockImplementation(async () => new Response(null, { status: 500 }));
    await act(() => queries.invalidateQueries());
    await screen.findByText(/could not be refreshed. What you see is from .* ET\./);
    expect(screen.getByText(one.text)).toBeTruthy();

    server.mockImplementation(async () => Response.json(one.answer));
    await act(async () => screen.getByRole("button", { name: "Try Again" }).click());
    await vi.waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull(), {
      timeout: 10_000,
    });
  },
);
