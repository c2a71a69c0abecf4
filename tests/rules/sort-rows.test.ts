import fc from "fast-check";
import { expect, test } from "vitest";
import { sortAndSlice } from "#server/queries/sort-rows.ts";

const rows = [
  { id: 1, name: "luna", calls: 5, rating: 0 },
  { id: 2, name: "Orion", calls: 9, rating: 4 },
  { id: 3, name: "Luna", calls: 5, rating: 2 },
  { id: 4, name: "iris", calls: 0, rating: 0 },
];
const first = { sort: "calls", order: "desc", id: "id" } as const;
const ids = (query: Parameters<typeof sortAndSlice>[1]) =>
  sortAndSlice(rows, query, first).map((row) => row.id);

test("the default order, and other orders", () => {
  expect(ids({})).toEqual([2, 1, 3, 4]);
  expect(ids({ order: "asc" })).toEqual([4, 1, 3, 2]);
  expect(ids({ sort: "name" })).toEqual([4, 1, 3, 2]);
  // The order ignores case, so the id decides between Luna and luna.
  expect(ids({ sort: "name", order: "desc" })).toEqual([2, 1, 3, 4]);
  expect(ids({ limit: 2, offset: 1 })).toEqual([1, 3]);
  expect(ids({ offset: 9 })).toEqual([]);
});

test("pages neither overlap nor miss a row, whatever the order", () => {
  const row = fc.record({ calls: fc.integer({ min: 0, max: 3 }), name: fc.string() });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 40 }),
      fc.constantFrom("calls", "name"),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.integer({ min: 1, max: 7 }),
      (made, sort, order, limit) => {
        const all = made.map((values, id) => ({ ...values, id }));
        const seen = [];
        for (let offset = 0; offset < all.length; offset += limit) {
          seen.push(...sortAndSlice(all, { sort, order, limit, offset }, first));
        }
        expect(seen).toEqual(sortAndSlice(all, { sort, order }, first));
        expect(new Set(seen.map((one) => one.id)).size).toBe(all.length);
      },
    ),
  );
});
