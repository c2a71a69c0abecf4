import { del, get, set } from "idb-keyval";
import { type Sealed, type SealingKey, seal, tryUnseal } from "./sealed.ts";
import { sealingKey } from "./sealing-key.ts";

/**
 * Holds what a user typed into a form but did not save (D7), under the address of the form.
 * It is sealed under the user's key (D45). Phones hold drafts of older releases: this shape never
 * changes.
 */
interface Draft {
  sealed: Sealed;
}

const storageKey = (userId: number, address: string) => `draft:${userId}:${address}`;

/** @param values without secrets: a draft outlives the session. */
export async function putDraft(key: SealingKey, address: string, values: unknown): Promise<void> {
  const draft: Draft = { sealed: await seal(key, values) };
  await set(storageKey(key.userId, address), draft);
}

/**
 * This user's draft for a form; null without one, or if the user's key does not open it.
 * @throws ApiError if there is a draft, and the key is not in this browser and cannot be fetched.
 */
export async function readDraft(userId: number, address: string): Promise<unknown> {
  const draft: Draft | undefined = await get(storageKey(userId, address));
  return draft ? tryUnseal(await sealingKey(userId), draft.sealed) : null;
}

export async function removeDraft(userId: number, address: string): Promise<void> {
  await del(storageKey(userId, address));
}
