import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Cards } from "#web/ui/table/cards.tsx";
import type { ColumnGroup, FigureColumn } from "#web/ui/table/column.ts";
import { type ListResult, ListTable } from "#web/ui/table/list-table.tsx";
import type { ListView } from "#web/ui/table/list-view.ts";

afterEach(cleanup);

interface Call {
  name: string;
  day: number;
  minutes: number;
}

const figure = (key: "day" | "minutes"): FigureColumn<Call> => ({
  ...{ kind: "figure", key, title: key, name: key, sortable: true },
  figure: (row) => row[key],
  written: String,
});
const groups: readonly ColumnGroup<Call>[] = [
  {
    title: null,
    columns: [
      {
        ...{ kind: "text", key: "name", title: "Member", name: "Member", sortable: true },
        text: (row) => row.name,
      },
      figure("day"),
      figure("minutes"),
    ],
  },
];
const cards: Cards<Call> = {
  figures: [{ key: "minutes", written: ({ minutes }) => `${minutes} min.` }],
  days: {
    key: "day",
    dayOf: ({ day }) => `Day ${day}`,
    below: ({ day }, isGrouped) => (isGrouped ? "" : `on day ${day}`),
    end: (_, written) => written,
  },
};

function show(sorted: string, list: Partial<ListResult<Call>>) {
  const view: ListView = { sort: { column: sorted, order: "desc" }, size: 10, page: 1 };
  const loaded = { error: null, isPlaceholderData: false, isFetching: false, dataUpdatedAt: 0 };
  return (
    <ListTable
      {...{ label: "Calls", listNoun: "calls", noun: "calls", groups, cards, view }}
      change={() => undefined}
      compact={["name", "day", "minutes"]}
      rowKey={({ name }) => name}
      list={{ ...loaded, rows: [], total: 0, refetch: () => undefined, ...list }}
      empty={{ title: "No calls", text: "They appear here." }}
    />
  );
}

const shown = () => screen.queryAllByRole("rowheader").map((head) => head.textContent);

test("rows in the previous order get no day headings, and the answer replaces them", () => {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      ...{ matches: true, media, onchange: null },
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  const [ada, bo, cy] = [
    { name: "ada", day: 2, minutes: 30 },
    { name: "bo", day: 1, minutes: 20 },
    { name: "cy", day: 2, minutes: 10 },
  ];
  const byMinutes = { rows: [ada, bo, cy], total: 3 };
  const { rerender } = render(show("minutes", byMinutes), { wrapper: MemoryRouter });
  const mixed = ["adaon day 2", "boon day 1", "cyon day 2"];
  expect(shown()).toEqual(mixed);
  rerender(show("day", { ...byMinutes, isPlaceholderData: true }));
  expect(shown()).toEqual(mixed);
  rerender(show("day", { rows: [ada, cy, bo], total: 3 }));
  expect(shown()).toEqual(["Day 2", "ada", "cy", "Day 1", "bo"]);
});

test("a list that is loading does not show as empty, even if the previous list was", () => {
  const { rerender } = render(show("day", {}), { wrapper: MemoryRouter });
  expect(screen.getByText("No calls")).toBeTruthy();
  rerender(show("day", { isPlaceholderData: true }));
  expect(screen.queryByText("No calls")).toBeNull();
  expect(screen.getByRole("region", { name: "Calls" }).getAttribute("aria-busy")).toBe("true");
});
