import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { pinContext } from "#server/features/phones/phone-pin.ts";
import { type News, tellPlatformLater } from "#server/features/platform/tell-platform.ts";
import { ssnContext } from "#server/features/psychics/correct-psychic.ts";
import { requireApprovalOfLinked } from "#server/features/psychics/linked-accounts.ts";
import { extensions, type Manager } from "#server/features/sign-up/sign-up.ts";
import { phoneDefaults } from "#shared/phone-fields.ts";
import { defaultContactMethod } from "#shared/reference/contact-methods.ts";
import { defaultGender } from "#shared/reference/genders.ts";
import { defaultLanguage } from "#shared/reference/languages.ts";
import { prefixOf } from "#shared/sign-up-fields.ts";
import type { ImportWork } from "../import-kind.ts";
import { type PsychicRow, phoneColumns } from "./psychic-row.ts";

/** A row of psychics.csv with what was looked up for it. */
export interface NewPsychic extends PsychicRow {
  managerRow: Manager;
  /** The blind indexes of each number with the PIN; null without a PIN. */
  pinIndexes: (Buffer | null)[];
}

type Numbered = NewPsychic & { id: number; extension: string };

/**
 * Stores psychics whose usernames, extensions, external ids and pairs of phone and PIN are free.
 */
export async function insertPsychics(work: ImportWork, rows: readonly NewPsychic[]): Promise<void> {
  const { sql, vault, now } = work;
  const ids = await insertUsers(work, rows);
  const drawn = await drawExtensions(sql, rows);
  const numbered = rows.map(
    (row, place): Numbered => ({
      ...row,
      id: ids[place] as number,
      extension: row.extension ?? (drawn.shift() as string),
    }),
  );
  await insertAccounts(work, numbered);
  const phones: StoredPhone[] = await sql("phones")
    .insert(numbered.flatMap(phonesOf))
    .returning([
      ...["id", "user_id", "phone_number", "country_code", "type", "time_zone_id"],
      ...["preferred", "sms"],
    ]);
  const details = numbered.flatMap(detailsOf);
  if (details.length > 0) await sql("profile_details").insert(details);
  // Without a row, clients would show B, as if the psychic were on a call. A new psychic is
  // Unavailable (D23a).
  await sql("availability").insert(
    numbered.map(({ id }) => ({
      ...{ psychic_id: id, at: now },
      ...{ code: "U" as const, set_by: "portal" as const },
    })),
  );
  const agreements = numbered.flatMap((row) => agreementOf(row, now));
  if (agreements.length > 0) await sql("agreements").insert(agreements);
  const undecided = (column: "requires_approval" | "referral_known") =>
    numbered.filter((row) => row[column] == null).map(({ id }) => id);
  await requireApprovalOfLinked(sql, undecided("requires_approval"));
  await markKnownReferrals(sql, undecided("referral_known"));
  await tellPlatformLater(
    { sql, vault },
    numbered.flatMap((row) => newsOf(row, phones)),
    now,
  );
}

async function insertUsers({ sql, now }: ImportWork, rows: readonly NewPsychic[]) {
  const inserted = await sql("users")
    .insert(
      rows.map((row) => ({
        role: "psychic" as const,
        brand: row.brand ?? row.managerRow.brand,
        ...{ username: row.username, password_hash: row.password_hash || null },
        ...{ pay_day: row.pay_day ?? 1, first: row.first, last: row.last },
        ...{ address1: row.address1, address2: row.address2 || null },
        ...{ postal_code: row.postal_code, city: row.city, region: row.region },
        ...{ country: row.country, country_code: prefixOf(row), email: row.email },
        created_at: row.signed_up_at ?? now,
      })),
    )
    .returning(["id", "username"]);
  const ids = new Map(inserted.map(({ id, username }) => [username, id]));
  return rows.map(({ username }) => ids.get(username));
}

async function insertAccounts({ sql, vault, now }: ImportWork, rows: readonly Numbered[]) {
  await sql("psychics").insert(
    rows.map((row) => ({
      ...{ user_id: row.id, manager_id: row.managerRow.id, external_id: row.external_id || null },
      account_status: row.account_status,
      account_status_since: row.account_status_since ?? now,
      requires_approval: row.requires_approval ?? false,
      extension: row.extension,
      referral: row.referral || null,
      referral_known: row.referral_known ?? false,
      permissions: row.permissions ?? [],
      auto_email: row.auto_email ?? true,
      contact_method: row.contact_method ?? defaultContactMethod,
      ssn_sealed: row.ssn ? vault.seal(row.ssn, ssnContext(row.id)) : null,
      ssn_index: row.ssn ? vault.index("ssn", row.ssn) : null,
      pin_sealed: row.pin ? vault.seal(row.pin, pinContext(row.id)) : null,
      profile_status: profileStatusOf(row),
      profile_since: row.profile_since ?? now,
      profile_reason: row.profile_reason || null,
    })),
  );
}

