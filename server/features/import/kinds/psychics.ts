import type { Knex } from "knex";
import { storableHash } from "#server/crypto/passwords.ts";
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
 * Accounts of an old system, identified by username. The fields that a row fills must pass the
 * rules of sign-up. Nobody gets a letter.
 */
export const psychics: ImportKind<PsychicRow> = {
  name: "psychics",
  format: {
    schema: psychicSchema,
    oneOf: [],
    check: notAhead("signed_up_at", "agreed_at", "account_status_since", "profile_since"),
  },
  // Small, because hashing a digest takes a core for a moment, and an interruption loses the hashes
  // of its portion.
  portionRows: 50,
  touches: (row) => [
    `username ${row.username.toLowerCase()}`,
    ...(row.extension ? [`extension ${row.extension}`] : []),
    ...(row.external_id ? [`external_id ${row.external_id}`] : []),
    ...phoneColumns.flatMap((name) =>
      row[name] && row.pin ? [`pair ${row[name]} ${row.pin}`] : [],
    ),
  ],

  async prepare({ sql, isDryRun }, rows) {
    const there = isDryRun ? new Set() : await usernamesThere(sql, rows);
    const prepared: PsychicRow[] = [];
    for (const { password_hash, ...row } of rows) {
      const isNeeded = password_hash && !isDryRun && !there.has(row.username);
      // Null in all other cases, so that no transaction can store a digest as it is.
      prepared.push({
        ...row,
        password_hash: isNeeded ? await storableHash(password_hash) : null,
      });
    }
    return prepared;
  },

  async store(work, rows) {
    const lower = await lowerCase(
      work.sql,
      rows.flatMap(({ username, manager }) => [username, manager]),
    );
    const given = rows.map((row) => asStored(work, row, lower));
    const managers = await findManagers(work.sql, given);
    const owners = await ownersOf(work.sql, given);
    const stored = await readStored(work, given);
    return storeNew(
      given,
      (row) => {
        const key = row.name;
        if (stored.has(key)) return key;
        const reasons = [
          ...(managers.has(row.manager)
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
            managerRow: managers.get(row.manager) as Manager,
          })),
        ),
    );
  },
};

/** The usernames in these rows that are already taken, spelled as in the rows. */
async function usernamesThere(sql: Knex, rows: readonly PsychicRow[]): Promise<Set<string>> {
  const { rows: found } = await sql.raw<{ rows: { given: string }[] }>(
    "select given from unnest(?::text[]) given join users on lower(username) = lower(given)",
    [rows.map(({ username }) => username)],
  );
  return new Set(found.map(({ given }) => given));
}

/** Names in the database's lower case, which differs from JavaScript's. */
async function lowerCase(sql: Knex, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql.raw<{ rows: { given: string; lower: string }[] }>(
    "select given, lower(given) as lower from unnest(?::text[]) given",
    [[...new Set(names)]],
  );
  return new Map(rows.map(({ given, lower }) => [given, lower]));
}

/** A row with its username in lower case as `name`. `manager` is in lower case too. */
type GivenPsychic = Omit<NewPsychic, "managerRow"> & { name: string };

/** A row with its values in the form in which they are stored or compared. */
function asStored(
  { vault }: ImportWork,
  row: PsychicRow,
  lower: ReadonlyMap<string, string>,
): GivenPsychic {
  const language = row.language ?? defaultLanguage;
  const approvedLanguage = row.approved_language ?? defaultLanguage;
  return {
    ...row,
    name: lower.get(row.username) ?? row.username,
    manager: lower.get(row.manager) ?? row.manager,
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

type Claiming = Pick<GivenPsychic, "name" | "extension" | "external_id" | "pinIndexes">;

/** The values of a row that only one psychic may have, each with the reason to refuse it. */
function claimsOf({ name, extension, external_id, pinIndexes }: Claiming) {
  return [
    { claim: `username ${name}`, taken: "username: Username is taken" },
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

/** The claims of these rows that are already taken. A manager may have the username. */
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
      rows.map(({ name }) => name),
      rows.flatMap(({ extension }) => extension ?? []),
      rows.flatMap(({ external_id }) => external_id ?? []),
      rows.flatMap(({ pinIndexes }) => pinIndexes.filter((index) => index !== null)),
    ],
  );
  return new Set(found.map(({ claim }) => claim));
}

/** The managers whom rows name, by name. They stay managers until the transaction ends (B3). */
async function findManagers(
  sql: Knex,
  rows: readonly GivenPsychic[],
): Promise<Map<string, Manager>> {
  const found: (Manager & { name: string })[] = await managersWhoSignIn(sql)
    .whereRaw("lower(username) = any (?::text[])", [
      [...new Set(rows.map(({ manager }) => manager))],
    ])
    .orderBy("id")
    .forShare()
    .select("id", "brand", sql.raw("lower(username) as name"));
  return new Map(found.map((manager) => [manager.name, manager]));
}

/** The stored psychics that have usernames of these rows, by username in lower case. */
async function readStored(
  { sql, vault }: ImportWork,
  rows: readonly GivenPsychic[],
): Promise<Map<string, StoredFields>> {
  const { rows: found } = await sql.raw<{ rows: Record<string, unknown>[] }>(
    `select there.*, lower(username) as name, lower(manager) as manager_name
       from (${storedPsychics} where lower(u.username) = any (?::text[])) there`,
    [rows.map(({ name }) => name)],
  );
  return new Map(
    found.map((row) => {
      // The case of names makes no difference, and a hash may be replaced at a sign-in.
      const { name, username, password_hash, manager_name, ...cells } = cellsOfPsychic(row, vault);
      return [String(name), { ...cells, manager: manager_name }];
    }),
  );
}
