import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { oneRow } from "#server/db/one-row.ts";
import { pruneRows } from "#server/db/prune-rows.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import { lives } from "#server/retention.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { Problem } from "#shared/problems.ts";
import type { Brand } from "#shared/reference/brands.ts";
import type { ProblemCategory } from "#shared/reference/problem-categories.ts";

const columns = {
  id: "p.id",
  user_id: "p.user_id",
  user_name: "u.username",
  category: "p.category",
  details: "p.details",
  date: "p.created_at",
} as const satisfies Record<keyof Problem, string>;

const order: ListOrder<keyof Problem> = {
  columns: { ...columns, user_name: byText("u.username") },
  first: { sort: "date", order: "desc" },
  id: "p.id desc",
};

const problems = (sql: Knex) =>
  sql("problems as p").join("users as u", "u.id", "p.user_id").select(columns);

/** All problem reports, newest first by default. */
export async function listProblems(
  sql: Knex,
  query: ListQuery,
): Promise<{ problems: Problem[]; total: number }> {
  const rows: Problem[] = await problems(sql).modify(applyListQuery(query, order));
  return { problems: rows, total: await countRows(sql("problems")) };
}

export function findProblem(sql: Knex, id: number): Promise<Problem | undefined> {
  return problems(sql).whereRaw("p.id = ?::bigint", [id]).first();
}

/** Stores a user's report. @returns its id. */
export async function insertProblem(
  sql: Knex,
  report: { user_id: number; category: ProblemCategory; details: string; created_at: Date },
): Promise<number> {
  const { id } = await oneRow(sql("problems").insert(report).returning("id"));
  return id;
}

/** A report with its author and the author's manager (none for a manager's own report). */
export interface ProblemLetter extends Problem {
  brand: Brand["key"];
  first: string;
  last: string;
  email: string;
  phone: string | null;
  extension: string | null;
  manager_id: number | null;
}

export function findProblemLetter(sql: Knex, id: number): Promise<ProblemLetter | undefined> {
  return problems(sql)
    .leftJoin("psychics as a", "a.user_id", "u.id")
    .leftJoin("phones as t", (on) => on.on("t.user_id", "u.id").andOnVal("t.preferred", true))
    .where("p.id", id)
    .select("u.brand", "u.first", "u.last", "u.email", "t.phone_number as phone", "a.extension")
    .select("a.manager_id")
    .first();
}

export const pruneProblems = pruneRows("problems", "created_at < ?", lives.problems);
