import { addressOf } from "../../api/address.ts";
import { errorOf } from "../../api/api-error.ts";
import { open, type Sealed, seal } from "../../api/sealed.ts";
import { type Edit, type Entry, isStuck, type Stuck } from "./entry.ts";
import { changeEntry, readQueue, removeEntry } from "./queue.ts";

/** How a run over the queue ended. */
export interface Run {
  sent: number;
  /** Nobody, or somebody else, is signed in: the edits wait for their user. */
  isSignedOut: boolean;
  /** When the next one may go out, by this device's clock; null while none waits. */
  next: number | null;
}

/** The server remembers a key for 30 days; a phone decides long before (safety of a repeat). */
const life = 14 * 86_400_000;

const longest = 5 * 60_000;
const patience = 35_000;

/** Growing pauses, never the same on two phones. */
function pauseAfter(tries: number): number {
  const pause = Math.min(1000 * 2 ** Math.min(tries, 10), longest);
  return pause / 2 + Math.random() * (pause / 2);
}

/** Retry-After in milliseconds: seconds or a date. */
function askedPause(response: Response): number | null {
  const text = response.headers.get("Retry-After");
  if (text === null) return null;
  const seconds = Number(text);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, 0), 3_600_000);
}

/** A clock that was set back must not make an edit wait for hours. */
function isPaused({ notBefore, isAskedToWait }: Entry, isEager: boolean): boolean {
  const left = notBefore - Date.now();
  if (left <= 0 || left > 3_600_000) return false;
  return isAskedToWait || !isEager;
}

/** The next entry that may go out: the first of its thing, not stuck, not paused. */
function nextOf(entries: readonly Entry[], isEager: boolean, passed: ReadonlySet<string>) {
  const held = new Set<string>();
  for (const entry of entries) {
    if (held.has(entry.thing)) continue;
    held.add(entry.thing);
    if (!isStuck(entry) && !passed.has(entry.id) && !isPaused(entry, isEager)) return entry;
  }
  return undefined;
}

/** When the first of the open edits may go out; null while none is open. */
function nextTime(entries: readonly Entry[]): number | null {
  const times = entries.filter((entry) => !isStuck(entry)).map(({ notBefore }) => notBefore);
  return times.length > 0 ? Math.min(...times) : null;
}

/**
 * Sends a user's waiting edits, in order per thing edited; one tab or worker at a time. Runs in
 * pages and in the service worker.
 * @param isEager ends pauses that nobody but this phone chose.
 */
export async function sendQueue(owner: number, key: CryptoKey, isEager: boolean): Promise<Run> {
  return navigator.locks.request("outbox", async () => {
    const passed = new Set<string>();
    let sent = 0;
    let outcome: Outcome | undefined;
    // A server that cannot be reached for one edit cannot be reached for the next.
    while (outcome !== "away" && outcome !== "signed out") {
      const entry = nextOf(await readQueue(owner), isEager, passed);
      if (!entry) break;
      passed.add(entry.id);
      outcome = await sendEntry(entry, key);
      if (outcome === "sent") sent += 1;
    }
    const next = nextTime(await readQueue(owner));
    return { sent, isSignedOut: outcome === "signed out", next };
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
  if (response.ok) {
    await removeEntry(id, response.headers.get("ETag"));
    return "sent";
  }
  return refused(taken, key, response);
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
  if (status === 401 || code === "other_user") {
    await changeEntry(entry.id, () => ({ state: "waiting" }));
    return "signed out";
  }
  if (status === 429) return pause(entry, asked, "paused");
  if (status >= 500) return pause(entry, asked, "away");
  const stuck: Stuck = { status, problem, version };
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
