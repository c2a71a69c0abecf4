import { del, get, set } from "idb-keyval";
import { open, type Sealed, seal } from "./sealed.ts";
import { keptKey } from "./sealing-key.ts";

/**
 * What somebody had typed when the session ended (D7): encrypted with a key of its user (D45),
 * under the address of its form. Nobody else can read it.
 */
interface Draft {
  sealed: Sealed;
}

const place = (userId: number, address: string) => `draft:${userId}:${address}`;

/** @param values without secrets: what is put here outlives the session. */
export async function putDraft(
  key: CryptoKey,
  userId: number,
  address: string,
  values: unknown,
): Promise<void> {
  const draft: Draft = { sealed: await seal(key, JSON.stringify(values)) };
  await set(place(userId, address), draft);
}

/**
 * What this user had typed at this address; null without a draft, or for one of a key that is gone.
 * @throws ApiError while the key cannot be had: then it is there and unread.
 */
export async function readDraft(userId: number, address: string): Promise<unknown> {
  const draft: Draft | undefined = await get(place(userId, address));
  if (!draft) return null;
  const key = await keptKey(userId);
  try {
    return JSON.parse(await open(key, draft.sealed));
  } catch {
    return null;
  }
}

export async function removeDraft(userId: number, address: string): Promise<void> {
  await del(place(userId, address));
}
