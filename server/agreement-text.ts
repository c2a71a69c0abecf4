import { createHash } from "node:crypto";
import {
  type AgreementDocument,
  agreementOf,
  agreementVersion,
} from "#shared/reference/agreement.ts";
import type { Brand } from "#shared/reference/brands.ts";

/** The column `text` of the table `agreement_texts`, which is JSON. */
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
