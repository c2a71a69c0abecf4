import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { missedResults } from "#shared/rules/metrics.ts";
import { CustomerReadingsModal } from "#web/features/customers/customer-readings-modal.tsx";
import { WhatIsCounted } from "#web/features/readings/readings-summary.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the totals of readings say which readings they count, and which they leave out", () => {
  render(<WhatIsCounted />);
  const note = screen.getByText(/^Total counts only readings with minutes\./).textContent ?? "";
  for (const result of missedResults) expect(note).toContain(result);
  expect(note).toContain("Others, such as Refused");
});

test("a customer's readings have a note that says which readings they are", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ readings: [], total: 0 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CustomerReadingsModal
          psychicId={7}
          customer={{ customer_id: 5, username: "LotusLone" }}
          note="Which readings these are."
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  screen.getByText("Which readings these are.");
  await screen.findByText("No readings");
});
