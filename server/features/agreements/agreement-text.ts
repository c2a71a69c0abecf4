import { createHash } from "node:crypto";
import type { Knex } from "knex";
import {
  type AgreementDocument,
  agreementOf,
  agreementVersion,
} from "#shared/reference/agreement.ts";
import type { Brand } from "#shared/reference/brands.ts";

/** What `text` in the table `agreement_texts` has as JSON. */
export interface AgreementText {
  name: string;
  version: string;
  documents: readonly AgreementDocument[];
}

/** The current agreement of a brand, and its text as it is stored. */
export function currentAgreement(brand: Brand) {
  const content: AgreementText = {
    name: brand.name,
    version: agreementVersion,
    documents: agreementOf(brand),
  };
  const text = JSON.stringify(content);
  const hash = createHash("sha256").update(text).digest("hex");
  return { brand: brand.key, version: agreementVersion, text, hash };
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
