import { expect, test } from "vitest";
import type { Login } from "#shared/logins.ts";
import { untilText } from "#web/features/logins/logins-columns.tsx";
import { localClock, localTimeToSecond } from "#web/lib/dates.ts";

const login = "2026-07-26T10:00:00.000Z";
const until = (logout: string | null, more: Partial<Login> = {}) =>
  untilText({ login, logout, duration: 60, new: false, ...more });

test("a phone's card has a login's end below its start, with the day only if that differs", () => {
  const sameDay = "2026-07-26T11:30:00.000Z";
  const later = "2026-07-28T11:30:00.000Z";
  expect(until(sameDay)).toBe(`Until ${localClock(sameDay)}`);
  expect(until(later)).toBe(`Until ${localTimeToSecond(later)}`);
  expect(until(sameDay, { ended_by: "limit" })).toBe(`Until ${localClock(sameDay)} after 24 hours`);
  expect(until(null)).toBe("");
});
