import { storedSession, storeSession } from "./stored-session.ts";

/** A session that the server ended, and its user. */
export interface SessionEnd {
  userId: number | null;
}

/** In browser storage: one tab gets the 401, and all tabs need to know. */
const place = "session-end";

const listeners = new Set<() => void>();

/** Null after a sign-in or sign-out by the user. */
export function lastSessionEnd(): SessionEnd | null {
  const text = localStorage.getItem(place);
  return text === null ? null : { userId: Number(text) || null };
}

const endWatchers = new Set<() => void>();

/** Calls `watcher` before the session is forgotten: the last moment to save what was typed. */
export function onSaveDrafts(watcher: () => void): () => void {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
}

/** Lets forms save what was typed: their screens are about to go, and not by the user's choice. */
export function saveDrafts(): void {
  for (const watcher of endWatchers) watcher();
}

/** 401: nobody is signed in any more, and every guarded screen leads to /login. */
export function endSession(): void {
  saveDrafts();
  const userId = storedSession()?.user_id ?? lastSessionEnd()?.userId;
  // Stored first: the other tabs react to the session.
  localStorage.setItem(place, String(userId ?? ""));
  storeSession(null);
}

/** After a sign-in or sign-out by the user there is no screen to come back to. */
export function forgetSessionEnd(): void {
  localStorage.removeItem(place);
}

/** 403: the session goes on, but may not see this page. */
export function reportForbidden(): void {
  saveDrafts();
  for (const listener of listeners) listener();
}

export function onForbidden(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
