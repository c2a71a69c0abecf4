import type { EndpointData } from "#shared/http/endpoint.ts";
import type { PlainRequest } from "#web/api/address.ts";
import type { QueuedEdit } from "#web/api/offline.ts";
import { type SealingKey, seal, tryUnseal, unseal } from "#web/api/sealed.ts";
import { uuid } from "#web/lib/uuid.ts";
import { type Edit, type Entry, isStuck } from "./entry.ts";
import { mergedWith, movedOnto, replaceByMoved } from "./merge.ts";
import type { Queue } from "./queue.ts";
import type { Thing } from "./things/thing.ts";
import { thingEditedBy } from "./things/things.ts";
import { lacksConfirmation, sendableEdits, type UnsentEdit, unsentEdits } from "./unsent-edits.ts";

/** The edits that this page's screens show: those found at its start, and those made in it. */
const inSight = new Set<string>();

export function noteInSight(entries: readonly Pick<Entry, "id">[]): void {
  for (const { id } of entries) inSight.add(id);
}

const lastOf = (entries: readonly Entry[], thing: Thing) =>
  entries.findLast((entry) => entry.thing === thing.name);

/**
 * The edit that a new one of the same thing may replace. An earlier edit that is not stuck stays in
 * four cases: edits of its thing do not merge; the server may have seen it; the server may have
 * seen the new edit, which must then be sent unchanged; or this page does not show the earlier one,
 * so the new one would undo it unseen.
 */
function replaceable(entries: readonly Entry[], thing: Thing, isTried: boolean): Entry | undefined {
  if (!thing.merge) return undefined;
  const last = lastOf(entries, thing);
  // The user decides about a stuck edit, unless the new edit changes all that the stuck one would.
  if (last && isStuck(last)) return thing.covers && last;
  const areUntried = last?.state === "waiting" && last.tries === 0 && !isTried;
  return last && areUntried && inSight.has(last.id) ? last : undefined;
}

/** Whether an edit changes all that an earlier one would change. */
function covers(thing: Thing, before: Edit | null, later: PlainRequest): boolean {
  return (before !== null && thing.covers?.(before.request.body, later.body)) ?? false;
}

/**
 * Puts an edit into its user's queue, sealed. It replaces an earlier edit of the same thing that
 * was never sent, and waits behind one that the server may have seen.
 * @returns false for an edit that needs the network, and when the phone has no room or no key.
 */
export async function queueEdit(
  queue: Queue,
  askKey: () => Promise<SealingKey>,
  given: QueuedEdit,
): Promise<boolean> {
  const thing = thingEditedBy(given.endpoint);
  if (!thing || thing.isOnlineOnly?.(given.request.body)) return false;
  try {
    const key = await askKey();
    const { method, path } = given.endpoint;
    const { request, about, base } = given;
    const mine: Edit = { endpoint: { method, path }, request, about, base };
    // Another tab may change the queue while this tab seals the edit. Then start over.
    for (;;) {
      const before = replaceable(await queue.read(), thing, given.isTried);
      const edit = await replacement(key, thing, before, mine);
      const sealed = await seal(key, edit ?? mine);
      if (await put(queue, thing, given, { before, isReplaced: edit !== null }, sealed))
        return true;
    }
  } catch {
    return false;
  }
}

/** The edit that replaces an earlier one; null if the earlier one stays. */
async function replacement(
  key: SealingKey,
  thing: Thing,
  before: Entry | undefined,
  mine: Edit,
): Promise<Edit | null> {
  if (!before) return null;
  if (!isStuck(before)) return merged(thing, await unseal(key, before.sealed), mine);
  return covers(thing, await tryUnseal(key, before.sealed), mine.request) ? mine : null;
}

function merged(thing: Thing, before: Edit, later: Edit): Edit {
  const body = thing.merge?.(before.request.body, later.request.body) ?? later.request.body;
  // Keep what the first edit says about the server's value: the server still holds that.
  const { about, base } = before;
  return { ...later, about, base, request: { ...later.request, body } };
}

interface Found {
  before: Entry | undefined;
  isReplaced: boolean;
}

