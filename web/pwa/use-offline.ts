import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { startOfflineMode } from "../api/offline.ts";
import { keptKey } from "../api/sealing-key.ts";
import { isWithinReach, watchReach } from "../lib/reach.ts";
import { dismissCommunicationFailure } from "../ui/notice-store.ts";
import { answerFor, keepAll } from "./kept/kept-answers.ts";
import { isAnyKept, keptAt } from "./kept/kept-times.ts";
import { dropMended, isBehind, noteInSight, queueEdit } from "./outbox/outbox.ts";
import { askForSync, startSender } from "./outbox/sender.ts";
import { followQueue, waitingEdits, watchWaitingEdits } from "./outbox/unsent-edits.ts";

/** How often a server that is away is asked whether it is back. */
const asking = 15_000;

/** On the app's icon stands how many edits wait, where a device has badges. */
function showBadge(): void {
  const { setAppBadge }: Partial<Navigator> = navigator;
  setAppBadge?.call(navigator, waitingEdits().length).catch(() => undefined);
}

/** Asks the browser not to clear away what waits when the device is short of room. */
function keepStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

/** Asks again for what the phone answered in the server's place. */
function refreshKept(queries: QueryClient): void {
  if (!isAnyKept()) return;
  void queries.invalidateQueries({ predicate: ({ queryHash }) => keptAt(queryHash) !== undefined });
}

let sendWaiting: () => Promise<void> = async () => undefined;

/** Sends what waits of the signed-in psychic, whatever pause was chosen. */
export const sendNow = () => sendWaiting();

/** @returns ends it. */
function start(userId: number, queries: QueryClient): () => void {
  const queue = followQueue(userId);
  const known = queue
    .follow()
    .then(() => noteInSight(waitingEdits().map(({ entry }) => entry)))
    .catch(() => undefined);
  let timeToKeep: ReturnType<typeof setTimeout>;
  const keepSoon = () => {
    clearTimeout(timeToKeep);
    timeToKeep = setTimeout(() => keepAll(userId).catch(() => undefined), 3000);
  };
  const sender = startSender(userId, () => {
    void queries.invalidateQueries();
    // What the phone keeps was made without them.
    keepSoon();
  });
  sendWaiting = sender.send;
  const stopMode = startOfflineMode({
    answer: answerFor(userId, known),
    isBehind,
    saved: (endpoint, request) => void dropMended(userId, endpoint, request).catch(() => undefined),
    queue: async (edit) => {
      const isQueued = await queueEdit(userId, edit);
      // What is shown from now on has the edit in it.
      if (isQueued) await queue.follow();
      if (isQueued) {
        askForSync().catch(() => undefined);
        keepStorage();
      }
      return isQueued;
    },
  });
  const stopBadge = watchWaitingEdits(showBadge);
  /** A start without a network may have no key yet: without one nothing is shown or sent. */
  const unlock = async () => {
    await keptKey(userId);
    await queue.follow();
    await sender.send();
  };
  const stopReach = watchReach(() => {
    if (!isWithinReach()) return;
    dismissCommunicationFailure();
    refreshKept(queries);
    unlock().catch(() => undefined);
  });
  const timer = setInterval(() => {
    if (navigator.onLine && document.visibilityState === "visible") refreshKept(queries);
  }, asking);
  keepSoon();
  const hourly = setInterval(() => keepAll(userId).catch(() => undefined), 3_600_000);

  unlock().catch(() => undefined);
  return () => {
    clearTimeout(timeToKeep);
    clearInterval(timer);
    clearInterval(hourly);
    for (const end of [stopMode, stopReach, sender.stop, queue.stop, stopBadge]) end();
  };
}

/**
 * Lets a psychic's screens go on without the server: what the phone keeps is shown, what is edited
 * waits.
 * @returns whether the screens may ask yet: not before the phone stands ready to answer.
 */
export function useOffline(userId: number | undefined): boolean {
  const queries = useQueryClient();
  const [ready, setReady] = useState<number>();
  // Before anything is painted, so that the screens lose no time.
  useLayoutEffect(() => {
    if (userId === undefined) return;
    const stop = start(userId, queries);
    setReady(userId);
    return () => {
      stop();
      setReady(undefined);
    };
  }, [userId, queries]);
  return userId !== undefined && ready === userId;
}
