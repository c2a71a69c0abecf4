import { expect, test } from "vitest";
import {
  emptyListing,
  listingDifferences,
  valuesOf,
  writtenCategories,
} from "#web/features/listing/listing-values.ts";

test("the form has the body as plain lines, and is empty without a listing", () => {
  const body = "<p>5 &lt; 6 &amp; more</p><p>&lt;b&gt;</p>";
  expect(valuesOf({ sales_pitch: "A", body, categories: [26] })).toEqual({
    sales_pitch: "A",
    body: "5 < 6 & more",
    categories: [26],
  });
  expect(valuesOf(null)).toBe(emptyListing);
});

test("categories are written in the form's order, and differences in words", () => {
  expect(writtenCategories([82, 26])).toBe("Love & Relationships, En Español");
  const mine = { sales_pitch: "A", body: "B", categories: [26, 25] };
  expect(listingDifferences(mine, { ...mine, categories: [25, 26] })).toEqual([]);
  expect(listingDifferences(mine, { ...mine, body: "C" })).toEqual([
    { label: "Bio Text", mine: "B", theirs: "C" },
  ]);
});
