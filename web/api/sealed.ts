import { del, get, set } from "idb-keyval";

/** Where (idb-keyval) the browser holds the key of the signed-in user. Its name never changes. */
const storageKey = "kept-key";

/** A user's key, in the form in which the browser stores it. Only this key opens what it sealed. */
export interface SealingKey {
  userId: number;
  /** No script can read it out. */
  key: CryptoKey;
}

/** The key that this browser holds; null if `userId` is given and the key is another user's. */
export async function heldKey(userId?: number): Promise<SealingKey | null> {
  const held: SealingKey | undefined = await get(storageKey);
  return held && (userId === undefined || held.userId === userId) ? held : null;
}

/** @param bytes exactly 32. */
export async function holdKey(userId: number, bytes: Uint8Array<ArrayBuffer>): Promise<SealingKey> {
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  const held: SealingKey = { userId, key };
  await set(storageKey, held);
  return held;
}

export const forgetKey = () => del(storageKey);

/** A value as JSON, encrypted with a user's key. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** @param value anything that JSON can hold. */
export async function seal({ key }: SealingKey, value: unknown): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { nonce, bytes: await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, text) };
}

/** @throws DOMException when it was sealed under another key. */
export async function unseal<T>({ key }: SealingKey, { nonce, bytes }: Sealed): Promise<T> {
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, key, bytes);
  return JSON.parse(new TextDecoder().decode(text)) as T;
}

/** Null for what cannot be read: sealed under another key, or damaged. */
export const tryUnseal = <T>(key: SealingKey, sealed: Sealed) =>
  unseal<T>(key, sealed).catch(() => null);
