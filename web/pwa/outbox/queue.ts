import { createStore, get, update } from "idb-keyval";
import { heldKey, type SealingKey } from "#web/api/sealed.ts";
import type { Entry } from "./entry.ts";

/** The edits of all users are one value, so that each change is one transaction for all tabs. */
const store = createStore("outbox", "edits");
const storageKey = "queue";

/** Reaches the other tabs and the worker. A channel sends nothing to its own page. */
const channel = new BroadcastChannel("outbox");
const watchers = new Set<() => void>();

function notify(): void {
  for (const watcher of watchers) watcher();
}
channel.onmessage = notify;

export function watchQueue(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** One user's edits. It cannot read or change anybody else's. */
export interface Queue {
  /** The user's key, if this browser holds it. It is gone after a sign-out. */
  key(): Promise<SealingKey | null>;
  /** In the order in which they were made. */
  read(): Promise<readonly Entry[]>;
  /** @throws DOMException when the phone has no room: then nothing has changed. */
  change(change: (entries: readonly Entry[]) => readonly Omit<Entry, "owner">[]): Promise<void>;
  /** Changes one entry and returns it; undefined when it is not there any more. */
  changeEntry(id: string, change: (entry: Entry) => Partial<Entry>): Promise<Entry | undefined>;
  /** @param version the ETag that the sent edit made, for the next edit of the same thing. */
  remove(id: string, version?: string | null): Promise<void>;
}

export function queueOf(owner: number): Queue {
  const isMine = (entry: Entry) => entry.owner === owner;

  const change: Queue["change"] = async (change) => {
    await update<readonly Entry[]>(
      storageKey,
      (entries = []) => [
        ...entries.filter((entry) => !isMine(entry)),
        ...change(entries.filter(isMine)).map((entry) => ({ ...entry, owner })),
      ],
      store,
    );
    notify();
    channel.postMessage(null);
  };

  return {
    key: () => heldKey(owner),
    read: async () => ((await get<readonly Entry[]>(storageKey, store)) ?? []).filter(isMine),
    change,
    changeEntry: async (id, changeOf) => {
      let changed: Entry | undefined;
      await change((entries) =>
        entries.map((entry) => {
          if (entry.id !== id) return entry;
          changed = { ...entry, ...changeOf(entry) };
          return changed;
        }),
      );
      return changed;
    },
    remove: (id, version = null) =>
      change((entries) => {
        const gone = entries.find((entry) => entry.id === id);
        const rest = entries.filter((entry) => entry !== gone);
        const next = rest.find((entry) => entry.thing === gone?.thing);
        if (!next || next.isBlind || version === null) return rest;
        return rest.map((entry) => (entry === next ? { ...entry, version } : entry));
      }),
  };
}

/** The queue of the user whose key this browser holds: the one who is signed in. */
export async function heldQueue(): Promise<Queue | null> {
  const key = await heldKey();
  return key && queueOf(key.userId);
}

/** Lets the server refuse the edit under another user's session. */
export const ownerHeader = ({ owner }: Entry) => ({ "X-Queue-Owner": String(owner) });
