import { clear, createStore, del, delMany, get, keys, set } from "idb-keyval";
import { type Sealed, seal, unseal } from "#web/api/sealed.ts";
import { sealingKey } from "#web/api/sealing-key.ts";
import { isSignedIn, storedSession } from "#web/api/stored-session.ts";
import { isWithinReach } from "#web/lib/reach.ts";

/** How long a kept answer may be read (D38). */
const keptFor = 7 * 86_400_000;

/** A stored answer. Phones hold copies of older releases, so this shape never changes. */
interface Copy {
  /** When the server answered, by this device's clock. */
  at: number;
  sealed: Sealed;
}

export interface Kept<T> {
  at: number;
  value: T;
}

/** The server's answers that this phone keeps for one user. */
export interface KeptStore {
  /** Never rejects: if an answer cannot be stored, `read` later finds none. */
  keep(name: string, value: unknown): Promise<void>;
  /** Null if the answer is missing, unreadable or older than 7 days. */
  read<T>(name: string): Promise<Kept<T> | null>;
}

/** A database of its own, so that one statement wipes it. */
const store = createStore("kept", "answers");

const storageKey = (userId: number, name: string) => `${userId}:${name}`;

export function keptStore(userId: number): KeptStore {
  return {
    keep: async (name, value) => {
      try {
        const sealed = await seal(await sealingKey(userId), value);
        // The user may have signed out since.
        if (!isSignedIn(userId)) return;
        await set(storageKey(userId, name), { at: Date.now(), sealed } satisfies Copy, store);
      } catch {
        // The phone is full, or has no key yet.
      }
    },
    read: async <T>(name: string) => {
      try {
        const copy: Copy | undefined = await get(storageKey(userId, name), store);
        if (!copy) return null;
        if (Date.now() - copy.at > keptFor) {
          // Keep it while offline: the clock may be wrong, and no new answer could replace it.
          if (isWithinReach()) await del(storageKey(userId, name), store);
          return null;
        }
        return { at: copy.at, value: await unseal<T>(await sealingKey(userId), copy.sealed) };
      } catch {
        return null;
      }
    },
  };
}

/** Wipes all answers except the signed-in user's: at sign-out, at a 401, for another user (D38). */
export async function wipeOthersAnswers(): Promise<void> {
  const session = storedSession();
  if (!session) return clear(store);
  const mine = storageKey(session.user_id, "");
  await delMany(
    (await keys<string>(store)).filter((name) => !name.startsWith(mine)),
    store,
  );
}
