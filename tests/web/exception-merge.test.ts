import { describe, expect, test } from "vitest";
import { inDayOrder, type WrittenException } from "#shared/rules/schedule-exceptions.ts";
import { exceptionMerge } from "#web/features/schedule/exception-merge.ts";
import { exceptionDifferences, writtenException } from "#web/features/schedule/exception-words.ts";
import {
  isExceptional,
  plannedHours,
  writtenHours,
} from "#web/manager/psychics/summary/planned-hours.ts";
import type { Edit } from "#web/pwa/outbox/entry.ts";
import { mergeExceptions } from "#web/pwa/outbox/things/exceptions-merge.ts";
import { draft, lines } from "#web/pwa/outbox/things/exceptions-words.ts";

const off = (first_day: string, last_day = first_day, more: Partial<WrittenException> = {}) => ({
  ...{ kind: "off" as const, first_day, last_day, starts: null, ends: null, note: null },
  ...more,
});
const list = (...exceptions: WrittenException[]) => ({ exceptions: inDayOrder(exceptions) });

const travel = off("2026-12-10", "2026-12-18");
const doctor = off("2026-12-03");
const holiday = off("2026-12-24", "2026-12-26");

describe("two edits of the exceptions (D69)", () => {
  test("keep what each added and removed, without a question", () => {
    const [base, mine, theirs] = [list(travel), list(doctor), list(travel, holiday)];
    expect(exceptionMerge.isClash(base, mine, theirs)).toBe(false);
    expect(exceptionMerge.merged(base, mine, theirs)).toEqual(list(doctor, holiday));
    expect(exceptionMerge.merged(base, theirs, mine)).toEqual(list(doctor, holiday));
  });

  test("clash over different replacements of the same exception; the first side then wins", () => {
    const [earlier, later] = [off("2026-12-09", "2026-12-18"), off("2026-12-10", "2026-12-20")];
    const [base, mine, theirs] = [list(travel), list(earlier), list(later, holiday)];
    expect(exceptionMerge.isClash(base, mine, theirs)).toBe(true);
    expect(exceptionMerge.merged(base, mine, theirs)).toEqual(list(earlier, holiday));
    expect(exceptionMerge.merged(base, theirs, mine)).toEqual(list(later, holiday));
    expect(exceptionMerge.isClash(base, mine, mine)).toBe(false);
    expect(exceptionMerge.isClash(base, list(), list())).toBe(false);
  });

  test("clash if both sides move the same exception to other days", () => {
    const [march, april] = [off("2027-03-01", "2027-03-05"), off("2027-04-01", "2027-04-05")];
    const [base, mine, theirs] = [list(travel), list(march), list(april)];
    expect(exceptionMerge.isClash(base, mine, theirs)).toBe(true);
    expect(exceptionMerge.merged(base, mine, theirs)).toEqual(list(march));
    expect(exceptionMerge.merged(base, theirs, mine)).toEqual(list(april));
  });

  test("do not clash if one side only removes it, or adds another kind", () => {
    const chat = { ...off("2027-03-01"), kind: "chat" as const };
    const base = list(travel);
    expect(exceptionMerge.isClash(base, list(doctor), list())).toBe(false);
    expect(exceptionMerge.merged(base, list(), list(doctor))).toEqual(list(doctor));
    expect(exceptionMerge.isClash(base, list(doctor), list(chat))).toBe(false);
    expect(exceptionMerge.merged(base, list(doctor), list(chat))).toEqual(list(doctor, chat));
  });

  test("keep what is not disputed if it is unclear which was moved to where", () => {
    const [one, two] = [off("2027-03-01"), off("2027-03-10")];
    const [oneMoved, twoMoved, theirMove] = [
      off("2027-04-01"),
      off("2027-04-10"),
      off("2027-05-01"),
    ];
    const [base, mine, theirs] = [list(one, two), list(oneMoved, twoMoved), list(two, theirMove)];
    expect(exceptionMerge.isClash(base, mine, theirs)).toBe(false);
    expect(exceptionMerge.merged(base, theirs, mine)).toEqual(list(oneMoved, twoMoved, theirMove));
  });

  test("an unsent edit merges with what the server answers, who entered it aside", () => {
    const current = { exceptions: [{ ...travel, created_by: "manager" }, holiday] };
    expect(mergeExceptions([travel], list(travel, doctor), current)).toEqual({
      isClash: false,
      mineFirst: list(doctor, travel, holiday),
      theirsFirst: list(doctor, travel, holiday),
      base: [travel, holiday],
    });
    // The server has all of it already.
    expect(mergeExceptions([travel], list(travel), current).theirsFirst).toBeNull();
  });
});

test("exceptions in words", () => {
  expect(writtenException(travel)).toBe("Off 12/10/2026 to 12/18/2026");
  expect(writtenException(off("2026-12-28", "2027-01-03", { note: "Travelling" }))).toBe(
    "Off 12/28/2026 to 01/03/2027, Travelling",
  );
  const evening = off("2026-12-05", "2026-12-05", {
    kind: "extra",
    starts: "18:00",
    ends: "02:00",
  });
  expect(writtenException(evening)).toBe("Extra hours 12/05/2026, 6:00 PM – 2:00 AM (next day)");
  expect(exceptionDifferences([travel, doctor], [travel, holiday])).toEqual([
    { label: "Off 12/03/2026", mine: "Listed", theirs: "Not listed" },
    { label: "Off 12/24/2026 to 12/26/2026", mine: "Not listed", theirs: "Listed" },
  ]);
});

test("an unsent edit shows what it adds and removes, and returns to its form (D39)", () => {
  const body = list(travel, doctor);
  const edit = (about?: WrittenException[]) =>
    ({ ...(about && { about: JSON.stringify(about) }) }) as Edit;
  expect(lines(body, edit([travel, holiday]), undefined)).toEqual([
    { label: "Off 12/03/2026", mine: "Added" },
    { label: "Off 12/24/2026 to 12/26/2026", mine: "Removed" },
  ]);
  const current = { exceptions: [{ ...travel, created_by: "manager" as const }], total: 1 };
  expect(lines(body, edit(), current)).toEqual([
    { label: "Off 12/03/2026", mine: "Listed", theirs: "Not listed" },
  ]);
  expect(draft.values(body)).toEqual(body);
});

test("what holds on a day with exceptions (S25)", () => {
  const week = [{ day: 5, status: "A" as const, from: "09:00", to: "17:00" }];
  const morning = off("2026-12-10", "2026-12-10", { starts: "09:00", ends: "12:00" });
  const chat = off("2026-12-10", "2026-12-10", { kind: "chat" });
  expect(plannedHours(week, [morning, chat], "2026-12-10").map(writtenHours)).toEqual([
    "12:00 PM – 5:00 PM Available, chat only",
  ]);
  expect(plannedHours(week, [travel], "2026-12-10")).toEqual([]);
  const night = off("2026-12-10", "2026-12-10", { starts: "22:00", ends: "02:00" });
  expect(
    ["2026-12-09", "2026-12-10", "2026-12-11", "2026-12-12"].map((day) =>
      isExceptional([night], day),
    ),
  ).toEqual([false, true, false, false]);
  expect(isExceptional([chat], "2026-12-11")).toBe(false);
});
