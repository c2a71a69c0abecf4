import { describe, expect, test } from "vitest";
import type { ListedException } from "#shared/schedule-exceptions.ts";
import { marksOf } from "#web/manager/time-off/marks.ts";
import { addMonths, daysOf, longDay, writtenMonth } from "#web/manager/time-off/month.ts";
import { shadeOf } from "#web/manager/time-off/month-shade.ts";
import { askedOf, readTimeOff, writeTimeOff } from "#web/manager/time-off/time-off-view.ts";

const december = daysOf("2026-12");

let id = 0;
const exception = (
  first: number,
  last = first,
  more: Partial<ListedException> = {},
): ListedException => {
  const written = (day: number) => `2026-12-${String(day).padStart(2, "0")}`;
  id += 1;
  return {
    ...{ id, user_id: 1, username: "luna", kind: "off", starts: null, ends: null, note: null },
    ...{ first_day: written(first), last_day: written(last), created_by: "psychic", ...more },
  };
};
const noted = { note: "Travelling" };

const places = (...exceptions: ListedException[]) =>
  marksOf(exceptions, december)[0]?.marks.map(({ first, last, lane }) => [first, last, lane]);

const texts = (...exceptions: ListedException[]) =>
  marksOf(exceptions, december)[0]?.marks.map(
    ({ text }) => text && [text.place, text.first, text.last],
  );

describe("the days of a month (D11)", () => {
  test.each([
    ["2026-12", 31],
    ["2028-02", 29],
    ["2100-02", 28],
    // The clocks change in these.
    ["2026-03", 31],
    ["2026-11", 30],
  ])("%s has %i days, each once", (month, count) => {
    const days = daysOf(month);
    expect(new Set(days).size).toBe(count);
    expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${count}`]);
  });

  test("months follow one another across years", () => {
    expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
    expect([writtenMonth("2026-12"), longDay("2026-12-10")]).toEqual([
      "December 2026",
      "Thursday 12/10/2026",
    ]);
  });
});

describe("the marks of a psychic", () => {
  test("are cut at the ends of the month", () => {
    const [row] = marksOf(
      [exception(30, 31, { first_day: "2026-11-20", last_day: "2027-01-03" })],
      december,
    );
    expect(row?.marks[0]).toMatchObject({ first: 1, last: 31, isBegun: true, goesOn: true });
    expect(places(exception(1), exception(31))).toEqual([
      [1, 1, 1],
      [31, 31, 1],
    ]);
  });

  test("are on lines of their own where their days meet", () => {
    expect(places(exception(5, 9), exception(9, 12), exception(10, 11), exception(13))).toEqual([
      [5, 9, 1],
      [9, 12, 2],
      [10, 11, 1],
      [13, 13, 1],
    ]);
  });

  test("of one psychic are one row, in the order of the list", () => {
    const rows = marksOf(
      [
        exception(9, 9, { user_id: 2, username: "ada" }),
        exception(5),
        exception(1, 1, { user_id: 2, username: "ada" }),
      ],
      december,
    );
    expect(rows.map(({ username, marks }) => [username, marks.length])).toEqual([
      ["ada", 2],
      ["luna", 1],
    ]);
  });

  test("have their texts inside, after or before, or none without room", () => {
    expect(texts(exception(5, 10, noted))).toEqual([["inside", 5, 10]]);
    expect(texts(exception(5, 6, noted))).toEqual([["after", 7, 31]]);
    expect(texts(exception(30, 30, noted))).toEqual([["before", 1, 29]]);
    expect(texts(exception(4, 4, noted), exception(7, 30))).toEqual([null, null]);
    expect(texts(exception(5, 6))).toEqual([null]);
  });

  test("never write two texts on the same days", () => {
    expect(texts(exception(10, 10, noted), exception(28, 28, noted))).toEqual([
      ["after", 11, 27],
      null,
    ]);
  });

  test("of extra hours or chats have their word beside them if they are short", () => {
    expect(texts(exception(5, 6, { kind: "chat" }))).toEqual([["after", 7, 31]]);
    expect(texts(exception(5, 7, { kind: "chat" }))).toEqual([null]);
  });

  test("have no texts where three of them meet", () => {
    expect(texts(exception(5, 12, noted), exception(6, 12), exception(7, 12))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

test("the ground marks today and the weekends", () => {
  const groundOf = (today: string) => JSON.stringify(shadeOf(december, today));
  expect(shadeOf(december, "2026-12-10")).toMatchObject({ "--days": 31 });
  expect(groundOf("2026-12-10").match(/var\(--weekend\)/g)).toHaveLength(8);
  expect(groundOf("2026-12-10")).toContain("var(--today) 29.032% 32.258%");
  expect(groundOf("2026-11-10")).not.toContain("--today");
});

describe("the address (F5)", () => {
  const today = "2026-12-10";
  const read = (search: string) => readTimeOff(new URLSearchParams(search), today);
  const write = (search: string, change: Parameters<typeof writeTimeOff>[1]) =>
    writeTimeOff(new URLSearchParams(search), change, today).toString();

  test("without parameters shows the present month", () => {
    expect(read("")).toEqual({
      ...{ month: "2026-12", day: null, kind: null, brand: null, isList: false },
    });
  });

  test.each([
    ["month=2026-13"],
    ["month=1999-12"],
    ["month=2026-1"],
    ["month=%3Cimg%20src=x%3E"],
    ["month=&day=2026-11-01&kind=sick&brand=other&view=table"],
    ["day=2026-12-32"],
  ])("with nonsense, such as %s, shows the same", (search) => {
    expect(read(search)).toEqual(read(""));
  });

  test("has what differs from that, and another month has no day", () => {
    const search = "month=2027-01&day=2027-01-04&kind=chat&view=list";
    expect(read(search)).toMatchObject({ month: "2027-01", day: "2027-01-04", isList: true });
    expect(askedOf(read(search))).toEqual({ month: "2027-01", day: "2027-01-04", kind: "chat" });
    expect(write(search, {})).toBe(search);
    expect(write(search, { month: "2026-12" })).toBe("kind=chat&view=list");
    expect(write(`${search}&page=3&sort=kind&order=asc`, { kind: null })).toBe(
      "sort=kind&order=asc&month=2027-01&day=2027-01-04&view=list",
    );
  });
});
