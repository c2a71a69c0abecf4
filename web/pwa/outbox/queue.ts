import { createStore, get, update } from "idb-keyval";
import type { Entry } from "./entry.ts";

/** The queue is one value, so that each change of it is one transaction in every tab and worker. */
const store = createStore("outbox", "edits");
const place = "queue";

/** Tells the other tabs and the worker; a channel never tells its own end. */
const channel = new BroadcastChannel("outbox");
const watchers = new Set<() => void>();

function tell(): void {
  for (const watcher of watchers) watcher();
}
channel.onmessage = tell;

export function watchQueue(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The edits of one user, in the order in which they were made. */
export async function readQueue(owner: number): Promise<readonly Entry[]> {
  const entries: readonly Entry[] = (await get(place, store)) ?? [];
  return entries.filter((entry) => entry.owner === owner);
}

/** @throws DOMException when the phone has no room for it: then nothing has changed. */
export async function changeQueue(
  change: (entries: readonly Entry[]) => readonly Entry[],
): Promise<void> {
  await update<readonly Entry[]>(place, (entries) => change(entries ?? []), store);
  tell();
  channel.postMessage(null);
}

/** Changes one entry and answers with it; undefined when it is not there any more. */
export async function changeEntry(
  id: string,
  change: (entry: Entry) => Partial<Entry>,
): Promise<Entry | undefined> {
  let changed: Entry | undefined;
  await changeQueue((entries) =>
    entries.map((entry) => {
      if (entry.id !== id) return entry;
      changed = { ...entry, ...change(entry) };
      return changed;
    }),
  );
  return changed;
}

/** @param version the ETag that the sent edit made, for the next one of the same thing. */
export function removeEntry(id: string, version: string | null = null): Promise<void> {
  return changeQueue((entries) => {
    const gone = entries.find((entry) => entry.id === id);
    const rest = entries.filter((entry) => entry !== gone);
    const next = rest.find(
      (entry) => gone && entry.owner === gone.owner && entry.thing === gone.thing,
    );
    if (!next || next.isBlind || version === null) return rest;
    return rest.map((entry) => (entry === next ? { ...entry, version } : entry));
  });
}
