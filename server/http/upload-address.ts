import { timingSafeEqual } from "node:crypto";
import type { Request } from "express";
import type { Vault } from "../crypto/vault.ts";
import { Refusal } from "./refusal.ts";

/** What an upload address allows. */
interface UploadTerms {
  /** The path below the API's mount. */
  path: string;
  /** The exact number of bytes. */
  size: number;
  /** Unix seconds. */
  expires: number;
}

const signatureOf = (vault: Vault, { path, size, expires }: UploadTerms) =>
  vault.index("upload", `${path} ${size} ${expires}`).toString("base64url");

/** The terms as a signed path with its query. Every process of the portal accepts it. */
export function signUpload(vault: Vault, terms: UploadTerms): string {
  const { path, size, expires } = terms;
  return `${path}?size=${size}&expires=${expires}&signature=${signatureOf(vault, terms)}`;
}

/**
 * @throws Refusal 401 without saying what is wrong, so that strangers do not learn which addresses
 * exist.
 */
export function checkUploadAddress(vault: Vault, req: Request, now: Date): void {
  const { size, expires, signature } = req.query;
  const isDigits = [size, expires].every((text) => /^\d{1,12}$/.test(String(text)));
  if (!isDigits || typeof signature !== "string") throw new Refusal("not_signed_in");
  const terms = { path: req.path, size: Number(size), expires: Number(expires) };
  const right = Buffer.from(signatureOf(vault, terms));
  const given = Buffer.from(signature);
  const isSigned = given.length === right.length && timingSafeEqual(given, right);
  if (!isSigned || now.getTime() / 1000 > terms.expires) throw new Refusal("not_signed_in");
}

/**
 * Checks the headers of an upload; its bytes are left to the handler.
 * @throws Refusal 415 for another type, 413 for more bytes than were signed, 400 for fewer.
 */
export function checkUploadHeaders(req: Request): void {
  const type = req.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "audio/wav" || !/^(identity)?$/i.test(req.get("content-encoding") ?? "")) {
    throw new Refusal("unsupported_type", { detail: "The request must be audio/wav" });
  }
  const length = Number(req.get("content-length"));
  const size = Number(req.query.size);
  if (length > size) throw new Refusal("too_large");
  if (length !== size) {
    throw new Refusal("not_readable", { detail: `Content-Length must be ${size}` });
  }
}
