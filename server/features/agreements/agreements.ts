import type { Knex } from "knex";
import { type AgreementText, currentAgreement } from "#server/agreement-text.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Agreement } from "#shared/agreements.ts";
import type { Brand, BrandKey } from "#shared/reference/brands.ts";

const listedAtMost = 100;

/** The brand of a psychic. @throws Refusal 404 unless this is one. */
export async function brandOfPsychic(sql: Knex, id: number): Promise<BrandKey> {
  const user = await sql("users as u")
    .join("psychics as p", "p.user_id", "u.id")
    .whereRaw("u.id = ?::bigint", [id])
    .first("u.brand");
  if (!user) throw new Refusal("not_found");
  return user.brand as BrandKey;
}

export const hasAccepted = async (sql: Knex, userId: number, version: string) =>
  (await sql("agreements").where({ user_id: userId, version }).first("id")) !== undefined;

/** A psychic's accepted agreements, the latest first. */
export async function acceptedAgreements(sql: Knex, userId: number): Promise<Agreement[]> {
  return sql("agreements")
    .where({ user_id: userId })
    .orderBy([
      { column: "agreed_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(listedAtMost)
    .select("brand", "version", "agreed_at", "text_hash as hash");
}

/** @returns null if no such text is stored. */
export async function findAgreementText(
  sql: Knex,
  brand: Brand["key"],
  hash: string,
): Promise<AgreementText | null> {
  const row = await sql("agreement_texts").where({ hash, brand }).first("text");
  return row ? JSON.parse(row.text) : null;
}

/** Records which agreement was accepted, when, and from where (D30, D61). */
export async function storeAgreement(
  sql: Knex,
  userId: number,
  { brand, address, now }: { brand: Brand; address: string; now: Date },
): Promise<void> {
  const { text, hash, version } = currentAgreement(brand);
  await sql("agreement_texts")
    .insert({ hash, brand: brand.key, version, text, first_accepted_at: now })
    .onConflict("hash")
    .ignore();
  await sql("agreements").insert({
    ...{ user_id: userId, brand: brand.key, version, agreed_at: now, address, text_hash: hash },
  });
}
