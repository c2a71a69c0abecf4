import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import { isWithinReach } from "../lib/reach.ts";
import { uuid } from "../lib/uuid.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { ApiError, isCommunicationFailure } from "./api-error.ts";
import { bodyOf, respond } from "./call.ts";
import { sendConfirmed } from "./confirmation.ts";
import { offlineMode } from "./offline.ts";
import { sessionMark, watchSession } from "./stored-session.ts";

export interface Saved<E extends EndpointData> {
  /** Undefined while the save waits. */
  data: ResponseOf<E> | undefined;
  /** The ETag of what now stands, for the next save of the same thing. */
  version: string | null;
  /** The server does not have it yet: it waits on this phone to be sent (D39). */
  isWaiting: boolean;
}

/**
 * Keys of saves that no answer came to: whether they were done nobody here knows. They stand for one
 * session's saves, and hold what was typed.
 */
const unanswered = new Map<string, string>();
let savesOf: string | null = null;
watchSession(() => {
  // What is known of the user may be renewed meanwhile: the session is the same.
  if (sessionMark() !== savesOf) unanswered.clear();
});

const told = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

const waiting = { data: undefined, version: null, isWaiting: true };

/**
 * The one way every form saves. The key makes a repeat harmless: the same save after a lost answer
 * has the same key, and is answered with what became of the first; `version` is the ETag the edit
 * was made on. An edit that may wait is kept on the phone while the server is out of reach. What
 * may not is told to the user here; refusals are thrown for the form to show.
 * @param about what the request's ids stand for, in words: shown while the edit waits.
 */
export async function save<E extends EndpointData>(
  endpoint: E,
  request: RequestOf<E>,
  version?: string,
  about?: string,
): Promise<Saved<E>> {
  const name = JSON.stringify([endpoint.method, endpoint.path, request, version], told);
  const key = unanswered.get(name) ?? uuid();
  const offline = endpoint.queueable ? offlineMode() : null;
  const edit = { endpoint, request, version, key, about };
  // The last call found no server: some browsers take half a minute to say so of the next.
  const mustWait = offline && (!isWithinReach() || offline.isBehind(endpoint));
  // A key that was used before is one that the server may have seen.
  if (mustWait && (await offline.queue({ ...edit, isTried: unanswered.has(name) }))) {
    unanswered.delete(name);
    return waiting;
  }
  savesOf = sessionMark();
  unanswered.set(name, key);
  try {
    const headers = { "Idempotency-Key": key, ...(version && { "If-Match": version }) };
    const response = await sendConfirmed(() => respond(endpoint, request, { headers }));
    // An answer that broke off may not be the server's: then the same save has the same key.
    const data = await bodyOf<E>(response);
    unanswered.delete(name);
    offline?.saved(endpoint, request);
    return { data, version: response.headers.get("ETag"), isWaiting: false };
  } catch (error) {
    if (mayWait(error) && offline && (await offline.queue({ ...edit, isTried: true }))) {
      unanswered.delete(name);
      return waiting;
    }
    if (isCommunicationFailure(error)) showCommunicationFailure();
    else if (error instanceof ApiError) unanswered.delete(name);
    throw error;
  }
}

const mayWait = (error: unknown) =>
  isCommunicationFailure(error) || (error instanceof ApiError && error.code === "too_many");
