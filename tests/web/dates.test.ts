import { describe, expect, test } from "vitest";
import {
  businessTime,
  businessTimeToSecond,
  clampYear,
  isDay,
  localTime,
  localTimeToSecond,
  localZone,
  writtenDay,
} from "#web/lib/dates.ts";

describe("K12: formats", () => {
  test("business time is New York's, with its zone named, on both sides of a clock change", () => {
    expect(businessTime("2026-03-08T06:59:59Z")).toBe("03/08/2026 01:59 AM ET");
    expect(businessTime("2026-03-08T07:00:00Z")).toBe("03/08/2026 03:00 AM ET");
    expect(businessTime("2026-11-01T05:30:00Z")).toBe("11/01/2026 01:30 AM ET");
    expect(businessTime("2026-11-01T06:30:00Z")).toBe("11/01/2026 01:30 AM ET");
  });

  test("noon in New York is 12 PM, and midnight is 12 AM", () => {
    expect(businessTime("2026-07-01T16:00:00Z")).toBe("07/01/2026 12:00 PM ET");
    expect(businessTime("2026-07-01T04:00:00Z")).toBe("07/01/2026 12:00 AM ET");
    expect(businessTime("2026-07-01T03:59:00Z")).toBe("06/30/2026 11:59 PM ET");
  });

  test("lists show the second", () => {
    expect(businessTimeToSecond("2026-07-01T16:00:09Z")).toBe("07/01/2026 12:00:09 PM ET");
    expect(businessTimeToSecond("2026-12-01T04:59:59Z")).toBe("11/30/2026 11:59:59 PM ET");
  });

  test("the viewer's time is the browser's, and its zone has a name", () => {
    const noon = new Date(2026, 6, 1, 12, 0, 9).toISOString();
    expect(localTime(noon)).toBe("07/01/2026 12:00 PM");
    expect(localTimeToSecond(noon)).toBe("07/01/2026 12:00:09 PM");
    expect(localZone()).not.toBe("");
  });

  test("a day is written MM/DD/YYYY", () => {
    expect(writtenDay("2026-07-04")).toBe("07/04/2026");
  });
});

test("a day must exist in the calendar", () => {
  expect(["2024-02-29", "1900-01-01", "2026-12-31"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "", "2026-1-1"].some(isDay)).toBe(
    false,
  );
});

describe("V31: years out of range", () => {
  test.each([
    ["2027-05-06", "2026-05-06"],
    ["9999-05-06", "2026-05-06"],
    ["2026-05-06", "2026-05-06"],
    ["1901-05-06", "1901-05-06"],
    ["1900-05-06", "1900-05-06"],
    ["1899-05-06", "1900-05-06"],
    ["1000-05-06", "1900-05-06"],
    // Three digits may mean any year, so they stay, and the form shows an error.
    ["0999-05-06", "0999-05-06"],
    ["0100-05-06", "0100-05-06"],
    // Two digits mean a year of this century (F11).
    ["0002-05-06", "2002-05-06"],
    ["0026-05-06", "2026-05-06"],
    ["0099-05-06", "2026-05-06"],
    // The corrected year has no February 29.
    ["2028-02-29", "2026-02-28"],
    ["1600-02-29", "1900-02-28"],
  ])("%s becomes %s in 2026", (given, meant) => {
    expect(clampYear(given, 2026)).toBe(meant);
  });
});
