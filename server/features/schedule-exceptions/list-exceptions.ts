import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import { applyListQuery, countRows, type ListOrder } from "#server/queries/list-query.ts";
import type { ListQuery } from "#shared/fields.ts";
import type { BrandKey } from "#shared/reference/brands.ts";
import { addDays } from "#shared/rules/new-york.ts";
import type { ExceptionKind } from "#shared/rules/promised-hours.ts";
import type { ListedException, ListedExceptions } from "#shared/schedule-exceptions.ts";
import { exceptionColumns } from "./schedule-exceptions.ts";

const order: ListOrder<"username" | "first_day" | "last_day" | "kind"> = {
  columns: {
    username: byText("u.username"),
    first_day: "e.first_day",
    last_day: "e.last_day",
    kind: "e.kind",
  },
  first: { sort: "first_day", order: "asc" },
  id: "e.id",
};

interface Asked extends ListQuery {
  /** `YYYY-MM`. */
  month: string;
  day?: string | undefined;
  kind?: ExceptionKind | undefined;
  brand?: BrandKey | undefined;
}

/** Whose exceptions are asked for; null and undefined for everybody's. */
interface Whose {
  managers: number[] | null;
  brand: BrandKey | undefined;
}

/** The first and the last day of a month. */
function daysOf(month: string): [first: string, last: string] {
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  return [first, addDays(next, -1)];
}

/** The exceptions of Active psychics that have one of these days. */
const within = (sql: Knex, { managers, brand }: Whose, days: readonly [string, string]) =>
  sql("schedule_exceptions as e")
    .join("psychics as p", "p.user_id", "e.psychic_id")
    .join("users as u", "u.id", "p.user_id")
    .where("p.account_status", "Active")
    // The expression of the index.
    .whereRaw("daterange(e.first_day, e.last_day, '[]') && daterange(?::date, ?::date, '[]')", [
      ...days,
    ])
    .modify((rows) => {
      if (managers) rows.whereRaw("p.manager_id = any (?)", [managers]);
      if (brand) rows.where("u.brand", brand);
    });

/** Who is off, works more or takes chats only in a month, or on one day of it. */
export async function listExceptions(
  sql: Knex,
  query: Asked,
  managers: number[] | null,
): Promise<ListedExceptions> {
  const month = daysOf(query.month);
  const whose = { managers, brand: query.brand };
  const asked = () =>
    within(sql, whose, query.day ? [query.day, query.day] : month).modify((rows) => {
      if (query.kind) rows.where("e.kind", query.kind);
    });
  const exceptions: ListedException[] = await asked()
    .select("e.id", "u.id as user_id", "u.username", sql.raw(exceptionColumns))
    .modify(applyListQuery(query, order));
  return {
    exceptions,
    total: await countRows(asked()),
    days: await countDays(sql, whose, month),
  };
}

/** The number of psychics with an exception of each kind on each day; the list's kind and day do not count. */
async function countDays(
  sql: Knex,
  whose: Whose,
  [first, last]: [string, string],
): Promise<ListedExceptions["days"]> {
  const counts = ["off", "extra", "chat"].map((kind) =>
    sql.raw(
      `(count(distinct found.psychic_id) filter (where found.kind = '${kind}'))::integer as ${kind}`,
    ),
  );
  return sql
    .with("found", within(sql, whose, [first, last]).select("e.*"))
    .from(
      sql.raw("generate_series(?::date, ?::date, interval '1 day') as days (at)", [first, last]),
    )
    .joinRaw("left join found on days.at::date between found.first_day and found.last_day")
    .select(sql.raw("days.at::date as day"), ...counts)
    .groupBy("days.at")
    .orderBy("days.at");
}
