import { isStill } from "#web/api/call.ts";
import { endSession } from "#web/api/session-end.ts";
import { storedSession } from "#web/api/stored-session.ts";
import { isWithinReach, watchReach } from "#web/lib/reach.ts";
import { isStuck } from "./entry.ts";
import { watchQueue } from "./queue.ts";
import { pauseAfter, sendQueue } from "./send.ts";
import { waitingEdits, watchWaitingEdits } from "./unsent-edits.ts";

/** A worker may send what no open page can: only some browsers have it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Where there is no sync event, pages send: at the start, on `online`, when looked at again. */
export async function askForSync(): Promise<void> {
  const registration: SyncRegistration | undefined =
    await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register("outbox");
}

/**
 * Sends a user's queue when it may go out: at once, when the network or the server comes back, when
 * the page is looked at again, and after the pauses of what failed.
 * @param onGone is told when edits that were shown as done are not: sent, discarded or stuck.
 * @returns `send` tries now, whatever pause was chosen.
 */
export function startSender(owner: number, onGone: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isRunning = false;
  /** Wanted while a run was under way. */
  let again: "patient" | "eager" | null = null;
  /** How often in a row the server was away, and until when (on no clock) it is left alone. */
  let failures = 0;
  let quietUntil = 0;

  const later = (milliseconds: number) => {
    clearTimeout(timer);
    const onTime = () => {
      // A timer may come a little early: the quiet that it ends must not swallow it.
      quietUntil = 0;
      void send(false);
    };
    timer = setTimeout(onTime, Math.max(milliseconds, 1000));
  };

  const run = async (isEager: boolean): Promise<void> => {
    const session = storedSession();
    const { isSignedOut, isAway, pause } = await sendQueue(owner, isEager);
    if (isOver) return;
    failures = isAway ? failures + 1 : 0;
    const quiet = isAway ? pauseAfter(failures) : 0;
    quietUntil = performance.now() + quiet;
    // Of the session that these edits were sent with, and not of one that began meanwhile.
    if (isSignedOut && session === storedSession()) {
      // A new password gives the session a new name: what was under way is sent again.
      if (await isStill(session)) again ??= "patient";
      else if (session === storedSession()) endSession();
    } else if (pause !== null) later(Math.max(pause, quiet));
  };

  const send = async (isEager: boolean): Promise<void> => {
    if (isOver || !navigator.onLine || storedSession()?.user_id !== owner) return;
    if (!isEager && performance.now() < quietUntil) return;
    if (isRunning) {
      again = isEager ? "eager" : (again ?? "patient");
      return;
    }
    isRunning = true;
    try {
      await run(isEager);
    } catch {
      // The phone's own storage failed: what waits is still there, or is shown as gone.
      if (!isOver) later(60_000);
    } finally {
      isRunning = false;
    }
    const wanted = again;
    again = null;
    if (wanted) void send(wanted === "eager");
  };

  let known: readonly string[] = [];
  // Whoever sent or discarded it, a tab or the worker: what the screens show has changed.
  const onEdits = () => {
    const open = waitingEdits().filter(({ entry }) => !isStuck(entry));
    const ids = open.map(({ entry }) => entry.id);
    if (known.some((id) => !ids.includes(id))) onGone();
    known = ids;
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
    watchWaitingEdits(onEdits),
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
