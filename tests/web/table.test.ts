import { describe, expect, test } from "vitest";
import { type Column, longestText } from "#web/ui/table/column.ts";
import { pageNumbers } from "#web/ui/table/page-numbers.ts";
import { rowsInView } from "#web/ui/table/use-row-window.ts";

describe("page numbers", () => {
  test.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 25, [1, 2, 3, 4, 5, null, 25]],
    [4, 25, [1, 2, 3, 4, 5, null, 25]],
    [5, 25, [1, null, 4, 5, 6, null, 25]],
    [21, 25, [1, null, 20, 21, 22, null, 25]],
    [22, 25, [1, null, 21, 22, 23, 24, 25]],
    [25, 25, [1, null, 21, 22, 23, 24, 25]],
  ])("page %i of %i", (page, pages, offered) => {
    expect(pageNumbers(page, pages)).toEqual(offered);
  });
});

describe("the rows in view", () => {
  test("fill the box wherever it is scrolled to", () => {
    const [height, rowHeight, count] = [700, 36, 5000];
    for (let top = 0; top <= count * rowHeight - height; top += 173) {
      const { first, end } = rowsInView(top, height, rowHeight, count);
      expect(first * rowHeight).toBeLessThanOrEqual(top);
      expect(end * rowHeight).toBeGreaterThanOrEqual(top + height);
      // Twelve spare rows above, twenty in view, and twice twelve spare rows below.
      expect(end - first).toBeLessThanOrEqual(12 + 20 + 24);
    }
    expect(rowsInView(0, height, rowHeight, count)).toEqual({ first: 0, end: 20 + 24 });
  });

  test("stay within the rows if the list has become shorter than the scroll position", () => {
    const { first, end } = rowsInView(90_000, 700, 36, 120);
    expect(end).toBe(120);
    expect(first).toBeLessThan(120);
  });
});

test("a column is as wide as its longest text", () => {
  const name: Column<{ name: string; sum: number }> = {
    kind: "text",
    key: "name",
    title: "",
    name: "",
    sortable: false,
    text: (row) => row.name,
  };
  const sum: Column<{ name: string; sum: number }> = {
    kind: "figure",
    key: "sum",
    title: "",
    name: "",
    sortable: false,
    figure: (row) => row.sum,
    written: (value) => value.toFixed(2),
  };
  const rows = [
    { name: "ann", sum: 9 },
    { name: "maximilian", sum: 1234 },
    { name: "bo", sum: 12 },
  ];
  expect(longestText(name, rows)).toBe("maximilian");
  expect(longestText(sum, rows)).toBe("1234.00");
  expect(longestText(sum, [])).toBe("0.00");
});
