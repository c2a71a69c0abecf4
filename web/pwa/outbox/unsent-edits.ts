import type { EndpointData } from "#shared/http/endpoint.ts";
import type { Answer } from "#web/api/offline.ts";
import { type Sealed, type SealingKey, tryUnseal } from "#web/api/sealed.ts";
import { type Edit, type Entry, isStuck, type Stuck } from "./entry.ts";
import { type Queue, watchQueue } from "./queue.ts";
import type { Thing } from "./things/thing.ts";
import { thingEditedBy, thingShownBy } from "./things/things.ts";

/** An edit of the signed-in user that the server does not have yet, unsealed. */
export interface UnsentEdit {
  entry: Entry;
  queue: Queue;
  /** Null for what cannot be read. */
  edit: Edit | null;
  thing: Thing | null;
  stuck: Stuck | null;
}

/** The server wants its user's password first (B6). */
export const lacksConfirmation = ({ entry, stuck }: Pick<UnsentEdit, "entry" | "stuck">) =>
  entry.state === "refused" && stuck?.problem?.type === "urn:problem:confirmation_needed";

const none: readonly UnsentEdit[] = [];
let edits: readonly UnsentEdit[] | null = null;
const watchers = new Set<() => void>();

/** The signed-in user's edits, in the order in which they were made; empty until they are read. */
export const unsentEdits = () => edits ?? none;

/** Whether the queue has been read and opened. */
export const areEditsKnown = () => edits !== null;

export function watchUnsentEdits(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function show(next: readonly UnsentEdit[] | null): void {
  edits = next;
  for (const watcher of watchers) watcher();
}

/** Resolves when no screen shows the edit any more. */
export function untilGone(id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (unsentEdits().some(({ entry }) => entry.id === id)) return;
      unwatch();
      resolve();
    };
    const unwatch = watchUnsentEdits(look);
    look();
  });
}

/** The edits of a thing that are not stuck. */
export const sendableEdits = (thing: string) =>
  unsentEdits().filter(({ entry }) => entry.thing === thing && !isStuck(entry));

/** An answer as it will be once the user's own edits are sent. */
export function withUnsentEdits(endpoint: EndpointData, answer: Answer): Answer {
  const shown = thingShownBy(endpoint);
  if (!shown?.overlay) return answer;
  let { data } = answer;
  for (const { edit, entry, thing } of unsentEdits()) {
    if (edit && thing === shown && !isStuck(entry))
      data = shown.overlay.show(data, edit.request.body, edit, entry.madeAt);
  }
  return { ...answer, data };
}

async function unsealed(queue: Queue, key: SealingKey, entry: Entry): Promise<UnsentEdit> {
  const read = async <T>(sealed: Sealed | null) => sealed && (await tryUnseal<T>(key, sealed));
  const edit = await read<Edit>(entry.sealed);
  const stuck = await read<Stuck>(entry.stuck);
  return { entry, queue, edit, thing: (edit && thingEditedBy(edit.endpoint)) ?? null, stuck };
}

/** Null while the queue holds edits and their key is not here yet. */
async function load(queue: Queue): Promise<readonly UnsentEdit[] | null> {
  const entries = await queue.read();
  if (entries.length === 0) return none;
  const key = await queue.key();
  return key && Promise.all(entries.map((entry) => unsealed(queue, key, entry)));
}

/** Keeps `unsentEdits` up to date with a user's queue. */
export function followQueue(queue: Queue) {
  let isOver = false;
  let lastRead: Promise<void> = Promise.resolve();
  const read = async () => {
    if (isOver) return;
    try {
      const loaded = await load(queue);
      if (!isOver) show(loaded);
    } catch (error) {
      // A browser without storage has no edits.
      if (!isOver && !areEditsKnown()) show(none);
      throw error;
    }
  };
  /** Reads run one after the other, so `unsentEdits` is up to date when `follow` resolves. */
  const follow = () => {
    const reading = lastRead.then(read);
    lastRead = reading.catch(() => undefined);
    return reading;
  };
  const unwatch = watchQueue(() => follow().catch(() => undefined));
  return {
    /** Reads the queue again: at the start, and once the key is there. */
    follow,
    /** Stops following the queue, and forgets its edits. */
    stop: () => {
      isOver = true;
      unwatch();
      show(null);
    },
  };
}
