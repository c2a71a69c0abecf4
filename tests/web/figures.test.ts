import { expect, test } from "vitest";
import {
  writtenAverage,
  writtenCount,
  writtenMoney,
  writtenPercent,
} from "../../web/lib/figures.ts";

test("K12: dollars and figures with en-US grouping", () => {
  expect(writtenMoney(1234567.5)).toBe("$1,234,567.50");
  expect(writtenMoney(0)).toBe("$0.00");
  expect(writtenCount(12345)).toBe("12,345");
  expect(writtenAverage(1234.5)).toBe("1,234.50");
  expect(writtenAverage(7)).toBe("7.00");
  expect(writtenPercent(100)).toBe("100.0");
  expect(writtenPercent(8.3)).toBe("8.3");
});
