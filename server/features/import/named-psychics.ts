import type { Knex } from "knex";
import { text } from "#shared/fields.ts";

const wrongName = "Not valid";

/** The columns that name a psychic; each row fills one of them. */
export const psychicNames = {
  extension: text(100, wrongName).nullish(),
  username: text(1000, wrongName).nullish(),
  // A column of a fixed length has spaces at its end.
  external_id: text(1000, wrongName).trim().nullish(),
};
export const psychicColumns = ["extension", "username", "external_id"] as const;

type Named = { [K in (typeof psychicColumns)[number]]?: string | null | undefined };

/** For `refine`: says that a row names one psychic. */
export const namesOnePsychic: [(row: Named) => boolean, { path: string[]; error: string }] = [
  (row) => psychicColumns.filter((name) => row[name]).length === 1,
  { path: ["extension"], error: `One of ${psychicColumns.join(", ")}` },
];

/** How a row names its psychic. The database compares usernames: its lower case is not ours. */
export const nameOf = (row: Named): string => {
  if (row.extension) return `extension ${row.extension}`;
  if (row.external_id) return `external_id ${row.external_id}`;
  return `username ${row.username?.trim()}`;
};

/** A row with its psychic, or without if there is no such psychic. */
export type OfPsychic<Row> = Row & { psychicId: number | undefined };

export const noSuchPsychic = (row: Named): string =>
  `${psychicColumns.find((name) => row[name])}: No such psychic`;

/** Finds the psychics whom rows name. @returns the rows in their order. */
export async function withPsychics<Row extends Named>(
  sql: Knex,
  rows: readonly Row[],
): Promise<OfPsychic<Row>[]> {
  const named = (column: keyof Named) => rows.flatMap((row) => row[column] ?? []);
  const usernames = named("username").map((username) => username.trim());
  const { rows: found } = await sql.raw<{ rows: { key: string; id: number }[] }>(
    `select 'extension ' || extension as key, user_id as id
       from psychics where extension = any (?::text[])
     union all
     select 'external_id ' || external_id, user_id
       from psychics where external_id = any (?::text[])
     union all
     select 'username ' || given, p.user_id
       from unnest(?::text[]) given
       join users u on lower(u.username) = lower(given)
       join psychics p on p.user_id = u.id`,
    [named("extension"), named("external_id"), usernames],
  );
  const ids = new Map(found.map(({ key, id }) => [key, id]));
  return rows.map((row) => ({ ...row, psychicId: ids.get(nameOf(row)) }));
}

/**
 * Locks psychics until the transaction ends, in the order of their ids, so that writes about one
 * psychic run one after another.
 */
export async function lockPsychics(sql: Knex, ids: readonly number[]): Promise<void> {
  await sql("psychics")
    .whereRaw("user_id = any (?::integer[])", [[...ids]])
    .orderBy("user_id")
    .forNoKeyUpdate()
    .select("user_id");
}
