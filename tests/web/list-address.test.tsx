import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { nextSort } from "#web/ui/table/table-head.tsx";
import { useRangedList } from "#web/ui/table/use-ranged-list.ts";

afterEach(cleanup);

const defaults = {
  ...{ sort: { column: "ranking", order: "asc" } as const, size: 20 as const },
  sortable: new Set(["ranking", "alc"]),
};
const usual = { start: "2026-07-20", end: "2026-07-26" };
const june = { start: "2026-06-01", end: "2026-06-30" };

function openList(address: string) {
  history.replaceState(null, "", address);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BrowserRouter>{children}</BrowserRouter>
  );
  return renderHook(() => useRangedList(defaults, usual), { wrapper }).result;
}

test("choosing the same days again adds no history entry (F5)", () => {
  const list = openList("/psychics?sort=alc&order=asc&start_date=2026-06-01&end_date=2026-06-30");
  const entries = history.length;
  act(() => expect(list.current.setRange(june)).toBe(false));
  expect(history.length).toBe(entries);
  act(() => expect(list.current.setRange(usual)).toBe(true));
  expect(history.length).toBe(entries + 1);
  act(() => expect(list.current.setRange(usual)).toBe(false));
  expect(history.length).toBe(entries + 1);
  expect(list.current.range).toEqual(usual);
});

test("a second click on a header reverses the order, however quick it is (G7)", () => {
  const list = openList("/psychics");
  const { change } = list.current;
  const click = () => change((now) => ({ sort: nextSort(now.sort, "alc") }));
  act(() => {
    click();
    click();
  });
  expect(list.current.view.sort).toEqual({ column: "alc", order: "asc" });
});

test("an impossible year in the address is ignored (F11)", () => {
  const list = openList("/psychics?start_date=0026-06-01&end_date=0026-06-30");
  expect(list.current.range).toEqual(usual);
});
