import { retryAfter } from "#shared/http/retry-after.ts";
import { addressOf } from "#web/api/address.ts";
import { errorOf } from "#web/api/api-error.ts";
import { heldKey, open, type Sealed, seal } from "#web/api/sealed.ts";
import { withoutPin } from "../kept/without-pin.ts";
import { type Edit, type Entry, isStuck, type Stuck } from "./entry.ts";
import { changeEntry, readQueue, removeEntry } from "./queue.ts";

/** How a run over the queue ended. */
export interface Run {
  /** Nobody, or somebody else, is signed in: the edits wait for their user. */
  isSignedOut: boolean;
  /** The server could not be reached. */
  isAway: boolean;
  /** In how many milliseconds the next one may go out; null while none waits. */
  pause: number | null;
}

/** The server remembers a key for 30 days; a phone decides long before (safety of a repeat). */
const life = 14 * 86_400_000;

const hour = 3_600_000;
const longest = 5 * 60_000;
const patience = 35_000;

/** Growing pauses, never the same on two phones. */
export function pauseAfter(tries: number): number {
  const pause = Math.min(1000 * 2 ** Math.min(tries, 10), longest);
  return pause / 2 + Math.random() * (pause / 2);
}

/** What the server asked for, in milliseconds. */
function askedPause({ headers }: Response): number | null {
  const seconds = retryAfter(headers.get("Retry-After"));
  return seconds === null ? null : Math.min(seconds * 1000, hour);
}

/** No pause is longer than an hour: a clock that was set back must not make an edit wait. */
function pauseLeft({ notBefore }: Entry): number {
  const left = notBefore - Date.now();
  return left > 0 && left <= hour ? left : 0;
}

/** The first of each thing, unless it is stuck: what waits for nothing but the server. */
function foremost(entries: readonly Entry[]): Entry[] {
  const things = new Set<string>();
  return entries.filter((entry) => {
    const isFirst = !things.has(entry.thing);
    things.add(entry.thing);
    return isFirst && !isStuck(entry);
  });
}

/** The next entry to go out: what failed comes behind what was not tried, so that it holds up none. */
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
 * Sends a user's waiting edits, in order per thing edited; one tab or worker at a time. Runs in
 * pages and in the service worker.
 * @param isEager ends pauses that nobody but this phone chose.
 */
export async function sendQueue(owner: number, isEager: boolean): Promise<Run> {
  return navigator.locks.request("outbox", async () => {
    const passed = new Set<string>();
    let outcome: Outcome | undefined;
    // A server that cannot be reached for one edit cannot be reached for the next.
    while (outcome !== "away" && outcome !== "signed out") {
      // It goes at sign-out: nothing is sent of somebody who left, also while the server does not
      // know of it yet.
      const key = await heldKey(owner);
      const entry = key && nextOf(await readQueue(owner), isEager, passed);
      if (!entry) break;
      passed.add(entry.id);
      outcome = await sendEntry(entry, key);
    }
    const pauses = foremost(await readQueue(owner)).map(pauseLeft);
    return {
      isSignedOut: outcome === "signed out",
      isAway: outcome === "away",
      pause: pauses.length > 0 ? Math.min(...pauses) : null,
    };
  });
}

type Outcome = "sent" | "gone" | "stuck" | "away" | "paused" | "signed out";

async function sendEntry({ id, madeAt, sealed }: Entry, key: CryptoKey): Promise<Outcome> {
  if (Date.now() - madeAt > life) return setAside(id, { state: "expired" });
  const edit = await readEdit(key, sealed);
  if (!edit) return setAside(id, { state: "refused" });
  // A newer edit may have taken its place since the queue was read, or its user discarded it.
  const taken = await changeEntry(id, ({ tries }) => ({ state: "sending", tries: tries + 1 }));
  if (!taken) return "gone";
  const response = await post(taken, edit).catch(() => null);
  if (!response) return pause(taken, null, "away");
  if (!response.ok) return refused(taken, key, response);
  // A network that wants a sign-in of its own answers everything with a page.
  if (!isFromServer(response)) return pause(taken, null, "away");
  await removeEntry(id, response.headers.get("ETag"));
  return "sent";
}

function isFromServer({ status, headers, redirected }: Response): boolean {
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return !redirected && (status === 204 || isJson);
}

async function setAside(id: string, change: Partial<Entry>): Promise<"stuck"> {
  await changeEntry(id, () => change);
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
      // Another user's session must not take it.
      "X-Queue-Owner": String(entry.owner),
      ...(entry.version !== null && { "If-Match": entry.version }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(patience),
  });
}

async function refused(entry: Entry, key: CryptoKey, response: Response): Promise<Outcome> {
  const asked = askedPause(response);
  const { status, code, problem, version } = await errorOf(response);
  // Whatever stands between says nothing about the edit.
  if (!problem) return pause(entry, asked, "away");
  if (status === 401 || code === "other_user") {
    await changeEntry(entry.id, () => ({ state: "waiting" }));
    return "signed out";
  }
  if (status === 429) return pause(entry, asked, "paused");
  if (code === "unavailable") return pause(entry, asked, "away");
  // The server is there, and fails with this one.
  if (status >= 500) return pause(entry, asked, "paused");
  const current = withoutPin(problem.current);
  const stuck: Stuck = { status, problem: { ...problem, current }, version };
  return setAside(entry.id, {
    state: status === 412 ? "conflict" : "refused",
    stuck: await seal(key, JSON.stringify(stuck)),
  });
}

/** @param asked what the server asked for, in milliseconds. */
async function pause<O extends Outcome>(entry: Entry, asked: number | null, as: O): Promise<O> {
  const notBefore = Date.now() + (asked ?? pauseAfter(entry.tries));
  await changeEntry(entry.id, () => ({
    state: "waiting",
    notBefore,
    isAskedToWait: asked !== null,
  }));
  return as;
}

/** Null for what cannot be read: sealed under another key, or damaged. */
async function readEdit(key: CryptoKey, sealed: Sealed): Promise<Edit | null> {
  try {
    return JSON.parse(await open(key, sealed)) as Edit;
  } catch {
    return null;
  }
}