/** @returns false when another tab was faster. */
async function put(
  queue: Queue,
  thing: Thing,
  given: QueuedEdit,
  { before, isReplaced }: Found,
  sealed: Entry["sealed"],
): Promise<boolean> {
  const id = uuid();
  // Do this first: once the edit is in the queue, other code may ask whether it is in sight.
  noteInSight([{ id }]);
  let isPut = false;
  await queue.change((entries) => {
    const now = replaceable(entries, thing, given.isTried);
    isPut = now?.id === before?.id && now?.state === before?.state;
    if (!isPut) return entries;
    const untried = isReplaced && now && !isStuck(now) ? now : null;
    const ahead = thing.creates ? undefined : lastOf(entries, thing);
    const entry: Omit<Entry, "owner"> = {
      id,
      // An untried edit, merged or not, is a new request for the server: give it a new key.
      key: given.isTried ? given.key : uuid(),
      thing: thing.creates ? id : thing.name,
      // The replaced edit's base version, because the merged edit contains that edit's changes too.
      version: untried ? untried.version : (given.version ?? null),
      isBlind: untried
        ? untried.isBlind
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

/** Whether a new edit has to wait behind an earlier one of the same thing. */
export function isBehind(endpoint: EndpointData): boolean {
  const thing = thingEditedBy(endpoint);
  return thing !== undefined && !thing.creates && sendableEdits(thing.name).length > 0;
}

/** Drops stuck edits of the same thing that a save covers, once the server has taken the save. */
export async function dropCovered(
  queue: Queue,
  endpoint: EndpointData,
  request: PlainRequest,
): Promise<void> {
  const thing = thingEditedBy(endpoint);
  if (!thing?.covers) return;
  const covered = unsentEdits().filter(
    ({ entry, edit }) =>
      entry.thing === thing.name && isStuck(entry) && covers(thing, edit, request),
  );
  if (covered.length === 0) return;
  const ids = new Set(covered.map(({ entry }) => entry.id));
  await queue.change((entries) => entries.filter((entry) => !ids.has(entry.id) || !isStuck(entry)));
}

/** How a conflicting edit merges with what somebody else saved; null if it cannot. */
const mergeOf = ({ entry, edit, stuck }: UnsentEdit) =>
  entry.state === "conflict" && edit
    ? mergedWith(entry.thing, edit, stuck?.problem?.current)
    : null;

async function moveOnto(unsent: UnsentEdit, base: unknown, body: unknown): Promise<void> {
  const { entry, edit, stuck, queue } = unsent;
  const key = await queue.key();
  if (!key || !edit) return;
  await replaceByMoved(queue, key, entry, movedOnto(edit, base, body), stuck?.version ?? null);
}

/**
 * Sends a stuck edit again. After a conflict the edit overwrites what somebody else saved. If the
 * two can be merged, it overwrites only the parts that both changed. The edit gets a new key, with
 * two exceptions:
 * - The server may have applied an expired edit. It remembers the old key for 30 days, so it does
 *   not apply the edit twice. The edit keeps its age. If the attempt gets no answer, the edit
 *   expires again and the user is asked again. So nothing is repeated automatically once the server
 *   has forgotten the key.
 * - An edit that lacked the password is the same request, now confirmed.
 */
export async function sendAgain(unsent: UnsentEdit): Promise<void> {
  const { entry, stuck, queue } = unsent;
  const merge = mergeOf(unsent);
  if (merge) return moveOnto(unsent, merge.base, merge.mineFirst);
  const isConfirmed = lacksConfirmation(unsent);
  await queue.changeEntry(entry.id, (now) => {
    // Another tab was faster.
    if (!isStuck(now)) return {};
    const isExpired = now.state === "expired";
    const isSame = isExpired || isConfirmed;
    return {
      ...(!isSame && { key: uuid(), tries: 0 }),
      version: now.state === "conflict" ? (stuck?.version ?? null) : now.version,
      isBlind: false,
      state: "waiting",
      madeAt: isExpired ? now.madeAt : Date.now(),
      isAgreed: isExpired,
      notBefore: 0,
      isAskedToWait: false,
      stuck: null,
    };
  });
}

/** Sends all edits that lacked the password, once their user has given it. */
export async function sendAllConfirmed(): Promise<void> {
  for (const unsent of unsentEdits().filter(lacksConfirmation)) await sendAgain(unsent);
}

/** Takes what somebody else saved; the parts that only this edit changes are still sent. */
export async function keepTheirs(unsent: UnsentEdit): Promise<void> {
  const merge = mergeOf(unsent);
  if (merge?.theirsFirst) await moveOnto(unsent, merge.base, merge.theirsFirst);
  else await discard(unsent);
}

/** Call it only when the user says so. */
export const discard = ({ entry, queue }: UnsentEdit) => queue.remove(entry.id);
