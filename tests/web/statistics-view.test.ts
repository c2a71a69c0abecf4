import { describe, expect, test } from "vitest";
import {
  columnSets,
  columnsOfSet,
  readColumnSet,
  writeColumnSet,
} from "#web/manager/statistics/column-sets.ts";
import { movedPeriod, statisticsDefaults } from "#web/manager/statistics/statistics-view.ts";
import {
  type ListView,
  readRange,
  readView,
  writeRange,
  writeView,
} from "#web/ui/table/list-view.ts";
import { nextSort } from "#web/ui/table/table-head.tsx";

const usualRange = { start: "2026-07-23", end: "2026-07-29" };
const usual: ListView = { sort: { column: "total_revenue", order: "desc" }, size: 10, page: 1 };

const read = (address: string) => readView(new URLSearchParams(address), statisticsDefaults);
const rangeIn = (address: string) => readRange(new URLSearchParams(address), usualRange);
const write = (view: ListView, address = "") =>
  writeView(new URLSearchParams(address), view, statisticsDefaults).toString();

describe("the sets of columns", () => {
  const keysOf = (set: (typeof columnSets)[number]["key"]) =>
    columnsOfSet(set, "user_name").flatMap(({ columns }) => columns.map(({ key }) => key));

  test("the short sets together have all columns but the free minutes, each set in the table's order", () => {
    const all = keysOf("all");
    const short = columnSets.filter(({ key }) => key !== "all").map(({ key }) => keysOf(key));
    expect(new Set(short.flat())).toEqual(
      new Set(all.filter((key) => key !== "free_psychic_mins")),
    );
    for (const keys of short) {
      expect(keys[0]).toBe("user_name");
      expect(keys).toEqual(all.filter((key) => keys.includes(key)));
    }
  });

  test("a set also shows the column by which the table is sorted", () => {
    const [, sorted] = columnsOfSet("new", "total_revenue").flatMap(({ columns }) => columns);
    expect(sorted?.key).toBe("total_revenue");
  });

  test("the address has the set beside the rest of the view; an unknown set means the overview", () => {
    for (const { key } of columnSets) {
      const address = writeColumnSet(new URLSearchParams("size=50&columns=new"), key);
      expect(address.get("size")).toBe("50");
      expect(readColumnSet(address)).toBe(key);
    }
    expect(readColumnSet(new URLSearchParams("columns=toString"))).toBe("overview");
  });
});

describe("K1, K2, K3: the view in the address", () => {
  test("an empty address is the default", () => {
    expect(read("")).toEqual(usual);
    expect(rangeIn("")).toEqual(usualRange);
    expect(write(usual, "page=3&size=50&sort=alc&order=asc")).toBe("");
    expect(writeRange(new URLSearchParams(), usualRange, usualRange).toString()).toBe("");
  });

  test("a view that is written reads back the same, and other parameters stay", () => {
    const view: ListView = {
      sort: { column: "new_chat_avg", order: "asc" },
      size: 250,
      page: 7,
    };
    const range = { start: "2026-01-04", end: "2026-01-10" };
    const ranged = writeRange(new URLSearchParams("term=luna"), range, usualRange);
    const address = write(view, ranged.toString());
    expect(read(address)).toEqual(view);
    expect(rangeIn(address)).toEqual(range);
    expect(new URLSearchParams(address).get("term")).toBe("luna");
  });

  test("another range begins at the first page", () => {
    const range = { start: "2026-01-04", end: "2026-01-10" };
    const next = writeRange(new URLSearchParams("page=4&size=50"), range, usualRange);
    expect(read(next.toString())).toMatchObject({ page: 1, size: 50 });
  });

  test("a view of all rows has one page", () => {
    expect(read("size=all&page=4")).toMatchObject({ size: "all", page: 1 });
  });

  test.each([
    ["start_date=2026-02-30&end_date=2026-03-01"],
    ["start_date=2026-03-02&end_date=2026-03-01"],
    ["start_date=2026-03-02"],
    ["sort=password_hash&order=asc"],
    ["size=1000000"],
    ["page=0"],
    ["page=1e999"],
    ["page=2.5"],
    ["page=x"],
  ])("%s is invalid, so the default applies", (address) => {
    expect(read(address)).toEqual(usual);
    expect(rangeIn(address)).toEqual(usualRange);
  });
});

test("S17: the next period starts 7 days later and has 7 days, whatever the range was", () => {
  const long = { start: "2026-03-01", end: "2026-03-31" };
  expect(movedPeriod(long, 1)).toEqual({ start: "2026-03-08", end: "2026-03-14" });
  expect(movedPeriod(long, -1)).toEqual({ start: "2026-02-22", end: "2026-02-28" });
});

test("S16: a new column starts descending; the same column reverses", () => {
  const first = nextSort({ column: "a", order: "asc" }, "b");
  expect(first).toEqual({ column: "b", order: "desc" });
  const second = nextSort(first, "b");
  expect(second).toEqual({ column: "b", order: "asc" });
  expect(nextSort(second, "b")).toEqual({ column: "b", order: "desc" });
});
