import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { type Cards, carded } from "#web/ui/table/cards.tsx";
import type { ColumnGroup, FigureColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

afterEach(cleanup);

interface Person {
  name: string;
  calls: number;
  minutes: number;
  missed: number;
}

const figure = (key: "calls" | "minutes" | "missed"): FigureColumn<Person> => ({
  ...{ kind: "figure", key, title: key, name: key, sortable: true },
  figure: (row) => row[key],
  written: String,
});
const groups: readonly ColumnGroup<Person>[] = [
  {
    title: null,
    columns: [
      {
        ...{ kind: "text", key: "name", title: "Agent", name: "Agent", sortable: true },
        text: (row) => row.name,
        cell: (row) => <a href="#luna">{row.name}</a>,
      },
      figure("calls"),
      figure("minutes"),
      figure("missed"),
    ],
  },
];
const cards: Cards<Person> = {
  figures: [
    { key: "minutes", written: (row) => `${row.minutes} min.` },
    { key: "calls", written: (row) => `${row.calls} calls` },
    { key: "missed", written: (row) => `${row.missed} missed` },
  ],
};
const luna: Person = { name: "luna", calls: 12, minutes: 345, missed: 6 };

function show(sorted: string, open = vi.fn()) {
  render(
    <DataTable
      label="Psychics"
      groups={carded(groups, cards, sorted, open)}
      rows={[luna]}
      rowKey={(row) => row.name}
      view=""
      expectedRows={1}
      compact
      cards
    />,
    { wrapper: MemoryRouter },
  );
  return open;
}

test("a card has the figure of the order at its end, and two others below its name", () => {
  show("calls");
  const name = screen.getByRole("rowheader");
  expect(name.textContent).toBe("luna345 min. · 6 missed");
  // With each cell, a screen reader reads the name alone.
  expect(name.getAttribute("abbr")).toBe("luna");
  expect(screen.getByRole("cell").textContent).toBe("12");
  cleanup();
  show("name");
  expect(screen.getByRole("rowheader").textContent).toBe("luna12 calls · 6 missed");
  expect(screen.getByRole("cell").textContent).toBe("345");
});

test("a tap on a card follows its link, a tap on its eye only opens the detail", () => {
  const open = show("calls");
  const follow = vi.fn((event: Event) => event.preventDefault());
  screen.getByRole("link", { name: "luna" }).addEventListener("click", follow);
  fireEvent.click(screen.getByRole("button", { name: "Details of luna" }));
  expect(open).toHaveBeenCalledWith(luna);
  expect(follow).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("12"));
  fireEvent.click(screen.getByText("345 min. · 6 missed"));
  expect(follow).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole("link", { name: "luna" }));
  expect(follow).toHaveBeenCalledTimes(3);
});
