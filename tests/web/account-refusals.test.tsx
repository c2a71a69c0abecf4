import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Psychic } from "#web/manager/psychics/psychic-frame.tsx";
import { AccountControls } from "#web/manager/psychics/summary/account-controls.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const luna: Psychic = {
  ...{ user_id: 7, username: "luna", first: "Luna", last: "Hill", email: "l@people.example" },
  ...{ phone: "6175550107", extension: "100007", image: "default", status: "U" },
  ...{ account_status: "Active", permissions: "", auto_email: false, requires_approval: false },
  ...{ avg_rating: 0, signup_date: "2026-07-26T15:00:00.000Z" },
  ...{ profile_status: "Approved", pending_image: null, manager_id: 1 },
};

test("a refusal is shown at the control that it is about, and announced once", async () => {
  const detail = "The availability has changed since this page was loaded";
  vi.stubGlobal("fetch", async (to: string, init?: RequestInit) => {
    if ((init?.method ?? "GET") !== "GET") {
      const problem = { type: "urn:problem:state_forbids", title: "Conflict", status: 409, detail };
      return Response.json(problem, { status: 409 });
    }
    if (to.includes("/managers")) return Response.json({ managers: [], total: 0 });
    return Response.json(to.endsWith("/status") ? [{ code: "U" }] : luna);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AccountControls psychic={luna} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const control = screen.getByLabelText<HTMLSelectElement>("Availability");
  await waitFor(() => expect(control.value).toBe("U"));
  fireEvent.change(control, { target: { value: "A" } });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(detail));
  const shown = screen.getAllByText(detail).find((words) => words.classList.contains("is-danger"));
  expect(shown?.closest(".at-once")?.contains(control)).toBe(true);
});
