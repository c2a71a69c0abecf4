import { expect, test } from "vitest";
import { missingTimes, withHours } from "#web/advisor/hours/added-hours.ts";
import type { Week } from "#web/features/schedule/week.ts";

const times = (week: Week) =>
  week.map(({ day, from, to, status }) => `${day} ${from}-${to} ${status}`);
/** Thursday from 9 PM to 11 PM. */
const advice = { hour: 117, length: 2 };

test("all hours of an advice are added to a free day, as available", () => {
  const week: Week = [{ day: 6, status: "O", from: "10:00", to: "12:00" }];
  expect(times(withHours(week, advice))).toEqual(["5 21:00-23:00 A", "6 10:00-12:00 O"]);
  expect(week).toHaveLength(1);
});

test.each([
  ["in the middle", "21:30", "22:15", ["5 21:00-21:30 A", "5 22:15-23:00 A"]],
  ["at the start", "18:00", "21:45", ["5 21:45-23:00 A"]],
  ["past midnight", "22:00", "02:00", ["5 21:00-22:00 A"]],
  ["for all of it", "20:00", "00:00", []],
])("only what the week lacks is added: it has hours %s", (_, from, to, added) => {
  expect(times(missingTimes([{ day: 5, status: "O", from, to }], advice))).toEqual(added);
});

test("Saturday night goes on on Sunday, also if Friday's night covers a part", () => {
  const saturday = { hour: 166, length: 4 };
  expect(times(missingTimes([], saturday))).toEqual(["7 22:00-02:00 A"]);
  expect(
    times(missingTimes([{ day: 7, status: "A", from: "23:00", to: "00:30" }], saturday)),
  ).toEqual(["7 22:00-23:00 A", "1 00:30-02:00 A"]);
  expect(times(missingTimes([], { hour: 167, length: 1 }))).toEqual(["7 23:00-00:00 A"]);
});
