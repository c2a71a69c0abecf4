import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ManagerLayout } from "#web/manager/manager-layout.tsx";
import { KnownPaths } from "#web/ui/known-paths.tsx";

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["/psychics", "All Psychics", "page"],
  ["/psychics/7", "All Psychics", "true"],
  ["/Psychics/7/profile", "All Psychics", "true"],
  ["/approvals", "Approvals", "page"],
  ["/contacts/problems", "Contact Submissions", "true"],
])("on %s the menu marks %s", (path, label, current) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KnownPaths value={() => "manager"}>
        <MemoryRouter initialEntries={[path]}>
          <ManagerLayout />
        </MemoryRouter>
      </KnownPaths>
    </QueryClientProvider>,
  );
  const menu = screen.getByRole("navigation", { name: "Psychic Manager Menu" });
  const marked = [...menu.querySelectorAll("[aria-current]")];
  expect(marked.map((item) => [item.textContent, item.getAttribute("aria-current")])).toEqual([
    [label, current],
  ]);
});
