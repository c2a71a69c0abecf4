import type { Session } from "#shared/sessions.ts";
import { uuid } from "../lib/uuid.ts";

/** The session lies in browser storage under the key `user` (T1). */
const key = "user";
const markKey = "session-mark";

/** @param isElsewhere it was another tab that changed the session. */
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

/** Who is signed in as far as this browser knows; the same object while nothing changed. */
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
  // Another sign-in is another session, though its words may be the same.
  readText = null;
  readSession = null;
  for (const watcher of watchers) watcher(false);
}

/** Keeps the answer of POST /sessions as it came; null forgets it. */
export function storeSession(session: Session | null): void {
  if (session) localStorage.setItem(markKey, uuid());
  else localStorage.removeItem(markKey);
  write(session);
}

/** The same session with what has changed of its user since: the manager's contact, say. */
export function renewSession(session: Session): void {
  const before = storedSession();
  if (before?.user_id !== session.user_id) return;
  if (JSON.stringify(before) !== JSON.stringify(session)) write(session);
}

/** Tells one sign-in from the next, of the same user too; null while nobody is signed in. */
export const sessionMark = () => localStorage.getItem(markKey);

/** Also tells of a sign-in or sign-out in another tab, or while the browser kept the page aside. */
export function watchSession(watcher: Watcher): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) watcher(true);
  };
  // A page that the back button brings back stands as it was left, and may have missed the event.
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
