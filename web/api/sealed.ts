import { del, get, set } from "idb-keyval";

/** Where the browser holds the key of the user who is signed in, and nobody else's. */
const place = "kept-key";

interface HeldKey {
  userId: number;
  key: CryptoKey;
}

/** The key that this browser holds, if it holds that user's. */
export async function heldKey(userId: number): Promise<CryptoKey | null> {
  const held: HeldKey | undefined = await get(place);
  return held?.userId === userId ? held.key : null;
}

/** Whose key this browser holds. */
export async function keyHolder(): Promise<number | null> {
  const held: HeldKey | undefined = await get(place);
  return held?.userId ?? null;
}

/** @param bytes 32 of them; held in a form that no script can read out. */
export async function holdKey(userId: number, bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  await set(place, { userId, key } satisfies HeldKey);
  return key;
}

/**
 * At sign-out, at the end of a session and when another user comes: what is kept stays locked.
 * @param nextUser whose key is not forgotten, if it is that one already.
 */
export async function forgetKeptKey(nextUser?: number): Promise<void> {
  if (nextUser === undefined || (await keyHolder()) !== nextUser) await del(place);
}

/** A text under a user's key. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

export async function seal(key: CryptoKey, text: string): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv: nonce };
  const bytes = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return { nonce, bytes };
}

/** @throws DOMException when it was sealed under another key. */
export async function open(key: CryptoKey, { nonce, bytes }: Sealed): Promise<string> {
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, key, bytes);
  return new TextDecoder().decode(text);
}
