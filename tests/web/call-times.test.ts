import { afterEach, expect, test, vi } from "vitest";
import { callTimes } from "#web/advisor/call-times.ts";

const now = Date.parse("2026-06-15T12:00:00Z");
afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["2026-06-15T11:59:00Z", "Now", "Today 07:59 AM ET"],
  ["2026-06-15T12:00:30Z", "In 1 min", "Today 08:00 AM ET"],
  ["2026-06-15T12:59:00Z", "In 59 min", "Today 08:59 AM ET"],
  ["2026-06-15T13:00:00Z", "In 1 h 00 min", "Today 09:00 AM ET"],
  ["2026-06-16T03:59:00Z", "In 15 h 59 min", "Today 11:59 PM ET"],
  // "Tomorrow" begins at midnight in New York.
  ["2026-06-16T04:00:00Z", "In 16 h 00 min", "Tomorrow 12:00 AM ET"],
  ["2026-06-16T12:00:00Z", "In 1 day", "Tomorrow 08:00 AM ET"],
  ["2026-06-18T04:00:00Z", "In 3 days", "Thu 06/18/2026 12:00 AM ET"],
])("D18: a call at %s is %s, %s", (at, until, newYork) => {
  vi.stubEnv("TZ", "America/New_York");
  expect(callTimes(at, now)).toMatchObject({ until, newYork, here: null });
});

test.each([
  // On Sunday at 10 PM in Los Angeles it is Monday in New York.
  ["2026-06-15T05:00:00Z", "2026-06-15T21:00:00Z", "Mon 06/15/2026 05:00 PM ET", "02:00 PM"],
  ["2026-06-15T05:00:00Z", "2026-06-15T06:30:00Z", "Today 02:30 AM ET", "06/14/2026 11:30 PM"],
  ["2026-06-15T05:00:00Z", "2026-06-16T21:00:00Z", "Tue 06/16/2026 05:00 PM ET", "02:00 PM"],
  ["2026-06-15T16:00:00Z", "2026-06-15T21:00:00Z", "Today 05:00 PM ET", "02:00 PM"],
  [
    "2026-06-15T16:00:00Z",
    "2026-06-16T04:30:00Z",
    "Tue 06/16/2026 12:30 AM ET",
    "06/15/2026 09:30 PM",
  ],
])("at %s in Los Angeles, a call at %s is %s, and there %s", (at, call, newYork, here) => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  expect(callTimes(call, Date.parse(at))).toMatchObject({ newYork, here });
});

test("D15: an hour stays an hour across a clock change", () => {
  const before = Date.parse("2026-11-01T05:30:00Z");
  expect(callTimes("2026-11-01T06:30:00Z", before)).toMatchObject({
    until: "In 1 h 00 min",
    newYork: "Today 01:30 AM ET",
  });
});
