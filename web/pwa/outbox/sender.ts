import type { QueryClient } from "@tanstack/react-query";
import { isStill } from "../../api/call.ts";
import { heldKey } from "../../api/sealed.ts";
import { endSession } from "../../api/session-end.ts";
import { storedSession } from "../../api/stored-session.ts";
import { isWithinReach, watchReach } from "../../lib/reach.ts";
import { watchQueue } from "./queue.ts";
import { sendQueue } from "./send.ts";

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
 * @returns `send` tries now, whatever pause was chosen.
 */
export function startSender(owner: number, queries: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isAgain = false;
  let isRunning = false;

  const send = async (isEager: boolean): Promise<void> => {
    if (isOver || !navigator.onLine || storedSession()?.user_id !== owner) return;
    if (isRunning) {
      isAgain = true;
      return;
    }
    isRunning = true;
    clearTimeout(timer);
    try {
      const key = await heldKey(owner);
      if (!key) return;
      const { sent, isSignedOut, next } = await sendQueue(owner, key, isEager);
      if (isOver) return;
      if (sent > 0) void queries.invalidateQueries();
      const session = storedSession();
      if (isSignedOut && session?.user_id === owner) {
        if (await isStill(session)) isAgain = true;
        else endSession();
      }
      if (next !== null && !isSignedOut) {
        timer = setTimeout(() => void send(false), Math.max(next - Date.now(), 1000));
      }
    } finally {
      isRunning = false;
      if (isAgain) {
        isAgain = false;
        void send(false);
      }
    }
  };

  const onReach = () => {
    if (isWithinReach()) void send(true);
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") void send(true);
  };
  const unwatch = [watchReach(onReach), watchQueue(() => void send(false))];
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
