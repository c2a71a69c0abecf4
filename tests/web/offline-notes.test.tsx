// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { OfflineNotes } from "#web/advisor/offline-notes.tsx";
import type { EntryState } from "#web/pwa/outbox/entry.ts";
import { problem } from "#web/pwa/outbox/things/problem.ts";
import { schedule } from "#web/pwa/outbox/things/schedule.ts";
import { useUnsentEdits } from "#web/pwa/outbox/use-unsent-edits.ts";

vi.mock("#web/pwa/outbox/use-unsent-edits.ts", () => ({ useUnsentEdits: vi.fn() }));
afterEach(cleanup);

const included = /This includes edits that are not sent yet/;
const missing = /This lacks an edit that you made/;

function show(thing: { screen: string }, state: EntryState): void {
  vi.mocked(useUnsentEdits).mockReturnValue([{ entry: { state }, thing }] as never);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[thing.screen]}>
        <OfflineNotes />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("an edit that waits is in what its screen shows", () => {
  show(schedule, "waiting");
  screen.getByText(included);
  expect(screen.queryByText(missing)).toBeNull();
});

test("an edit that needs its user is not in what its screen shows", () => {
  show(schedule, "conflict");
  screen.getByText(missing);
  expect(screen.queryByText(included)).toBeNull();
});

test("a screen that never shows what was sent from it has neither note", () => {
  show(problem, "waiting");
  screen.getByText("1 edit is waiting to send");
  expect(screen.queryByText(included)).toBeNull();
});
