import type { Knex } from "knex";
import { byText } from "#server/db/by-text.ts";
import type { accountEndpoints, FoundPsychic } from "#shared/accounts.ts";
import { type ListQuery, rowsAtMost } from "#shared/fields.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

type Found = ResponseOf<typeof accountEndpoints.searchPsychics>;

/** The columns to sort by, instead of by relevance. */
const sortable: Record<keyof FoundPsychic, string> = {
  user_id: "user_id",
  user_name: byText("user_name"),
  first_name: byText("first_name"),
  last_name: byText("last_name"),
  phone_extension: "phone_extension",
  account_status: "account_status",
};

/**
 * Scans all psychics: an ordinary index cannot find a text inside another, and five thousand rows
 * take some milliseconds. `strpos` and `starts_with` have no wildcards, so every search term is
 * plain text.
 * `first_last` starts with the first name and `last_first` with the last name, so a term can match
 * the start of either. The table shows "Last, First": names are compared without commas (:words).
 */
const fitting = `
  select p.user_id, u.username as user_name, u.first as first_name, u.last as last_name,
         p.extension as phone_extension, p.account_status,
         case
           when :term in (name, p.extension)
             or :words in (first_last, last_first, lower(u.first), lower(u.last)) then 1
           when starts_with(name, :term) or starts_with(first_last, :words)
             or starts_with(last_first, :words) or starts_with(p.extension, :term) then 2
           else 3
         end as fit
    from psychics p
    join users u on u.id = p.user_id
   cross join lateral (
     select lower(u.username) as name,
            replace(replace(lower(u.first || ' ' || u.last), ', ', ' '), ',', ' ') as first_last,
            replace(replace(lower(u.last || ' ' || u.first), ', ', ' '), ',', ' ') as last_first
   ) texts
   where strpos(name, :term) > 0 or strpos(first_last, :words) > 0
      or strpos(last_first, :words) > 0 or strpos(p.extension, :term) > 0`;

/** Psychics by username, name or extension, case-insensitively, best matches first. */
export async function searchPsychics(sql: Knex, text: string, query: ListQuery): Promise<Found> {
  const term = text.trim().replace(/\s+/g, " ").toLowerCase();
  // Commas alone are no name.
  const words = term.replace(/[\s,]+/g, " ").trim() || term;
  if (term === "") return { psychics: [], total: 0 };
  const { sort, order = "asc" } = query;
  const best = `fit ${order}, ${byText("user_name")} ${order}`;
  const sorted = sort === undefined ? best : `${sortable[sort as keyof FoundPsychic]} ${order}`;
  // The total is part of every row. A page past the end has one row, without an id.
  const { rows } = await sql.raw<{ rows: (FoundPsychic & { total: number })[] }>(
    `with fitting as materialized (${fitting})
     select counted.total, page.*
       from (select count(*) as total from fitting) counted
       left join lateral (
         select * from fitting order by ${sorted}, user_id limit :limit offset :offset
       ) page on true`,
    { term, words, limit: query.limit ?? rowsAtMost, offset: query.offset ?? 0 },
  );
  return {
    psychics: rows.filter((row) => row.user_id !== null),
    total: rows[0]?.total ?? 0,
  };
}
