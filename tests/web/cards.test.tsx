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
      groups={carded(groups, cards, sorted, { named: "name", isGrouped: false, open })}
      rows={[luna]}
      rowKey={(row) => row.name}
      view=""
      expectedRows={1}
      compact
      cards
      opens
    />,
    { wrapper: MemoryRouter },
  );
  return open;
}

test("a card ends with the figure that sorts the list, and has two others below its name", () => {
  show("calls");
  const name = screen.getByRole("rowheader");
  expect(name.textContent).toBe("luna345 min. · 6 missed");
  // A screen reader repeats the row's header before each cell. It reads this short form.
  expect(name.getAttribute("abbr")).toBe("luna");
  expect(screen.getByRole("cell").textContent).toBe("12");
  cleanup();
  show("name");
  expect(screen.getByRole("rowheader").textContent).toBe("luna12 calls · 6 missed");
  expect(screen.getByRole("cell").textContent).toBe("345");
});

test("without day headings, cards with days can have figures below the name", () => {
  const days: Cards<Person>["days"] = {
    key: "calls",
    dayOf: () => "day 6",
    below: (_, isGrouped, figures) => (isGrouped ? "at noon" : figures),
    end: (_, written) => written,
  };
  const names = (sorted: string, isGrouped: boolean) => {
    const row = { named: "name", isGrouped, open: vi.fn() };
    const table = { label: "Calls", rows: [luna], view: "", expectedRows: 1, compact: true };
    const shown = carded(groups, { ...cards, days }, sorted, row);
    render(<DataTable {...table} groups={shown} rowKey={({ name }) => name} cards />, {
      wrapper: MemoryRouter,
    });
    const { textContent } = screen.getByRole("rowheader");
    cleanup();
    return textContent;
  };
  expect(names("calls", true)).toBe("lunaat noon");
  expect(names("missed", false)).toBe("luna345 min. · 12 calls");
});

test("a tap on a card whose name is a button presses it", () => {
  const press = vi.fn();
  const named: ColumnGroup<Person>[] = [
    {
      title: null,
      columns: [
        {
          ...{ kind: "text", key: "name", title: "Member", name: "Member", sortable: true },
          text: (row) => row.name,
          cell: (row) => (
            <button type="button" onClick={press}>
              {row.name}
            </button>
          ),
        },
        figure("calls"),
      ],
    },
  ];
  const open = vi.fn();
  const shown = carded(named, cards, "calls", { named: "name", isGrouped: false, open });
  const table = { label: "Members", rows: [luna], view: "", expectedRows: 1, compact: true };
  render(<DataTable {...table} groups={shown} rowKey={({ name }) => name} cards opens />, {
    wrapper: MemoryRouter,
  });
  fireEvent.click(screen.getByText("12"));
  expect(press).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button", { name: "luna" }));
  expect(press).toHaveBeenCalledTimes(2);
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Details of luna" }));
  expect(open).toHaveBeenCalledTimes(1);
  expect(press).toHaveBeenCalledTimes(2);
});

test("the head of cards names the figure in full, unless its group explains it", () => {
  const [first] = groups[0]?.columns ?? [];
  const missed = { ...figure("missed"), title: "Miss.", name: "Missed Calls" };
  const columns = first ? [first, missed] : [];
  const heads = (title: string | null) => {
    const row = { named: "name", isGrouped: false, open: vi.fn() };
    const shown = carded([{ title, columns }], cards, "missed", row);
    return shown.flatMap((group) => group.columns.map((column) => column.title));
  };
  expect(heads(null)).toEqual(["Agent", "Missed Calls"]);
  // The title of the group says what the short title is about.
  expect(heads("Calls")).toEqual(["Agent", "Calls: Miss."]);
});

