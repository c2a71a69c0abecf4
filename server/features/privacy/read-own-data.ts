import type { Knex } from "knex";
import type { Viewer } from "#server/http/handler.ts";
import { auditActionNames, auditActions, maySee } from "#shared/rules/audit-actions.ts";
import { trailPage } from "../audit/trail-page.ts";
import type { OwnList } from "./own-data.ts";

type Row = Readonly<Record<string, unknown>>;

/** Rows that are read at once. */
const portion = 2_000;

/** A portion of a list. The columns are known even without rows. */
export interface Portion {
  columns: readonly string[];
  rows: readonly Row[];
}

/** `(a, b) > (x, y)`; the first condition alone tells the planner which months it need not read. */
function afterKey(keys: OwnList["keys"]): string {
  const columns = keys.map(([column]) => `t.${column}`);
  const values = keys.map(([column, type]) => `:last_${column}::${type}`);
  return `where ${columns[0]} >= ${values[0]} and (${columns.join(", ")}) > (${values.join(", ")})`;
}

/**
 * Reads a list in the order of its key. No connection is held between two portions, because a slow
 * client may take minutes for one.
 */
export async function* readList(
  sql: Knex,
  userId: number,
  { sql: text, keys }: OwnList,
): AsyncGenerator<Portion> {
  const order = keys.map(([column]) => `t.${column}`).join(", ");
  let last = null as Row | null;
  for (;;) {
    const { rows, fields }: { rows: Row[]; fields: { name: string }[] } = await sql.raw(
      `select t.* from (${text}) t ${last ? afterKey(keys) : ""} order by ${order} limit :portion`,
      { user: userId, portion, ...(last ?? {}) },
    );
    const columns = fields.map(({ name }) => name).filter((name) => !name.startsWith("key_"));
    yield { columns, rows };
    const end = rows.at(-1);
    if (rows.length < portion || !end) return;
    last = Object.fromEntries(keys.map(([column]) => [`last_${column}`, end[column]]));
  }
}

const historyColumns = ["at", "what", "by", "changes", "times"] as const;
const entriesAtOnce = 500;
const seenByPsychics = auditActionNames.filter((name) =>
  maySee("psychic", auditActions[name].seenBy),
);

/** The user's Account History, as psychics see it. */
export async function* readHistory(sql: Knex, { userId }: Viewer): AsyncGenerator<Portion> {
  const person = { id: userId, as: "subject" } as const;
  let before: string | undefined;
  do {
    const filter = { person, actions: seenByPsychics, before, limit: entriesAtOnce };
    const page = await trailPage(sql, filter, userId, "psychic");
    const rows = page.entries.map(({ at, what, by, facts, times }) => ({
      ...{ at, what, by: by.name, times },
      changes: facts.map(({ name, from, to }) => `${name}: ${from ?? "none"} to ${to ?? "none"}`),
    }));
    yield { columns: historyColumns, rows };
    before = page.next ?? undefined;
  } while (before !== undefined);
}
