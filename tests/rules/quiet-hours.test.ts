import { expect, test } from "vitest";
import { quietUntil } from "#shared/rules/quiet-hours.ts";

const night = { quiet_from: "22:00", quiet_to: "07:00" };
const until = (now: string, hours: Parameters<typeof quietUntil>[1]) =>
  quietUntil(new Date(now), hours)?.toISOString() ?? null;

test("without a start or an end there are no quiet hours", () => {
  expect(until("2026-06-15T05:00:00Z", { quiet_from: null, quiet_to: null })).toBeNull();
});

test("quiet hours within a day include their start and exclude their end", () => {
  const noon = { quiet_from: "12:00", quiet_to: "13:30" };
  // New York is four hours behind UTC.
  expect(until("2026-06-15T15:59:59Z", noon)).toBeNull();
  expect(until("2026-06-15T16:00:00Z", noon)).toBe("2026-06-15T17:30:00.000Z");
  expect(until("2026-06-15T17:29:59.999Z", noon)).toBe("2026-06-15T17:30:00.000Z");
  expect(until("2026-06-15T17:30:00Z", noon)).toBeNull();
});

test("quiet hours over midnight end on the next day", () => {
  expect(until("2026-06-16T01:59:00Z", night)).toBeNull();
  expect(until("2026-06-16T02:00:00Z", night)).toBe("2026-06-16T11:00:00.000Z");
  expect(until("2026-06-16T04:00:00Z", night)).toBe("2026-06-16T11:00:00.000Z");
  expect(until("2026-06-16T10:59:00Z", night)).toBe("2026-06-16T11:00:00.000Z");
  expect(until("2026-06-16T11:00:00Z", night)).toBeNull();
});

test("a night in which the clocks change is an hour shorter or longer", () => {
  // The clocks go forward in this night: from 11 PM to 7 AM it is seven hours.
  expect(until("2026-03-08T04:00:00Z", night)).toBe("2026-03-08T11:00:00.000Z");
  // The clocks go back in this night: from 11 PM to 7 AM it is nine hours.
  expect(until("2026-11-01T03:00:00Z", night)).toBe("2026-11-01T12:00:00.000Z");
  // 1:30 AM comes twice in this night, both times within quiet hours.
  expect(until("2026-11-01T05:30:00Z", night)).toBe("2026-11-01T12:00:00.000Z");
  expect(until("2026-11-01T06:30:00Z", night)).toBe("2026-11-01T12:00:00.000Z");
});

test("if spring skips the end of quiet hours, they end when the clocks go forward", () => {
  const short = { quiet_from: "22:00", quiet_to: "02:30" };
  expect(until("2026-03-08T05:00:00Z", short)).toBe("2026-03-08T07:00:00.000Z");
});