test("on cards, totals that are not below their figures have a row of their own", () => {
  const row = { named: "name", isGrouped: false, open: vi.fn() };
  const others = [{ label: "Chats", written: "653" }];
  const totals = { label: "All", figures: { minutes: "345" }, others };
  const table = { label: "Psychics", rows: [luna], view: "", expectedRows: 1, totals };
  const shown = carded(groups, cards, "calls", row);
  render(<DataTable {...table} groups={shown} rowKey={({ name }) => name} compact cards />, {
    wrapper: MemoryRouter,
  });
  const last = screen.getAllByRole("row").slice(-2);
  expect(last.map(({ textContent }) => textContent)).toEqual(["All", "Chats653"]);
});

test("if cards are sorted by time, their days are headings above them", () => {
  const times = { key: "call_date", dayOf: (row: Person) => `day ${row.missed}` };
  const days: Cards<Person>["days"] = {
    ...times,
    below: (row, isGrouped) => `${isGrouped ? "" : `day ${row.missed} `}at ${row.calls}`,
    end: (_, written) => written,
  };
  const call: FigureColumn<Person> = { ...figure("calls"), key: "call_date" };
  const timed = [{ title: null, columns: [call, ...(groups[0]?.columns ?? [])] }];
  const open = vi.fn();
  const row = { named: "call_date", isGrouped: true, open };
  const table = {
    label: "Calls",
    view: "",
    expectedRows: 1,
    compact: true,
    cards: true,
    opens: true,
  };
  const rows = [luna, { ...luna, name: "orion", calls: 11 }, { ...luna, name: "sage", missed: 5 }];
  const listed = (sorted: string, isGrouped: boolean) => (
    <DataTable
      {...table}
      groups={carded(timed, { ...cards, name: "missed", days }, sorted, { ...row, isGrouped })}
      dayOf={isGrouped ? days.dayOf : undefined}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
  const { rerender } = render(listed("call_date", true), { wrapper: MemoryRouter });
  const heads = () => screen.getAllByRole("rowheader").map((head) => head.textContent);
  expect(heads()).toEqual(["day 6", "6at 12", "6at 11", "day 5", "5at 12"]);
  expect(screen.getByText("day 6").getAttribute("scope")).toBe("rowgroup");
  // A card without a link opens its details.
  fireEvent.click(screen.getByText("at 11"));
  expect(open).toHaveBeenCalledWith(rows[1]);

  rerender(listed("minutes", false));
  expect(heads()).toEqual(["6day 6 at 12", "6day 6 at 11", "5day 5 at 12"]);
});

test("a card that shows all facts has no detail; below a day heading its name is only the time", () => {
  const days: Cards<Person>["days"] = {
    key: "name",
    dayOf: () => "day 6",
    name: (row) => `at ${row.calls}`,
    end: (_, written) => written,
  };
  const named = (isGrouped: boolean, sorted = "name") => {
    const row = { named: "name", isGrouped, open: vi.fn() };
    const table = { label: "Calls", view: "", expectedRows: 1, compact: true, cards: true };
    render(
      <DataTable
        {...table}
        groups={carded(groups, { ...cards, isWhole: true, days }, sorted, row)}
        rows={[luna]}
        rowKey={({ name }) => name}
      />,
      { wrapper: MemoryRouter },
    );
    const texts = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(screen.queryByRole("button", { name: /^Details of/ })).toBeNull();
    cleanup();
    return texts.at(-1);
  };
  expect(named(true)).toBe("at 12345 min.");
  expect(named(false)).toBe("luna345 min.");
  expect(named(false, "minutes")).toBe("luna345 min.");
});

test("a tap on a card follows its link; a tap on its eye only opens the detail", () => {
  const open = show("calls");
  const follow = vi.fn((event: Event) => event.preventDefault());
  screen.getByRole("link", { name: "luna" }).addEventListener("click", follow);
  fireEvent.click(screen.getByRole("button", { name: "Details of luna" }));
  expect(open).toHaveBeenCalledWith(luna);
  expect(follow).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("12"));
  fireEvent.click(screen.getByText("345 min."));
  expect(follow).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole("link", { name: "luna" }));
  expect(follow).toHaveBeenCalledTimes(3);
});
