import fc from "fast-check";
import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
import { expect, test } from "vitest";
import { calendarText } from "#server/features/calendar/calendar-text.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { promisedHours } from "#shared/rules/promised-hours.ts";

const minute = 60_000;

/** The Sundays of 2025 to 2035 on which New York's clocks change. */
const changes = Array.from({ length: 11 }, (_, place) => 2025 + place).flatMap((year) => {
  const firstSunday = (month: string) =>
    Array.from({ length: 7 }, (_, day) => `${year}-${month}-0${day + 1}`).find(
      (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0,
    ) as string;
  return [addDays(firstSunday("03"), 7), firstSunday("11")];
});

interface Read {
  from: number;
  to: number;
}

const inOrder = (read: Read[]) => read.sort((a, b) => a.from - b.from || a.to - b.to);

/** The events' instants as ical.js reads them. */
function readByIcalJs(text: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  return inOrder(
    events.map(({ startDate, endDate }) => ({
      from: startDate.toJSDate().getTime(),
      to: endDate.toJSDate().getTime(),
    })),
  );
}

/** The events' instants as node-ical reads them. */
function readByNodeIcal(text: string): Read[] {
  return inOrder(
    Object.values(nodeIcal.parseICS(text)).flatMap((part) =>
      part?.type === "VEVENT"
        ? [{ from: part.start.getTime(), to: part.end?.getTime() ?? Number.NaN }]
        : [],
    ),
  );
}

const quarterHour = fc.integer({ min: 0, max: 95 }).map((count) => count * 15);

test("S32: two other libraries read the hours and calls of ten years' clock changes alike", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      quarterHour,
      quarterHour,
      fc.constantFrom("A" as const, "B" as const, null),
      fc.uniqueArray(fc.integer({ min: 0, max: 47 }), { maxLength: 5 }),
      (sunday, from, to, weeks, halfHours) => {
        const week = [1, 7].map((day) => ({ day, from, to, weeks, status: "A" as const }));
        const days = [-1, 0, 1].map((count) => addDays(sunday, count));
        const promised = days.flatMap((day) => promisedHours(week, [], day));
        const calls = halfHours.map((count) => ({
          id: String(count),
          at: new Date(Date.parse(`${sunday}T04:00:00Z`) + count * 30 * minute).toISOString(),
          minutes: 20,
          channel: "Call" as const,
        }));
        const text = calendarText(
          { brand: "One Sun", host: "portal.example", psychicId: 7, promised, calls },
          new Date(`${sunday}T12:00:00Z`),
        );
        const expected = inOrder([
          ...promised.map(({ from, to }) => ({ from, to })),
          ...calls.map(({ at }) => ({ from: Date.parse(at), to: Date.parse(at) + 20 * minute })),
        ]);
        expect(readByIcalJs(text)).toEqual(expected);
        expect(readByNodeIcal(text)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});
