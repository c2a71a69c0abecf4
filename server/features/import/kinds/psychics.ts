import type { Knex } from "knex";
import { managersWhoSignIn } from "#server/features/managers/managers.ts";
import { phonePinIndex } from "#server/features/phones/phone-pin.ts";
import type { Manager } from "#server/features/sign-up/sign-up.ts";
import { defaultLanguage } from "#shared/reference/languages.ts";
import { permissions } from "#shared/rules/account.ts";
import { normalPostalCode, otherLanguages } from "#shared/rules/profile.ts";
import type { ImportKind, ImportWork } from "../import-kind.ts";
import { notAhead } from "../not-ahead.ts";
import { type StoredFields, storeNew } from "../store-new.ts";
import { insertPsychics, type NewPsychic } from "./insert-psychics.ts";
import { type PsychicRow, phoneColumns, psychicSchema } from "./psychic-row.ts";
import { cellsOfPsychic, storedPsychics } from "./stored-psychics.ts";

/**
 * Accounts of an old system, told apart by username. Everything that sign-up checks holds; nobody
 * gets a letter.
 */
export const psychics: ImportKind<PsychicRow> = {
  name: "psychics",
  format: {
    schema: psychicSchema,
    oneOf: [],
    check: notAhead("signed_up_at", "agreed_at", "account_status_since", "profile_since"),
  },
  // Hashing a digest again takes a moment of a core, and the transaction must not be idle for long.
  portionRows: 50,
  touches: (row) => [
    `username ${nameOf(row)}`,
    ...(row.extension ? [`extension ${row.extension}`] : []),
    ...(row.external_id ? [`external_id ${row.external_id}`] : []),
    ...phoneColumns.flatMap((name) =>
      row[name] && row.pin ? [`pair ${row[name]} ${row.pin}`] : [],
    ),
  ],

  async store(work, rows) {
    const given = rows.map((row) => asStored(work, row));
    const managers = await findManagers(work.sql, rows);
    const owners = await ownersOf(work.sql, given);
    const stored = await readStored(work, rows);
    return storeNew(
      given,
      (row) => {
        const key = nameOf(row);
        if (stored.has(key)) return key;
        const reasons = [
          ...(managers.has(row.manager.toLowerCase())
            ? []
            : ["manager: No manager who can sign in has this username"]),
          ...claimsOf(row).flatMap(({ claim, taken }) => (owners.has(claim) ? [taken] : [])),
        ];
        if (reasons.length > 0) return { reason: reasons.join("; ") };
        for (const { claim } of claimsOf(row)) owners.add(claim);
        return key;
      },
      stored,
      (fresh) =>
        insertPsychics(
          work,
          fresh.map((row) => ({
            ...row,
            managerRow: managers.get(row.manager.toLowerCase()) as Manager,
          })),
        ),
    );
  },
};

const nameOf = ({ username }: { username: string }) => username.toLowerCase();

/** A row with its values in the form in which they are stored. */
function asStored({ vault }: ImportWork, row: PsychicRow): Omit<NewPsychic, "managerRow"> {
  const language = row.language ?? defaultLanguage;
  const approvedLanguage = row.approved_language ?? defaultLanguage;
  return {
    ...row,
    // Never null: the schema refuses a code that is not one of the country.
    postal_code: normalPostalCode(row.country, row.postal_code) as string,
    permissions: row.permissions && permissions.filter((one) => row.permissions?.includes(one)),
    languages: row.languages && otherLanguages(language, row.languages),
    approved_languages:
      row.approved_languages && otherLanguages(approvedLanguage, row.approved_languages),
    pinIndexes: phoneColumns.flatMap((name) => {
      const number = row[name];
      if (!number) return [];
      return [row.pin ? phonePinIndex(vault, number, row.pin) : null];
    }),
  };
}

type Claiming = Pick<NewPsychic, "username" | "extension" | "external_id" | "pinIndexes">;

/** The values of a row that only one psychic may have, each with the reason to refuse it. */
function claimsOf({ username, extension, external_id, pinIndexes }: Claiming) {
  return [
    { claim: `username ${username.toLowerCase()}`, taken: "username: Username is taken" },
    ...(extension
      ? [{ claim: `extension ${extension}`, taken: "extension: Another psychic has it" }]
      : []),
    ...(external_id
      ? [{ claim: `external_id ${external_id}`, taken: "external_id: Another psychic has it" }]
      : []),
    ...pinIndexes.flatMap((index) =>
      index
        ? [{ claim: `pair ${index.toString("hex")}`, taken: "pin: Phone/Pin combo is taken" }]
        : [],
    ),
  ];
}

/** The claims of these rows that other psychics already have. */
async function ownersOf(sql: Knex, rows: readonly Claiming[]): Promise<Set<string>> {
  const { rows: found } = await sql.raw<{ rows: { claim: string }[] }>(
    `select 'username ' || lower(username) as claim
       from users where lower(username) = any (?::text[])
     union all
     select 'extension ' || extension from psychics where extension = any (?::text[])
     union all
     select 'external_id ' || external_id from psychics where external_id = any (?::text[])
     union all
     select 'pair ' || encode(pin_index, 'hex') from phones where pin_index = any (?::bytea[])`,
    [
      rows.map(nameOf),
      rows.flatMap(({ extension }) => extension ?? []),
      rows.flatMap(({ external_id }) => external_id ?? []),
      rows.flatMap(({ pinIndexes }) => pinIndexes.filter((index) => index !== null)),
    ],
  );
  return new Set(found.map(({ claim }) => claim));
}

/** The managers whom rows name, by username. They stay managers until the transaction ends (B3). */
async function findManagers(sql: Knex, rows: readonly PsychicRow[]): Promise<Map<string, Manager>> {
  const found = await managersWhoSignIn(sql)
    .whereRaw("lower(username) = any (?::text[])", [
      [...new Set(rows.map(({ manager }) => manager.toLowerCase()))],
    ])
    .orderBy("id")
    .forShare()
    .select("id", "brand", "username");
  return new Map(found.map((manager) => [nameOf(manager), manager]));
}

/** The psychics who have the usernames of rows already. */
async function readStored(
  { sql, vault }: ImportWork,
  rows: readonly PsychicRow[],
): Promise<Map<string, StoredFields>> {
  const { rows: found } = await sql.raw<{ rows: Record<string, unknown>[] }>(
    `${storedPsychics} where lower(u.username) = any (?::text[])`,
    [rows.map(nameOf)],
  );
  return new Map(
    found.map((row) => {
      // The case of names makes no difference, and a hash may be replaced at a sign-in.
      const { username, password_hash, manager, ...cells } = cellsOfPsychic(row, vault);
      return [nameOf({ username: String(username) }), cells];
    }),
  );
}
