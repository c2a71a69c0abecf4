import { clear, createStore, del, delMany, get, keys, set } from "idb-keyval";
import { open, type Sealed, seal } from "#web/api/sealed.ts";
import { keptKey } from "#web/api/sealing-key.ts";
import { storedSession } from "#web/api/stored-session.ts";

/** How long what is kept may be read (D38). */
const life = 7 * 86_400_000;

interface KeptCopy {
  /** When the server answered it, by this device's clock. */
  at: number;
  sealed: Sealed;
}

export interface Kept {
  at: number;
  value: unknown;
}

/** A database of its own, so that one statement wipes it. */
const store = createStore("kept", "answers");

const place = (userId: number, name: string) => `${userId}:${name}`;

/** Keeps an answer for its user; what cannot be kept is just not there later. */
export async function keep(userId: number, name: string, value: unknown): Promise<void> {
  try {
    const sealed = await seal(await keptKey(userId), JSON.stringify(value));
    // Nothing of a user who has signed out meanwhile is written.
    if (storedSession()?.user_id !== userId) return;
    await set(place(userId, name), { at: Date.now(), sealed } satisfies KeptCopy, store);
  } catch {
    // A phone that is full, or that has no key yet, goes on without.
  }
}

/** What is kept under a name; null without it, and after 7 days. */
export async function readKept(userId: number, name: string): Promise<Kept | null> {
  try {
    const copy: KeptCopy | undefined = await get(place(userId, name), store);
    if (!copy) return null;
    if (Date.now() - copy.at > life) {
      await del(place(userId, name), store);
      return null;
    }
    return { at: copy.at, value: JSON.parse(await open(await keptKey(userId), copy.sealed)) };
  } catch {
    return null;
  }
}

/**
 * At sign-out, at a 401 and when another user signs in (D38).
 * @param nextUser what is kept of that one stays.
 */
export async function wipeKept(nextUser?: number): Promise<void> {
  if (nextUser === undefined) return clear(store);
  const places = await keys<string>(store);
  const left = places.filter((name) => !name.startsWith(place(nextUser, "")));
  await delMany(left, store);
}
