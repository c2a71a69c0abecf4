import { storedSession, storeSession } from "./stored-session.ts";

/** A session that the server ended: whose it was. */
export interface SessionEnd {
  userId: number | null;
}

/** In browser storage: one tab hears of it, and all of them stand before a session that ended. */
const place = "session-end";

const listeners = new Set<() => void>();

/** Null once somebody signed in or out by hand. */
export function lastSessionEnd(): SessionEnd | null {
  const text = localStorage.getItem(place);
  return text === null ? null : { userId: Number(text) || null };
}

const endWatchers = new Set<() => void>();

/** Before anything of the session is forgotten: the last moment to put away what was typed. */
export function onSessionEnd(watcher: () => void): () => void {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
}

/** The screens go, and not because their user left them. */
export function putAway(): void {
  for (const watcher of endWatchers) watcher();
}

/** 401: nobody is signed in any more. Every guarded screen gives way to /login. */
export function endSession(): void {
  putAway();
  const userId = storedSession()?.user_id ?? lastSessionEnd()?.userId;
  // Known before the other tabs hear that there is no session.
  localStorage.setItem(place, String(userId ?? ""));
  storeSession(null);
}

/** A sign-in or sign-out by the user's own hand: there is nothing to come back to. */
export function forgetSessionEnd(): void {
  localStorage.removeItem(place);
}

/** 403: the session stands, but not for this page. */
export function reportForbidden(): void {
  putAway();
  for (const listener of listeners) listener();
}

export function onForbidden(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
