import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { ReadingsList } from "#web/features/readings/readings-list.tsx";
import { useOnline } from "#web/lib/use-online.ts";

vi.mock("#web/lib/use-online.ts", () => ({ useOnline: vi.fn() }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [true, "No readings on these dates"],
  [false, "No readings of these dates on this device"],
])("an empty list says why, with a network: %s", async (online, title) => {
  vi.mocked(useOnline).mockReturnValue(online);
  vi.stubGlobal("fetch", async () => Response.json({ readings: [], total: 0 }));
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: "always" } } })}
    >
      <MemoryRouter>
        <ReadingsList psychicId={7} username="luna" payDay={1} limited />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^No readings/)).toHaveProperty("textContent", title);
  // The sums keep their place, so that nothing moves when the answer arrives.
  screen.getByText("Repeat Pct");
});
