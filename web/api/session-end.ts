import { storedSession, storeSession } from "./stored-session.ts";

/** A session that the server ended, and its user. */
export interface SessionEnd {
  userId: number | null;
}

/** In browser storage: one tab gets the 401, and all tabs need to know. */
const storageKey = "session-end";

const forbiddenListeners = new Set<() => void>();

/** Null after a sign-in or sign-out by the user. */
export function lastSessionEnd(): SessionEnd | null {
  const text = localStorage.getItem(storageKey);
  return text === null ? null : { userId: Number(text) || null };
}

const draftSavers = new Set<() => void>();

/** Lets a form save what was typed, each time that `saveDrafts` is called. */
export function onSaveDrafts(watcher: () => void): () => void {
  draftSavers.add(watcher);
  return () => draftSavers.delete(watcher);
}

/** Lets forms save what was typed: their screens are about to close without the user's choice. */
export function saveDrafts(): void {
  for (const watcher of draftSavers) watcher();
}

/** 401: nobody is signed in any more, and every guarded screen leads to /login. */
export function endSession(): void {
  saveDrafts();
  const userId = storedSession()?.user_id ?? lastSessionEnd()?.userId;
  // Stored first: the other tabs react to the session.
  localStorage.setItem(storageKey, String(userId ?? ""));
  storeSession(null);
}

/** Call it after the user signs in or out: there is then no screen to return to. */
export function forgetSessionEnd(): void {
  localStorage.removeItem(storageKey);
}

/** 403: the session stays valid, but may not see this page. */
export function reportForbidden(): void {
  saveDrafts();
  for (const listener of forbiddenListeners) listener();
}

export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener);
  return () => forbiddenListeners.delete(listener);
}
