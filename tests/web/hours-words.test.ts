import { expect, test } from "vitest";
import type { HourFigures, HoursAdvice } from "#shared/hours.ts";
import { levelOf } from "#web/features/hours/hours-measures.ts";
import { adviceSentences, stretchName } from "#web/features/hours/hours-words.ts";

test.each([
  [117, 2, "Thursday 9–11 PM"],
  [96, 1, "Thursday 12–1 AM"],
  [107, 3, "Thursday 11 AM–2 PM"],
  [119, 1, "Thursday 11 PM–12 AM"],
  [167, 2, "Saturday 11 PM–1 AM"],
  [0, 4, "Sunday 12–4 AM"],
  [10, 2, "Sunday 10 AM–12 PM"],
])("hour %i of the week and %i hours are %s", (hour, length, name) => {
  expect(stretchName({ hour, length })).toBe(name);
});

const here: HourFigures = {
  ...{ hours: 16, on: 2, promised: 12, answered: 22, missed: 4, repeat_callers: 14 },
  paid_an_hour: 52,
};
const elsewhere: HourFigures = {
  ...{ hours: 1328, on: 300, promised: 400, answered: 1450, missed: 50, repeat_callers: 600 },
  paid_an_hour: 29,
};
const advice = (reason: HoursAdvice["reason"], more: Partial<HourFigures> = {}): HoursAdvice => ({
  ...{ reason, hour: 117, length: 2, ...here, ...more, elsewhere },
});
const said = (...given: Parameters<typeof adviceSentences>) => adviceSentences(...given).join(" ");

test("S33: advice states its numbers", () => {
  expect(said(advice("calls"), 8, "own")).toBe(
    "26 calls and chats in 8 weeks, 14 repeat callers. You were on in 2 of 16 hours. " +
      "That is 13 for each hour on, 5 in all other hours.",
  );
  expect(said(advice("calls", { on: 0, repeat_callers: 1 }), 5, "psychic")).toBe(
    "26 calls and chats in 5 weeks, 1 repeat caller. The psychic was on in 0 of 16 hours.",
  );
  expect(said(advice("paid", { on: 12.25 }), 8, "own")).toBe(
    "Customers paid $52 for each hour on, $29 in all other hours. 22 calls and chats were " +
      "answered in 8 weeks, 14 repeat callers. You were on in 12.3 of 16 hours.",
  );
  expect(said(advice("missed"), 8, "own")).toBe(
    "4 of 26 calls and chats were missed in 8 weeks, 50 of 1,500 in all other hours. " +
      "You were on in 2 of 16 hours.",
  );
  expect(said(advice("promised"), 8, "group")).toBe(
    "26 calls and chats in 8 weeks, 4 missed, 14 repeat callers. Psychics promised 12 hours. " +
      "That is 2.2 for each hour promised, 3.8 in all other hours.",
  );
  expect(said(advice("missed", { promised: 0 }), 8, "group")).toContain(
    "Psychics promised 0 hours.",
  );
});

test("colors have four strengths, and none for nothing", () => {
  expect([null, 0, 1, 25, 26, 99, 100].map((value) => levelOf(value, 100))).toEqual([
    ...[0, 0, 1, 1, 2, 4, 4],
  ]);
  expect(levelOf(0, 0)).toBe(0);
});
