import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { OfflineNotes } from "#web/advisor/offline-notes.tsx";
import { useOnline } from "#web/lib/use-online.ts";
import type { EntryState } from "#web/pwa/outbox/entry.ts";
import { problem } from "#web/pwa/outbox/things/problem.ts";
import { schedule } from "#web/pwa/outbox/things/schedule.ts";
import { useUnsentEdits } from "#web/pwa/outbox/use-unsent-edits.ts";

vi.mock("#web/pwa/outbox/use-unsent-edits.ts", () => ({ useUnsentEdits: vi.fn() }));
vi.mock("#web/lib/use-online.ts", () => ({ useOnline: vi.fn(() => true) }));
afterEach(cleanup);

const included = /This page includes edits that are not sent yet/;
const missing = /This page does not include all of your edits/;

function show(thing: { screen: string }, state: EntryState, beside: ReactNode = null): void {
  vi.mocked(useUnsentEdits).mockReturnValue([{ entry: { state }, thing }] as never);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[thing.screen]}>
        {beside}
        <OfflineNotes />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function Shown() {
  useQuery({
    queryKey: ["shown"],
    queryFn: () => 1,
    initialData: 1,
    initialDataUpdatedAt: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return null;
}

test.each([
  [false, /^Offline\. As of \d\d\/\d\d\/19\d\d \d\d:\d\d [AP]M, your time\./],
  [true, /^1 edit is waiting to send$/],
])("a screen shows the age of its data only while offline (online: %s)", (online, words) => {
  vi.mocked(useOnline).mockReturnValue(online);
  show(problem, "waiting", <Shown />);
  expect(screen.getByRole("status").textContent).toMatch(words);
  vi.mocked(useOnline).mockReturnValue(true);
});

test("a note says that the screen includes a waiting edit", () => {
  show(schedule, "waiting");
  screen.getByText(included);
  expect(screen.queryByText(missing)).toBeNull();
});

test("a note says that the screen lacks an edit that needs its user", () => {
  show(schedule, "conflict");
  screen.getByText(missing);
  expect(screen.queryByText(included)).toBeNull();
});

test("a screen that never shows its edits has neither note", () => {
  show(problem, "waiting");
  screen.getByText("1 edit is waiting to send");
  expect(screen.queryByText(included)).toBeNull();
});
