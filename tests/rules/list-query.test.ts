import knex from "knex";
import { expect, test } from "vitest";
import { applyListQuery, type ListOrder } from "#server/queries/list-query.ts";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";

const sql = knex({ client: "pg" });

const order: ListOrder<"name" | "rated"> = {
  columns: { name: "c.name", rated: "c.rated_at" },
  nullable: ["rated"],
  first: { sort: "rated", order: "desc" },
  id: "c.id",
};

const endOf = (query: ListQuery) =>
  sql("contacts as c").modify(applyListQuery(query, order)).toQuery().split(" order by ")[1];

test.each<[ListQuery, string]>([
  [{}, `c.rated_at desc nulls last, c.id limit ${rowsAtMost}`],
  [{ order: "asc" }, `c.rated_at asc nulls last, c.id limit ${rowsAtMost}`],
  [{ sort: "name" }, `c.name asc, c.id limit ${rowsAtMost}`],
  [{ sort: "name", order: "desc", limit: 5, offset: 10 }, "c.name desc, c.id limit 5 offset 10"],
])(
  "%o: rows with equal values are ordered by their id, so that pages never overlap",
  (query, end) => {
    expect(endOf(query)).toBe(end);
  },
);
