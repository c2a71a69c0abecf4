import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { psychicEndpoints } from "#shared/psychics.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { offlineMode, startOfflineMode } from "../api/offline.ts";
import { query } from "../api/query.ts";
import { sealingKey } from "../api/sealing-key.ts";
import { isSignedIn, watchUser } from "../api/stored-session.ts";
import { useSession } from "../api/use-session.ts";
import { isWithinReach, watchReach } from "../lib/reach.ts";
import { dismissCommunicationFailure } from "../ui/notice-store.ts";
import { answerFor, keepAll } from "./kept/kept-answers.ts";
import { keptStore } from "./kept/kept-store.ts";
import { isAnyKept, keptAt } from "./kept/kept-times.ts";
import { dropCovered, isBehind, noteInSight, queueEdit } from "./outbox/outbox.ts";
import { queueOf } from "./outbox/queue.ts";
import { askForSync, startSender } from "./outbox/sender.ts";
import { areEditsKnown, followQueue, unsentEdits } from "./outbox/unsent-edits.ts";
import { followBadge } from "./push/follow-badge.ts";

/** How often (ms) kept answers on screen are asked for again. */
const retryEvery = 15_000;

/** Asks the browser not to clear the queue away when the device is short of room. */
function persistStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

/** Asks the server again for what the screens show from the kept answers. */
function refreshKept(queries: QueryClient): void {
  if (!isAnyKept()) return;
  void queries.invalidateQueries({ predicate: ({ queryHash }) => keptAt(queryHash) !== undefined });
}

let sendUnsent: () => Promise<void> = async () => undefined;

/** Sends the signed-in psychic's edits now and ends pauses that this phone chose itself. */
export const sendNow = () => sendUnsent();

/** @returns a function that ends it. */
function start(userId: number, queries: QueryClient): () => void {
  const store = keptStore(userId);
  const queue = queueOf(userId);
  const askKey = () => sealingKey(userId);
  const following = followQueue(queue);
  /** A page that starts offline may have no key yet: without it no edit is shown or sent. */
  const unlock = async () => {
    await askKey();
    await following.follow();
  };
  /** Answers wait for this, so that a screen never shows a value that its user has already edited. */
  const known = following
    .follow()
    .then(() => (areEditsKnown() ? undefined : unlock()))
    .catch(() => undefined)
    .then(() => noteInSight(unsentEdits().map(({ entry }) => entry)));
  const keepNow = async () => {
    // The answer to a save may start this timer after the user has left.
    if (isSignedIn(userId)) await keepAll(store, userId).catch(() => undefined);
  };
  let timeToKeep: ReturnType<typeof setTimeout>;
  const keepSoon = () => {
    clearTimeout(timeToKeep);
    timeToKeep = setTimeout(keepNow, 3000);
  };
  const sender = startSender({
    queue,
    isSignedIn: () => isSignedIn(userId),
    onChange: () => {
      void queries.invalidateQueries();
      // Kept answers contain no edits, so a sent edit makes them out of date.
      keepSoon();
    },
  });
  sendUnsent = sender.send;
  const stopMode = startOfflineMode({
    answer: answerFor(store, known),
    isBehind,
    saved: (endpoint, request) => {
      void dropCovered(queue, endpoint, request).catch(() => undefined);
      // If the user leaves the screen after the save, nothing else renews the kept answer.
      keepSoon();
    },
    queue: async (edit) => {
      const isQueued = await queueEdit(queue, askKey, edit);
      if (!isQueued) return false;
      // From now on every answer is shown with the edit in it.
      await following.follow().catch(() => undefined);
      askForSync().catch(() => undefined);
      persistStorage();
      return true;
    },
  });
  const stopBadge = followBadge();
  const unlockAndSend = () => unlock().then(sender.send);
  const stopReach = watchReach(() => {
    if (!isWithinReach()) return;
    dismissCommunicationFailure();
    refreshKept(queries);
    unlockAndSend().catch(() => undefined);
  });
  const timer = setInterval(() => {
    if (navigator.onLine && document.visibilityState === "visible") refreshKept(queries);
  }, retryEvery);
  keepSoon();
  const hourly = setInterval(keepNow, 3_600_000);

  void known.then(unlockAndSend).catch(() => undefined);
  return () => {
    clearTimeout(timeToKeep);
    clearInterval(timer);
    clearInterval(hourly);
    for (const end of [stopMode, stopReach, sender.stop, following.stop, stopBadge]) end();
  };
}

/** The offline mode that started before the screens, until `useOffline` takes it over. */
let begun: { userId: number; end: () => void } | null = null;

/** @returns a function that ends the offline mode; null if none has begun for this user. */
function takeBegun(userId: number): (() => void) | null {
  if (begun?.userId !== userId) return null;
  const { end } = begun;
  begun = null;
  return end;
}

/**
 * Starts the offline mode before the first render, with the data that was requested early, so that
 * the first painted frame shows it. Resolves once the data is there or has failed.
 */
export async function startEarly(userId: number, queries: QueryClient): Promise<void> {
  if (!isSignedIn(userId)) return;
  if (!offlineMode()) {
    const end = start(userId, queries);
    begun = { userId, end };
    // If this user leaves first, no screen takes the offline mode over, so end it here.
    watchUser(() => takeBegun(userId)?.());
  }
  const request = { params: { id: String(userId) } };
  // After a failure the screen asks again and says what happened.
  const meta = { polled: true };
  await Promise.all([
    queries.prefetchQuery({ ...query(psychicEndpoints.getAvailability, request), meta }),
    queries.prefetchQuery({ ...query(scheduledCallEndpoints.listScheduledCalls, request), meta }),
    queries.prefetchQuery({ ...query(psychicEndpoints.getPsychic, request), meta }),
  ]);
}

/**
 * Lets the signed-in psychic's screens work offline: they show the kept answers, and edits wait in
 * the outbox.
 * @returns whether the screens may ask for data yet: not before the phone can answer.
 */
export function useOffline(): boolean {
  const userId = useSession()?.user_id;
  const queries = useQueryClient();
  const [ready, setReady] = useState(begun?.userId);
  // Before anything is painted, so that the screens lose no time.
  useLayoutEffect(() => {
    if (userId === undefined) return;
    const stop = takeBegun(userId) ?? start(userId, queries);
    setReady(userId);
    return () => {
      stop();
      setReady(undefined);
    };
  }, [userId, queries]);
  return userId !== undefined && ready === userId;
}
