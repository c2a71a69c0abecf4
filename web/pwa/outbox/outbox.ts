import { keptKey } from "../../api/kept-key.ts";
import type { OfflineMode, QueuedEdit } from "../../api/offline.ts";
import { open, seal } from "../../api/sealed.ts";
import { uuid } from "../../lib/uuid.ts";
import { type Edit, type Entry, isStuck } from "./entry.ts";
import { type EditKind, kindOf, mayWait } from "./kinds.ts";
import { changeEntry, changeQueue, readQueue } from "./queue.ts";
import { openEdits, type WaitingEdit } from "./waiting-edits.ts";

/** What of a queued edit is about nothing that stands is a thing of its own. */
const thingOf = (kind: EditKind, id: string) => kind.thing ?? id;

/**
 * The edit that a later one of the same thing takes the place of, if there is one. A later one that
 * the server may have seen already goes out as it was, so it is merged with none.
 */
function replacedBy(
  entries: readonly Entry[],
  owner: number,
  kind: EditKind,
  isTried: boolean,
): Entry | undefined {
  if (!kind.merge) return undefined;
  const mine = entries.filter((entry) => entry.owner === owner && entry.thing === kind.thing);
  const last = mine.at(-1);
  const isUnsent = last?.state === "waiting" && last.tries === 0 && !isTried;
  return last && (isUnsent || isStuck(last)) ? last : undefined;
}

async function readEdit(key: CryptoKey, entry: Entry): Promise<Edit> {
  return JSON.parse(await open(key, entry.sealed)) as Edit;
}

/**
 * Puts an edit into its user's queue, sealed. A later save of the same thing takes the place of
 * one that was never sent; what the server may have seen stays, and the later one goes behind it.
 * @returns false for what may not wait; throws nothing for a phone that has no room: false, too.
 */
export async function queueEdit(owner: number, given: QueuedEdit): Promise<boolean> {
  const kind = kindOf(given.endpoint);
  if (!kind || !mayWait(given.request)) return false;
  try {
    const key = await keptKey(owner);
    const { method, path } = given.endpoint;
    const mine: Edit = { endpoint: { method, path }, request: given.request };
    // Sealing takes turns of the event loop, so what is replaced is looked for again afterwards.
    for (;;) {
      const before = replacedBy(await readQueue(owner), owner, kind, given.isTried);
      const edit =
        before && !isStuck(before) ? merged(kind, await readEdit(key, before), mine) : mine;
      if (await put(owner, kind, given, before, await seal(key, JSON.stringify(edit)))) return true;
    }
  } catch {
    return false;
  }
}

function merged(kind: EditKind, before: Edit, later: Edit): Edit {
  const body = kind.merge?.(before.request.body, later.request.body) ?? later.request.body;
  return { ...later, request: { ...later.request, body } };
}

/** @returns false when another tab was faster. */
async function put(
  owner: number,
  kind: EditKind,
  given: QueuedEdit,
  before: Entry | undefined,
  sealed: Entry["sealed"],
): Promise<boolean> {
  const id = uuid();
  let isPut = false;
  await changeQueue((entries) => {
    const now = replacedBy(entries, owner, kind, given.isTried);
    isPut = now?.id === before?.id;
    if (!isPut) return entries;
    const entry: Entry = {
      id,
      owner,
      // What the server has not seen is a request of its own, merged or not.
      key: given.isTried ? given.key : uuid(),
      thing: thingOf(kind, id),
      // An edit that was never sent was made on a version that its user has seen; so was this one.
      version: before && !isStuck(before) ? before.version : (given.version ?? null),
      sealed,
      madeAt: Date.now(),
      state: "waiting",
      tries: given.isTried ? 1 : 0,
      notBefore: 0,
      isAskedToWait: false,
      stuck: null,
    };
    return now ? entries.map((one) => (one === now ? entry : one)) : [...entries, entry];
  });
  return isPut;
}

export const isBehind: OfflineMode["isBehind"] = (endpoint) => {
  const thing = kindOf(endpoint)?.thing;
  return thing !== null && thing !== undefined && openEdits(thing).length > 0;
};

/** A save that the server took: what was stuck of the same thing has been mended by it. */
export async function dropMended(owner: number, endpoint: QueuedEdit["endpoint"]): Promise<void> {
  const kind = kindOf(endpoint);
  if (!kind?.merge) return;
  await changeQueue((entries) =>
    entries.filter(
      (entry) => entry.owner !== owner || entry.thing !== kind.thing || !isStuck(entry),
    ),
  );
}

/** Sends a stuck edit once more, as a new request; over what somebody else saved, if need be. */
export async function sendAnew({ entry, stuck }: WaitingEdit): Promise<void> {
  await changeEntry(entry.id, ({ version, state }) => ({
    key: uuid(),
    version: state === "conflict" ? (stuck?.version ?? null) : version,
    state: "waiting",
    madeAt: Date.now(),
    tries: 0,
    notBefore: 0,
    isAskedToWait: false,
    stuck: null,
  }));
}

/** At its user's word alone. */
export async function discard({ entry }: WaitingEdit): Promise<void> {
  await changeQueue((entries) => entries.filter(({ id }) => id !== entry.id));
}
