import { z } from "zod";
import { makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { text } from "#shared/fields.ts";
import type { ImportKind } from "../import-kind.ts";
import { importTime } from "../import-time.ts";
import {
  nameOf,
  namesOnePsychic,
  noSuchPsychic,
  type OfPsychic,
  psychicColumns,
  psychicNames,
  withPsychics,
} from "../named-psychics.ts";
import { notAhead } from "../not-ahead.ts";
import { differences, type StoredFields, storeNew } from "../store-new.ts";

const schema = z
  .strictObject({
    ...psychicNames,
    source: z.enum(["portal", "phone"], { error: "portal or phone" }),
    /** The platform's id of a phone log-on. */
    login_id: text(64, "At most 64 characters").nullish(),
    started_at: importTime,
    last_action_at: importTime.nullish(),
    ended_at: importTime.nullish(),
  })
  .refine(...namesOnePsychic)
  .refine(
    ({ started_at, last_action_at, ended_at }) =>
      [last_action_at, ended_at].every((at) => !at || Date.parse(at) >= Date.parse(started_at)),
    {
      path: ["ended_at"],
      error: "Before it started",
      when: ({ issues }) => issues.length === 0,
    },
  );
type LoginRow = z.infer<typeof schema>;

interface Identity {
  psychicId: number | undefined;
  source: string;
  started_at: string;
}
const beginningOf = ({ psychicId, source, started_at }: Identity) =>
  `${psychicId} ${source} ${Date.parse(started_at)}`;

const keyOf = (login: Identity & { login_id?: string | null | undefined }) =>
  `${beginningOf(login)} ${login.login_id ?? ""}`;

/**
 * Work sessions (D17), identified by psychic, source and beginning, and by `login_id` if both the
 * line and the stored login have one.
 */
export const logins: ImportKind<LoginRow> = {
  name: "logins",
  format: {
    schema,
    oneOf: psychicColumns,
    check: notAhead("started_at", "last_action_at", "ended_at"),
  },
  portionRows: 2_000,
  touches: (row) => [
    `${nameOf(row)} ${row.source} ${Date.parse(row.started_at)}`,
    ...(row.login_id ? [`${row.source} ${row.login_id}`] : []),
  ],

  async store({ db, sql, isDryRun }, rows) {
    if (!isDryRun) {
      const instants = rows.map(({ started_at }) => started_at);
      await makeMonthsOf(db.pool, "logins", instants);
    }
    const given = (await withPsychics(sql, rows)).map((row) => ({
      ...row,
      login_id: row.login_id ?? null,
      last_action_at: row.last_action_at ?? row.ended_at ?? row.started_at,
    }));
    type Stored = StoredFields & Identity & { login_id: string | null };
    const { rows: found } = await sql.raw<{ rows: Stored[] }>(
      `select l.user_id as "psychicId", l.source, l.external_id as login_id, l.started_at,
              l.last_action_at, l.ended_at
         from logins l
         join json_to_recordset(?) as i ("psychicId" integer, source text, started_at timestamptz)
           on l.user_id = i."psychicId" and l.source = i.source
          and l.started_at >= date_trunc('milliseconds', i.started_at)
          and l.started_at < date_trunc('milliseconds', i.started_at) + interval '1 millisecond'`,
      [JSON.stringify(given)],
    );
    const owners = await ownersOf(sql, given);
    const stored = new Map(found.map((login): [string, StoredFields] => [keyOf(login), login]));
    // For a line without an id: any login with that beginning is the same one.
    const begun = new Map<string, string[]>();
    const begin = (beginning: string, key: string) =>
      begun.set(beginning, [...(begun.get(beginning) ?? []), key]);
    for (const login of found) begin(beginningOf(login), keyOf(login));
    const isEqual = (row: StoredFields, key: string) =>
      differences(row, stored.get(key) ?? {}).length === 0;
    return storeNew(
      given,
      (row) => {
        if (row.psychicId === undefined) return { reason: noSuchPsychic(row) };
        const beginning = beginningOf(row);
        const id = row.login_id ? `${row.source} ${row.login_id}` : undefined;
        const owner = id === undefined ? undefined : owners.get(id);
        if (owner !== undefined && owner !== beginning) {
          return { reason: "login_id: Another login has it" };
        }
        if (id !== undefined) owners.set(id, beginning);
        const withoutId = keyOf({ ...row, login_id: null });
        const others = begun.get(beginning) ?? [];
        if (id === undefined) {
          return others.find((key) => isEqual(row, key)) ?? others[0] ?? withoutId;
        }
        const key = stored.has(withoutId) ? withoutId : keyOf(row);
        if (!others.includes(key)) begin(beginning, key);
        return key;
      },
      stored,
      async (fresh) => {
        await sql.raw(
          `insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
             select i."psychicId", i.source, i.login_id, i.started_at, i.last_action_at, i.ended_at
               from json_to_recordset(?) as i ("psychicId" integer, source text, login_id text,
                 started_at timestamptz, last_action_at timestamptz, ended_at timestamptz)`,
          [JSON.stringify(fresh)],
        );
      },
    );
  },
};

/** The logins that have the given ids. */
async function ownersOf(
  sql: Parameters<typeof withPsychics>[0],
  rows: readonly OfPsychic<LoginRow>[],
): Promise<Map<string, string>> {
  const found: (Identity & { external_id: string })[] = await sql("logins")
    .whereIn("source", ["portal", "phone"])
    .whereRaw("external_id = any (?::text[])", [rows.flatMap(({ login_id }) => login_id ?? [])])
    .select("user_id as psychicId", "source", "external_id", "started_at");
  return new Map(
    found.map((login) => [`${login.source} ${login.external_id}`, beginningOf(login)]),
  );
}
