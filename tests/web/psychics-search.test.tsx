import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Psychics } from "#web/manager/psychics/psychics.tsx";

const server = vi.fn<typeof fetch>(async () => Response.json({ psychics: [], total: 0 }));
vi.stubGlobal("fetch", server);
afterEach(() => {
  cleanup();
  server.mockClear();
});

function open(address: string) {
  history.replaceState(null, "", address);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Psychics />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

/** The paths of all requests, as a browser resolves them. */
const asked = () => server.mock.calls.map(([to]) => new URL(String(to), "http://x").pathname);

test.each([".", ".."])("a search for %j reaches the server (G9)", async (term) => {
  open(`/psychics?term=${term}`);
  await screen.findByText("No psychic found");
  expect(asked()).toEqual([`/api/search/${term}%20`]);
});

test("the same search makes a new request but no history entry (F5)", async () => {
  open("/psychics?term=luna");
  await screen.findByText("No psychic found");
  const entries = history.length;
  fireEvent.submit(screen.getByLabelText("Search"));
  await vi.waitFor(() => expect(asked()).toEqual(["/api/search/luna", "/api/search/luna"]), {
    timeout: 10_000,
  });
  expect(history.length).toBe(entries);
});

test("a search keeps the field and its focus; only the whole list has dates and an export", async () => {
  open("/psychics");
  await screen.findByText("No psychics yet");
  expect(screen.getByRole("button", { name: /^Dates:/ })).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>("Search");
  field.focus();
  fireEvent.change(field, { target: { value: "luna" } });
  fireEvent.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText("No psychic found");
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
  expect(field.value).toBe("luna");
  expect(screen.queryByRole("button", { name: /^Dates:|Export CSV/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  await screen.findByText("No psychics yet");
});
