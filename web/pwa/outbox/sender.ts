import { isStillSignedIn } from "#web/api/call.ts";
import { endSession } from "#web/api/session-end.ts";
import { sessionMark } from "#web/api/stored-session.ts";
import { isWithinReach, watchReach } from "#web/lib/reach.ts";
import { isStuck } from "./entry.ts";
import { type Queue, watchQueue } from "./queue.ts";
import { pauseAfter, sendQueue } from "./send.ts";
import { unsentEdits, watchUnsentEdits } from "./unsent-edits.ts";

/** Lets the worker send after the last page is closed. Only some browsers have it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Without sync events, only pages send: at the start, on `online`, and when looked at again. */
export async function askForSync(): Promise<void> {
  const registration: SyncRegistration | undefined =
    await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register("outbox");
}

interface SenderOptions {
  queue: Queue;
  /** Whether the queue's user is signed in. */
  isSignedIn: () => boolean;
  /**
   * Called when a change in the queue changes what the screens show: an edit was queued, unsealed,
   * sent or discarded, or got stuck.
   */
  onChange: () => void;
}

/**
 * Sends a user's queue: when it changes, when the network or the server comes back, when the page
 * is looked at again, and after the pauses of failed edits. The caller starts the first run.
 * @returns `send` tries now and ends pauses that this phone chose itself.
 */
export function startSender({ queue, isSignedIn, onChange }: SenderOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isRunning = false;
  /** The next run, if one was asked for while the current one was under way. */
  let again: "patient" | "eager" | null = null;
  /** The number of runs in a row that did not reach the server. */
  let failures = 0;
  /** Before this time (`performance.now`), only an eager run sends edits. */
  let quietUntil = 0;

  const later = (milliseconds: number) => {
    clearTimeout(timer);
    const onTime = () => {
      // A timer may come a little early, and `send` would then do nothing.
      quietUntil = 0;
      void send(false);
    };
    timer = setTimeout(onTime, Math.max(milliseconds, 1000));
  };

  const run = async (isEager: boolean): Promise<void> => {
    const session = sessionMark();
    const { isSignedOut, isAway, pause } = await sendQueue(queue, isEager);
    if (isOver) return;
    failures = isAway ? failures + 1 : 0;
    const quiet = isAway ? pauseAfter(failures) : 0;
    quietUntil = performance.now() + quiet;
    // Ignore the refusal of an earlier session if another one has begun since.
    if (isSignedOut && session === sessionMark()) {
      // A new password gives the session a new cookie: requests under way are sent again.
      if (await isStillSignedIn(session)) again ??= "patient";
      else if (session === sessionMark()) endSession();
    } else if (pause !== null) later(Math.max(pause, quiet));
  };

  const send = async (isEager: boolean): Promise<void> => {
    if (isOver || !navigator.onLine || !isSignedIn()) return;
    if (!isEager && performance.now() < quietUntil) return;
    if (isRunning) {
      again = isEager ? "eager" : (again ?? "patient");
      return;
    }
    isRunning = true;
    try {
      await run(isEager);
    } catch {
      // The phone's storage failed.
      if (!isOver) later(60_000);
    } finally {
      isRunning = false;
    }
    const wanted = again;
    again = null;
    if (wanted) void send(wanted === "eager");
  };

  let known = "";
  // Another tab or the worker may have changed the edits that this page's screens show.
  const onEdits = () => {
    const sendable = unsentEdits().filter(({ entry }) => !isStuck(entry));
    const ids = sendable.map(({ entry }) => entry.id).join();
    if (ids === known) return;
    known = ids;
    onChange();
  };
  const onReach = () => {
    if (isWithinReach()) void send(true);
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") void send(true);
  };
  const unwatch = [
    watchReach(onReach),
    watchQueue(() => void send(false)),
    watchUnsentEdits(onEdits),
  ];
  document.addEventListener("visibilitychange", onVisible);
  return {
    send: () => send(true),
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      for (const end of unwatch) end();
      document.removeEventListener("visibilitychange", onVisible);
    },
  };
}
