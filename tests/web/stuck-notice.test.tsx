import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, useNavigate } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { useStuckNotice } from "#web/advisor/use-stuck-notice.ts";
import type { EntryState } from "#web/pwa/outbox/entry.ts";
import type { UnsentEdit } from "#web/pwa/outbox/unsent-edits.ts";
import { BottomBar } from "#web/ui/bottom-bar.tsx";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

afterEach(() => {
  cleanup();
  for (const { id } of currentNotices()) dismissNotice(id);
});

let go: (to: string) => void;

function Watching({ edits }: { edits: readonly UnsentEdit[] }) {
  const navigate = useNavigate();
  go = (to) => void navigate(to);
  useStuckNotice(edits);
  return null;
}

const edit = (id: string, state: EntryState) =>
  ({ entry: { id, state }, thing: { title: "Schedule" } }) as unknown as UnsentEdit;

function watch(...first: UnsentEdit[]) {
  const screenWith = (edits: readonly UnsentEdit[]) => (
    <MemoryRouter initialEntries={["/psychic"]}>
      <Watching edits={edits} />
    </MemoryRouter>
  );
  const { rerender } = render(screenWith(first));
  return (...edits: UnsentEdit[]) => rerender(screenWith(edits));
}

const titles = () => currentNotices().map(({ title }) => title);

test("a waiting edit that needs its user is announced until it is dealt with", () => {
  const become = watch(edit("a", "waiting"), edit("old", "conflict"));
  expect(titles()).toEqual([]);
  become(edit("a", "sending"), edit("old", "conflict"));
  become(edit("a", "conflict"), edit("old", "conflict"));
  expect(currentNotices()).toMatchObject([
    { kind: "danger", title: "Not Sent: Schedule", persistent: true },
  ]);
  become(edit("a", "conflict"));
  expect(titles()).toHaveLength(1);
  become(edit("b", "waiting"));
  expect(titles()).toEqual([]);
});

test("the list of unsent edits has no such notice: it shows the edit", () => {
  const become = watch(edit("a", "waiting"));
  become(edit("a", "refused"));
  expect(titles()).toHaveLength(1);
  act(() => go("/psychic/waiting"));
  expect(titles()).toEqual([]);
});

test("the menu's badge says without color that an edit needs its user", () => {
  const bar = (isUrgent: boolean) => (
    <MemoryRouter>
      <BottomBar
        {...{ items: [], isCurrent: () => false, menuOpen: false, onMenu: () => {} }}
        menuCount={{ of: 2, words: "edits wait to be sent", isUrgent }}
      />
    </MemoryRouter>
  );
  const { rerender } = render(bar(false));
  const badge = () => screen.getByRole("button").querySelector("strong");
  expect(badge()?.textContent).toBe("2");
  rerender(bar(true));
  expect(badge()?.textContent).toBe("!");
  expect(badge()?.classList.contains("is-urgent")).toBe(true);
});
