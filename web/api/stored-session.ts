import type { Session } from "#shared/sessions.ts";
import { uuid } from "../lib/uuid.ts";

/** The key of the session in browser storage (T1). */
const key = "user";
const markKey = "session-mark";

/** @param isElsewhere another tab changed the session. */
type Watcher = (isElsewhere: boolean) => void;

const watchers = new Set<Watcher>();
let readText: string | null = null;
let readSession: Session | null = null;

function isSession(value: unknown): value is Session {
  return (
    typeof value === "object" &&
    value !== null &&
    "user_id" in value &&
    typeof value.user_id === "number" &&
    "username" in value &&
    typeof value.username === "string" &&
    "manager" in value &&
    "pay_day" in value &&
    typeof value.pay_day === "number"
  );
}

function parse(text: string): Session | null {
  try {
    const value: unknown = JSON.parse(text);
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** The signed-in user, as far as this browser knows; the same object while nothing changed. */
export function storedSession(): Session | null {
  const text = localStorage.getItem(key);
  if (text !== readText) {
    readText = text;
    readSession = text === null ? null : parse(text);
  }
  return readSession;
}

function write(session: Session | null): void {
  if (session) localStorage.setItem(key, JSON.stringify(session));
  else localStorage.removeItem(key);
  // A new sign-in is a new session, even if its stored text is the same: read it again.
  readText = null;
  readSession = null;
  for (const watcher of watchers) watcher(false);
}

/** Stores the answer of POST /sessions unchanged; null removes the stored session. */
export function storeSession(session: Session | null): void {
  if (session) localStorage.setItem(markKey, uuid());
  else localStorage.removeItem(markKey);
  write(session);
}

/** Stores newer facts about the session's user, such as the manager's contact. */
export function renewSession(session: Session): void {
  const before = storedSession();
  if (before?.user_id !== session.user_id) return;
  if (JSON.stringify(before) !== JSON.stringify(session)) write(session);
}

/** Differs between any two sign-ins, even of the same user; null while nobody is signed in. */
export const sessionMark = () => localStorage.getItem(markKey);

/** Whether this user is signed in. */
export const isSignedIn = (userId: number) => storedSession()?.user_id === userId;

/**
 * Watches the stored session: sign-ins, sign-outs and newer facts about the user, also in another
 * tab or while the page was in the back/forward cache.
 */
export function watchSession(watcher: Watcher): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) watcher(true);
  };
  // A page that the back button brings back may have missed the event.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) watcher(true);
  };
  watchers.add(watcher);
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onPageShow);
  };
}

/** Calls `watcher` when another user, or nobody, is signed in. */
export function watchUser(watcher: Watcher): () => void {
  let userId = storedSession()?.user_id;
  return watchSession((isElsewhere) => {
    const before = userId;
    userId = storedSession()?.user_id;
    if (userId !== before) watcher(isElsewhere);
  });
}
