import { retryAfter } from "#shared/http/retry-after.ts";
import { addressOf } from "#web/api/address.ts";
import { errorOf } from "#web/api/api-error.ts";
import { backgroundHeader } from "#web/api/background.ts";
import { type SealingKey, seal, tryUnseal } from "#web/api/sealed.ts";
import { withoutPin } from "../kept/without-pin.ts";
import { type Edit, type Entry, isStuck, type Stuck } from "./entry.ts";
import { mergedWith, movedOnto, replaceByMoved } from "./merge.ts";
import { ownerHeader, type Queue } from "./queue.ts";

/** How a run over a queue ended. */
export interface Run {
  /** Nobody, or another user, is signed in: the edits wait for their user. */
  isSignedOut: boolean;
  /** The server could not be reached. */
  isAway: boolean;
  /** Milliseconds until the next edit may be sent; null without one. */
  pause: number | null;
}

/** After this time an edit needs its user's consent: the server forgets a key after 30 days. */
const resendableFor = 14 * 86_400_000;

const hour = 3_600_000;
const longestPause = 5 * 60_000;
const patience = 35_000;
/** Somebody who saves all the time must not keep this phone busy. */
const mergesPerRun = 3;

/** Growing pauses, never the same on two phones. */
export function pauseAfter(tries: number): number {
  const pause = Math.min(1000 * 2 ** Math.min(tries, 10), longestPause);
  return pause / 2 + Math.random() * (pause / 2);
}

/** Retry-After in milliseconds. */
function askedPause({ headers }: Response): number | null {
  const seconds = retryAfter(headers.get("Retry-After"));
  return seconds === null ? null : Math.min(seconds * 1000, hour);
}

/** No pause is longer than an hour: more means that the clock was set back. */
function pauseLeft({ notBefore }: Entry): number {
  const left = notBefore - Date.now();
  return left > 0 && left <= hour ? left : 0;
}

/** The first edit of each thing, unless it is stuck. These wait for no other edit. */
function foremost(entries: readonly Entry[]): Entry[] {
  const things = new Set<string>();
  return entries.filter((entry) => {
    const isFirst = !things.has(entry.thing);
    things.add(entry.thing);
    return isFirst && !isStuck(entry);
  });
}

/** The next edit to send. Failed edits come after untried ones, so that they delay no other. */
function nextOf(entries: readonly Entry[], isEager: boolean, passed: ReadonlySet<string>) {
  return foremost(entries)
    .filter((entry) => !passed.has(entry.id))
    .filter((entry) => pauseLeft(entry) === 0 || (isEager && !entry.isAskedToWait))
    .reduce<Entry | undefined>(
      (first, entry) => (first && first.notBefore <= entry.notBefore ? first : entry),
      undefined,
    );
}

/**
 * Sends a user's waiting edits, in order per thing; one tab or worker at a time. Runs in pages and
 * in the service worker.
 * @param isEager ends pauses that this phone chose itself.
 */
export async function sendQueue(queue: Queue, isEager: boolean): Promise<Run> {
  return navigator.locks.request("outbox", async () => {
    const passed = new Set<string>();
    let outcome: Outcome | undefined;
    let merges = 0;
    // A server that cannot be reached for one edit cannot be reached for the next.
    while (outcome !== "away" && outcome !== "signed out") {
      // A sign-out takes the key away: nothing more is sent, though the session may still exist.
      const key = await queue.key();
      const entry = key && nextOf(await queue.read(), isEager, passed);
      if (!entry) break;
      passed.add(entry.id);
      outcome = await sendEntry(queue, key, entry);
      if (outcome === "merged") merges += 1;
      if (merges >= mergesPerRun) break;
    }
    const pauses = foremost(await queue.read()).map(pauseLeft);
    return {
      isSignedOut: outcome === "signed out",
      isAway: outcome === "away",
      pause: pauses.length > 0 ? Math.min(...pauses) : null,
    };
  });
}

type Outcome = "sent" | "gone" | "merged" | "stuck" | "away" | "paused" | "signed out";

async function sendEntry(
  queue: Queue,
  key: SealingKey,
  { id, madeAt, isAgreed, sealed }: Entry,
): Promise<Outcome> {
  if (Date.now() - madeAt > resendableFor && !isAgreed)
    return setAside(queue, id, { state: "expired" });
  const edit = await tryUnseal<Edit>(key, sealed);
  if (!edit) return setAside(queue, id, { state: "refused" });
  // A newer edit may have replaced it since the queue was read, or its user discarded it.
  const entry = await queue.changeEntry(id, ({ tries }) => ({
    state: "sending",
    tries: tries + 1,
    isAgreed: false,
  }));
  if (!entry) return "gone";
  const response = await post(entry, edit).catch(() => null);
  if (!response) return pause(queue, entry, null, "away");
  if (!response.ok) return refused(queue, key, entry, edit, response);
  // A network with a sign-in page of its own answers every request with that page.
  if (!isFromServer(response)) return pause(queue, entry, null, "away");
  await queue.remove(id, response.headers.get("ETag"));
  return "sent";
}

function isFromServer({ status, headers, redirected }: Response): boolean {
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return !redirected && (status === 204 || isJson);
}

async function setAside(queue: Queue, id: string, change: Partial<Entry>): Promise<"stuck"> {
  await queue.changeEntry(id, () => change);
  return "stuck";
}

function post(entry: Entry, { endpoint, request }: Edit): Promise<Response> {
  return fetch(addressOf(endpoint, request), {
    method: endpoint.method,
    credentials: "include",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "Idempotency-Key": entry.key,
      ...ownerHeader(entry),
      ...backgroundHeader(),
      ...(entry.version !== null && { "If-Match": entry.version }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(patience),
  });
}

async function refused(
  queue: Queue,
  key: SealingKey,
  entry: Entry,
  edit: Edit,
  response: Response,
): Promise<Outcome> {
  const askedFor = askedPause(response);
  const { status, code, problem, version } = await errorOf(response);
  // A proxy's answer says nothing about the edit.
  if (!problem) return pause(queue, entry, askedFor, "away");
  if (status === 401 || code === "other_user") {
    await queue.changeEntry(entry.id, () => ({ state: "waiting" }));
    return "signed out";
  }
  if (status === 429) return pause(queue, entry, askedFor, "paused");
  if (code === "unavailable") return pause(queue, entry, askedFor, "away");
  // The server was reached, but failed on this edit.
  if (status >= 500) return pause(queue, entry, askedFor, "paused");
  const current = withoutPin(problem.current);
  if (status === 412 && version !== entry.version) {
    const merged = mergedWith(entry.thing, edit, current);
    if (merged && !merged.isClash) {
      const moved = movedOnto(edit, merged.base, merged.mineFirst);
      await replaceByMoved(queue, key, entry, moved, version);
      return "merged";
    }
  }
  const stuck: Stuck = { status, problem: { ...problem, current }, version };
  return setAside(queue, entry.id, {
    state: status === 412 ? "conflict" : "refused",
    stuck: await seal(key, stuck),
  });
}

/** @param askedFor the pause that the server asked for, in milliseconds. */
async function pause<O extends Outcome>(
  queue: Queue,
  entry: Entry,
  askedFor: number | null,
  outcome: O,
): Promise<O> {
  const notBefore = Date.now() + (askedFor ?? pauseAfter(entry.tries));
  await queue.changeEntry(entry.id, () => ({
    state: "waiting",
    notBefore,
    isAskedToWait: askedFor !== null,
  }));
  return outcome;
}
