import { expect, test } from "vitest";
import {
  writtenAverage,
  writtenCount,
  writtenDuration,
  writtenMoney,
  writtenPercent,
} from "#web/lib/figures.ts";

test("K12: dollars and figures with en-US grouping", () => {
  expect(writtenMoney(1234567.5)).toBe("$1,234,567.50");
  expect(writtenMoney(0)).toBe("$0.00");
  expect(writtenCount(12345)).toBe("12,345");
  expect(writtenAverage(1234.5)).toBe("1,234.50");
  expect(writtenAverage(7)).toBe("7.00");
  expect(writtenPercent(100)).toBe("100.0");
  expect(writtenPercent(8.3)).toBe("8.3");
});

test("a time at work is hours and minutes, rounded down", () => {
  expect(writtenDuration(0)).toBe("0 h 00 min");
  expect(writtenDuration(59)).toBe("0 h 00 min");
  expect(writtenDuration(3_600 + 5 * 60 + 59)).toBe("1 h 05 min");
  expect(writtenDuration(1_234 * 3_600)).toBe("1,234 h 00 min");
});
