import { storedSession, storeSession } from "./stored-session.ts";

/** A session that the server ended: whose it was. */
export interface SessionEnd {
  userId: number | null;
}

let last: SessionEnd | null = null;
const listeners = new Set<() => void>();

/** Null once somebody signed in or out by hand. */
export const lastSessionEnd = () => last;

const endWatchers = new Set<() => void>();

/** Before anything of the session is forgotten: the last moment to put away what was typed. */
export function onSessionEnd(watcher: () => void): () => void {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
}

/** 401: nobody is signed in any more. Every guarded screen gives way to /login. */
export function endSession(): void {
  for (const watcher of endWatchers) watcher();
  last = { userId: storedSession()?.user_id ?? last?.userId ?? null };
  storeSession(null);
}

/** A sign-in or sign-out by the user's own hand: there is nothing to come back to. */
export function forgetSessionEnd(): void {
  last = null;
}

/** 403: the session stands, but not for this page. */
export function reportForbidden(): void {
  for (const listener of listeners) listener();
}

export function onForbidden(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
