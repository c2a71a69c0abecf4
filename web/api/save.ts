import type { EndpointData, RequestOf, ResponseOf } from "../../shared/http/endpoint.ts";
import type { Session } from "../../shared/sessions.ts";
import { uuid } from "../lib/uuid.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { isCommunicationFailure } from "./api-error.ts";
import { bodyOf, respond } from "./call.ts";
import { storedSession } from "./stored-session.ts";

export interface Saved<E extends EndpointData> {
  data: ResponseOf<E>;
  /** The ETag of what now stands, for the next save of the same thing. */
  version: string | null;
}

/** Keys of saves that no answer came to: whether they were done nobody here knows. */
const unanswered = new Map<string, string>();
let keptFor: Session | null = null;

/** The kept keys of this session: they hold what was typed, and stand for one session's saves. */
function unansweredNow(): Map<string, string> {
  const session = storedSession();
  if (session !== keptFor) unanswered.clear();
  keptFor = session;
  return unanswered;
}

const told = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/**
 * The one way every form saves. The key makes a repeat harmless: the same save after a lost answer
 * has the same key, and is answered with what became of the first; `version` is the ETag the edit
 * was made on. A server that cannot be reached or fails is told to the user here; refusals are
 * thrown for the form to show.
 */
export async function save<E extends EndpointData>(
  endpoint: E,
  request: RequestOf<E>,
  version?: string,
): Promise<Saved<E>> {
  const name = JSON.stringify([endpoint.method, endpoint.path, request, version], told);
  const key = unansweredNow().get(name) ?? uuid();
  unanswered.set(name, key);
  try {
    const response = await respond(endpoint, request, {
      headers: { "Idempotency-Key": key, ...(version && { "If-Match": version }) },
    });
    unanswered.delete(name);
    return { data: await bodyOf<E>(response), version: response.headers.get("ETag") };
  } catch (error) {
    if (isCommunicationFailure(error)) showCommunicationFailure();
    else unanswered.delete(name);
    throw error;
  }
}