/** Without a status: applicants wait for a manager, everybody else has been approved. */
function profileStatusOf({ profile_status, account_status }: PsychicRow) {
  if (profile_status) return profile_status;
  return account_status === "Pending" || account_status === "Screened" ? "Pending" : "Approved";
}

/** Free extensions for the rows without one. */
async function drawExtensions(sql: Knex, rows: readonly NewPsychic[]): Promise<string[]> {
  const count = rows.filter(({ extension }) => !extension).length;
  const given = new Set(rows.map(({ extension }) => extension));
  const drawn = new Set<string>();
  while (drawn.size < count) {
    const candidates = Array.from({ length: count - drawn.size }, () =>
      String(randomInt(extensions.from, extensions.to + 1)),
    );
    const taken = new Set<string>(
      await sql("psychics")
        .whereRaw("extension = any (?::text[])", [candidates])
        .pluck("extension"),
    );
    for (const one of candidates) if (!taken.has(one) && !given.has(one)) drawn.add(one);
  }
  return [...drawn];
}

type StoredPhone = ReturnType<typeof phonesOf>[number] & { id: number };

function phonesOf(row: Numbered) {
  return phoneColumns.flatMap((name, index) => {
    const phone_number = row[name];
    if (!phone_number) return [];
    return [
      {
        ...{ user_id: row.id, place: index + 1, phone_number, preferred: index === 0 },
        country_code: row[`${name}_country_code`] ?? prefixOf(row),
        type: row[`${name}_type`] ?? phoneDefaults.type,
        time_zone_id: row[`${name}_time_zone_id`] ?? phoneDefaults.time_zone_id,
        sms: row.sms_phone === index + 1,
        pin_index: row.pinIndexes[index] ?? null,
      },
    ];
  });
}

/** The edited details and the approved ones, if the row has them. */
function detailsOf(row: Numbered) {
  const edited = row.zodiac != null && {
    ...{ zodiac: row.zodiac, gender: row.gender, language: row.language },
    ...{ languages: row.languages, experience: row.experience, credentials: row.credentials },
  };
  const approved = row.approved_zodiac != null && {
    ...{ zodiac: row.approved_zodiac, gender: row.approved_gender },
    ...{ language: row.approved_language, languages: row.approved_languages },
    ...{ experience: row.approved_experience, credentials: row.approved_credentials },
  };
  const shown = profileStatusOf(row) === "Approved" ? edited : approved;
  const rowOf = (state: "edited" | "approved", details: NonNullable<typeof edited>) =>
    details
      ? [
          {
            ...{ psychic_id: row.id, state, zodiac: details.zodiac },
            gender: details.gender ?? defaultGender,
            language: details.language ?? defaultLanguage,
            languages: details.languages ?? [],
            // Never null: the schema asks for both or neither.
            experience: details.experience as number,
            credentials: details.credentials ?? [],
          },
        ]
      : [];
  return [...rowOf("edited", edited), ...rowOf("approved", shown)];
}

function agreementOf(row: Numbered, now: Date) {
  if (!row.agreement_version) return [];
  return [
    {
      user_id: row.id,
      brand: row.brand ?? row.managerRow.brand,
      version: row.agreement_version,
      agreed_at: row.agreed_at ?? row.signed_up_at ?? now,
      address: row.agreement_address ?? "",
    },
  ];
}

/** A referral is known if a psychic has that extension (D32). */
async function markKnownReferrals(sql: Knex, ids: readonly number[]): Promise<void> {
  await sql.raw(
    `update psychics p set referral_known = true
      where p.user_id = any (?::integer[])
        and exists (select from psychics r where r.extension = p.referral and r.user_id <> p.user_id)`,
    [[...ids]],
  );
}

/** The deliveries about a new psychic: the same as after a sign-up and an approval. */
function newsOf(row: Numbered, phones: readonly StoredPhone[]): News[] {
  const created: News = {
    psychicId: row.id,
    type: "psychic.created",
    data: {
      account_status: row.account_status,
      permissions: (row.permissions ?? []).join(","),
      auto_email: row.auto_email ?? true,
      extension: row.extension,
      phones: phones
        .filter(({ user_id }) => user_id === row.id)
        .map(({ user_id, ...phone }) => phone),
    },
    pin: row.pin,
  };
  const approved = detailsOf(row).find(({ state }) => state === "approved");
  if (!approved) return [created];
  const { psychic_id, state, ...details } = approved;
  return [created, { psychicId: row.id, type: "profile.approved", data: details }];
}
