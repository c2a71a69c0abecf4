import { heldKey, open } from "#web/api/sealed.ts";
import { type Edit, type Entry, isStuck, type Stuck } from "./entry.ts";
import { type EditKind, kindOf } from "./kinds.ts";
import { readQueue, watchQueue } from "./queue.ts";

/** An edit of the signed-in user that the server does not have yet, in plain words. */
export interface WaitingEdit {
  entry: Entry;
  /** Null for what cannot be read. */
  edit: Edit | null;
  kind: EditKind | null;
  stuck: Stuck | null;
}

/** The server wants its user's password first (B6). */
export const lacksConfirmation = ({ entry, stuck }: WaitingEdit) =>
  entry.state === "refused" && stuck?.problem?.type === "urn:problem:confirmation_needed";

const none: readonly WaitingEdit[] = [];
let edits: readonly WaitingEdit[] | null = null;
const watchers = new Set<() => void>();

/** Of whoever is signed in, in the order in which they were made; none before they were read. */
export const waitingEdits = () => edits ?? none;

/** Whether it is known what waits: the queue was read, and what is in it could be opened. */
export const areEditsKnown = () => edits !== null;

export function watchWaitingEdits(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function show(next: readonly WaitingEdit[] | null): void {
  edits = next;
  for (const watcher of watchers) watcher();
}

/** Once an edit is shown nowhere any more. */
export function untilGone(id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (waitingEdits().some(({ entry }) => entry.id === id)) return;
      unwatch();
      resolve();
    };
    const unwatch = watchWaitingEdits(look);
    look();
  });
}

/** Those of a thing that nothing holds back but the network. */
export const openEdits = (thing: string) =>
  waitingEdits().filter(({ entry }) => entry.thing === thing && !isStuck(entry));

async function unsealed(key: CryptoKey, entry: Entry): Promise<WaitingEdit> {
  const read = async <T>(sealed: Entry["sealed"] | null) => {
    const text = sealed && (await open(key, sealed).catch(() => null));
    return text === null ? null : (JSON.parse(text) as T);
  };
  const edit = await read<Edit>(entry.sealed);
  const stuck = await read<Stuck>(entry.stuck);
  return { entry, edit, kind: (edit && kindOf(edit.endpoint)) ?? null, stuck };
}

/** Null while something waits and the key to it is not here yet. */
async function load(owner: number): Promise<readonly WaitingEdit[] | null> {
  const entries = await readQueue(owner);
  if (entries.length === 0) return none;
  const key = await heldKey(owner);
  return key && Promise.all(entries.map((entry) => unsealed(key, entry)));
}

/** Keeps `waitingEdits` to what the queue holds of a user. */
export function followQueue(owner: number) {
  let latest = 0;
  let isOver = false;
  const follow = async () => {
    latest += 1;
    const turn = latest;
    const loaded = await load(owner).catch((error) => {
      // A browser that keeps nothing has nothing that waits.
      if (!isOver && !areEditsKnown()) show(none);
      throw error;
    });
    // Of two that were read at once the later one counts.
    if (!isOver && turn === latest) show(loaded);
  };
  const unwatch = watchQueue(() => follow().catch(() => undefined));
  return {
    /** Reads the queue anew: at the start, and once the key is there. */
    follow,
    /** Ends it and forgets what was read. */
    stop: () => {
      isOver = true;
      unwatch();
      show(null);
    },
  };
}
