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
  /** Undefined while the edit waits. */
  data: ResponseOf<E> | undefined;
  /** The new ETag, for the next save of the same thing. */
  version: string | null;
  /** The edit waits on this phone to be sent: the server does not have it yet (D39). */
  isWaiting: boolean;
}

interface Unanswered {
  key: string;
  /** Names what is saved, without the new value. */
  thing: string;
  /** When it was sent first. */
  at: number;
}

/**
 * Saves whose response was lost, by request; the server may have applied them. The requests contain
 * what was typed, so they are forgotten when the session ends.
 */
const unanswered = new Map<string, Unanswered>();
let unansweredSession: string | null = null;
watchSession(() => {
  // Newer facts about the user do not end the session.
  if (sessionMark() !== unansweredSession) unanswered.clear();
});

/**
 * How long (ms) a save that replaces a value keeps its key. After that, other changes may have
 * restored the old value, and the server would only repeat its answer to the first save.
 */
const replacingKeyLife = 60_000;

/** Whether a save replaces a value, so that a repeat does no harm. A gift would be sent twice. */
const replacesValue = ({ method }: EndpointData, { body }: { body?: unknown }) =>
  method === "PUT" || (typeof body === "object" && body !== null && "from" in body);

/** Whether an earlier save is too old to be repeated under its key. With a version it never is. */
const isExpired = ({ at }: Unanswered, endpoint: EndpointData, request: object, version?: string) =>
  version === undefined && replacesValue(endpoint, request) && Date.now() - at > replacingKeyLife;

/**
 * Forgets a save that was answered. If it replaced a value, also forgets unanswered saves of the
 * same thing: repeated under their keys, they would change nothing.
 */
function forgetSave(name: string, thing: string, endpoint: EndpointData, request: object): void {
  unanswered.delete(name);
  if (!replacesValue(endpoint, request)) return;
  for (const [other, save] of unanswered) if (save.thing === thing) unanswered.delete(other);
}

const withFileFacts = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

const waiting = { data: undefined, version: null, isWaiting: true };

/**
 * Saves a form; every form saves through it. A save that is repeated after a lost response has the
 * same key, so the server applies it once and repeats its answer. While the server is out of reach,
 * a queueable edit waits in the outbox, and any other edit shows a notice. Refusals are thrown for
 * the form to show.
 * @param version the ETag that the edit is based on.
 * @param about the names or numbers behind the request's ids, or the values before the edit, for
 *   the list of unsent edits.
 * @param base the value that the edit changes, as JSON: an unsent edit of the schedule merges with
 *   what others save.
 */
export async function save<E extends EndpointData>(
  endpoint: E,
  request: RequestOf<E>,
  version?: string,
  about?: string,
  base?: string,
): Promise<Saved<E>> {
  const name = JSON.stringify([endpoint.method, endpoint.path, request, version], withFileFacts);
  const { params } = request as { params?: object };
  const thing = JSON.stringify([endpoint.method, endpoint.path, params]);
  const earlier = unanswered.get(name);
  const isRepeat = earlier && !isExpired(earlier, endpoint, request, version);
  const repeated = isRepeat ? earlier : undefined;
  const key = repeated?.key ?? uuid();
  const offline = endpoint.queueable ? offlineMode() : null;
  const edit = { endpoint, request, version, key, about, base };
  // The last call found no server. In some browsers the next would take half a minute to fail.
  const mustWait = offline && (!isWithinReach() || offline.isBehind(endpoint));
  // A key that was used before means that the server may have applied the save.
  if (mustWait && (await offline.queue({ ...edit, isTried: repeated !== undefined }))) {
    unanswered.delete(name);
    return waiting;
  }
  unansweredSession = sessionMark();
  unanswered.set(name, { key, thing, at: repeated?.at ?? Date.now() });
  try {
    const headers = { "Idempotency-Key": key, ...(version && { "If-Match": version }) };
    const response = await sendConfirmed(() => respond(endpoint, request, { headers }));
    // If the answer is cut off, the key stays for a repeat.
    const data = await bodyOf<E>(response);
    forgetSave(name, thing, endpoint, request);
    offline?.saved(endpoint, request);
    return { data, version: response.headers.get("ETag"), isWaiting: false };
  } catch (error) {
    if (mayWait(error) && offline && (await offline.queue({ ...edit, isTried: true }))) {
      unanswered.delete(name);
      return waiting;
    }
    if (isCommunicationFailure(error)) showCommunicationFailure();
    else if (error instanceof ApiError && [409, 412].includes(error.status)) {
      forgetSave(name, thing, endpoint, request);
    } else if (error instanceof ApiError) unanswered.delete(name);
    throw error;
  }
}

const mayWait = (error: unknown) =>
  isCommunicationFailure(error) || (error instanceof ApiError && error.code === "too_many");
