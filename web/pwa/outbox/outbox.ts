import type { PlainRequest } from "#web/api/address.ts";
import type { OfflineMode, QueuedEdit } from "#web/api/offline.ts";
import { open, seal } from "#web/api/sealed.ts";
import { keptKey } from "#web/api/sealing-key.ts";
import { uuid } from "#web/lib/uuid.ts";
import { type Edit, type Entry, isStuck } from "./entry.ts";
import { type EditKind, kindOf, mayWait } from "./kinds.ts";
import { changeEntry, changeQueue, readQueue } from "./queue.ts";
import { lacksConfirmation, openEdits, type WaitingEdit, waitingEdits } from "./unsent-edits.ts";

/** What of a queued edit is about nothing that stands is a thing of its own. */
const thingOf = (kind: EditKind, id: string) => kind.thing ?? id;

/** The edits that this page's screens have in them: those of its start, and its own. */
const inSight = new Set<string>();

export function noteInSight(entries: readonly Pick<Entry, "id">[]): void {
  for (const { id } of entries) inSight.add(id);
}

const lastOf = (entries: readonly Entry[], owner: number, thing: string | null) =>
  entries.findLast((entry) => entry.owner === owner && entry.thing === thing);

/**
 * The edit that a later one of the same thing may take the place of. A later one that the server
 * may have seen already goes out as it was, and one made without the earlier in sight would undo
 * it: they replace none.
 */
function replaceable(
  entries: readonly Entry[],
  owner: number,
  kind: EditKind,
  isTried: boolean,
): Entry | undefined {
  if (!kind.merge) return undefined;
  const last = lastOf(entries, owner, kind.thing);
  // One that got stuck is its user's to decide, unless all of it is made anew.
  if (last && isStuck(last)) return kind.covers && last;
  const isUnsent = last?.state === "waiting" && last.tries === 0 && !isTried;
  return last && isUnsent && inSight.has(last.id) ? last : undefined;
}

/** Whether an edit has everything that an earlier one would change. */
function covers(kind: EditKind, before: Edit | null, later: PlainRequest): boolean {
  return (before !== null && kind.covers?.(before.request.body, later.body)) ?? false;
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
    const mine: Edit = { endpoint: { method, path }, request: given.request, about: given.about };
    // Sealing takes turns of the event loop, so what is replaced is looked for again afterwards.
    for (;;) {
      const before = replaceable(await readQueue(owner), owner, kind, given.isTried);
      const edit = await replacement(key, kind, before, mine);
      const sealed = await seal(key, JSON.stringify(edit ?? mine));
      if (await put(owner, kind, given, { before, isReplaced: edit !== null }, sealed)) return true;
    }
  } catch {
    return false;
  }
}

/** What goes out in the place of an earlier edit; null where that one stays. */
async function replacement(
  key: CryptoKey,
  kind: EditKind,
  before: Entry | undefined,
  mine: Edit,
): Promise<Edit | null> {
  if (!before) return null;
  if (!isStuck(before)) return merged(kind, await readEdit(key, before), mine);
  const stuck = await readEdit(key, before).catch(() => null);
  return covers(kind, stuck, mine.request) ? mine : null;
}

function merged(kind: EditKind, before: Edit, later: Edit): Edit {
  const body = kind.merge?.(before.request.body, later.request.body) ?? later.request.body;
  return { ...later, request: { ...later.request, body } };
}

interface Found {
  before: Entry | undefined;
  isReplaced: boolean;
}

/** @returns false when another tab was faster. */
async function put(
  owner: number,
  kind: EditKind,
  given: QueuedEdit,
  { before, isReplaced }: Found,
  sealed: Entry["sealed"],
): Promise<boolean> {
  const id = uuid();
  // Seen before anybody can tell of it.
  noteInSight([{ id }]);
  let isPut = false;
  await changeQueue((entries) => {
    const now = replaceable(entries, owner, kind, given.isTried);
    isPut = now?.id === before?.id && now?.state === before?.state;
    if (!isPut) return entries;
    const unsent = isReplaced && now && !isStuck(now) ? now : null;
    const ahead = kind.thing === null ? undefined : lastOf(entries, owner, kind.thing);
    const entry: Entry = {
      id,
      owner,
      // What the server has not seen is a request of its own, merged or not.
      key: given.isTried ? given.key : uuid(),
      thing: thingOf(kind, id),
      // An edit that was never sent was made on a version that its user has seen; so was this one.
      version: unsent ? unsent.version : (given.version ?? null),
      isBlind: unsent
        ? unsent.isBlind
        : !isReplaced && ahead !== undefined && !inSight.has(ahead.id),
      sealed,
      madeAt: Date.now(),
      state: "waiting",
      tries: given.isTried ? 1 : 0,
      notBefore: 0,
      isAskedToWait: false,
      stuck: null,
    };
    return isReplaced
      ? entries.map((one) => (one.id === now?.id ? entry : one))
      : [...entries, entry];
  });
  return isPut;
}

export const isBehind: OfflineMode["isBehind"] = (endpoint) => {
  const thing = kindOf(endpoint)?.thing;
  return thing !== null && thing !== undefined && openEdits(thing).length > 0;
};

/** A save that the server took: what was stuck of the same thing, and is all in it, is mended. */
export async function dropMended(
  owner: number,
  endpoint: QueuedEdit["endpoint"],
  request: PlainRequest,
): Promise<void> {
  const kind = kindOf(endpoint);
  if (!kind?.covers) return;
  const mended = waitingEdits().filter(
    ({ entry, edit }) =>
      entry.owner === owner &&
      entry.thing === kind.thing &&
      isStuck(entry) &&
      covers(kind, edit, request),
  );
  if (mended.length === 0) return;
  const ids = new Set(mended.map(({ entry }) => entry.id));
  await changeQueue((entries) => entries.filter((entry) => !ids.has(entry.id) || !isStuck(entry)));
}

/**
 * Sends a stuck edit once more, over what somebody else saved, if need be. It is a new request, with
 * two exceptions. One that lay here too long may have been done, and only under its own key is it
 * not done again. One that lacked a confirmation is the same request, now confirmed.
 */
export async function sendAnew(waiting: WaitingEdit): Promise<void> {
  const { entry, stuck } = waiting;
  const isConfirmed = lacksConfirmation(waiting);
  await changeEntry(entry.id, (now) => {
    // Another tab was faster.
    if (!isStuck(now)) return {};
    const isSame = now.state === "expired" || isConfirmed;
    return {
      ...(!isSame && { key: uuid(), tries: 0 }),
      version: now.state === "conflict" ? (stuck?.version ?? null) : now.version,
      isBlind: false,
      state: "waiting",
      madeAt: Date.now(),
      notBefore: 0,
      isAskedToWait: false,
      stuck: null,
    };
  });
}

/** Sends everything that lacked a confirmation, once its user has confirmed. */
export async function sendAllConfirmed(): Promise<void> {
  for (const waiting of waitingEdits().filter(lacksConfirmation)) await sendAnew(waiting);
}

/** At its user's word alone. */
export async function discard({ entry }: WaitingEdit): Promise<void> {
  await changeQueue((entries) => entries.filter(({ id }) => id !== entry.id));
}
