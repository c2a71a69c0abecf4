import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import { type Session, sessionEndpoints } from "#shared/sessions.ts";
import { firstOf } from "../lib/first-of.ts";
import { noteReach } from "../lib/reach.ts";
import { addressOf, type PlainRequest } from "./address.ts";
import { ApiError, errorOf } from "./api-error.ts";
import { endSession, reportForbidden } from "./session-end.ts";
import { finishSignOut, isSignOutDue } from "./sign-out.ts";
import { sessionMark, storedSession } from "./stored-session.ts";

/** What of an endpoint counts when it is called. */
type Sent = Pick<EndpointData, "method" | "path" | "access" | "accepts" | "keepOffline">;

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** The request argument: left out where an endpoint takes nothing. */
export type RequestArgument<E extends EndpointData> =
  Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

/** A picture goes as a form with a file; the browser writes that form's Content-Type itself. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, Blob>)) form.set(name, value);
  return form;
}

/** What of a request is sent below its address. */
function contentOf(endpoint: Sent, body: unknown): { type?: string; body?: BodyInit } {
  if (endpoint.method === "GET") return {};
  if (endpoint.accepts === "picture") return { body: formOf(body) };
  return {
    // Also without a body: the server takes no unsafe request that a form could send.
    type: "application/json",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** What a proxy says of a server that is away. */
const away = [502, 503, 504];

/** Longer than the server works on anything; a network that swallows calls would keep them for ever. */
const patience = 35_000;

/** @throws ApiError `offline` where no answer came. */
async function send(address: string, init: RequestInit): Promise<Response> {
  const { signal: given } = init;
  const late = AbortSignal.timeout(patience);
  const signal = given ? firstOf(given, late) : late;
  // Only what fetch itself rejects with means that there is no network: nothing else stands in here.
  const response = await fetch(address, { ...init, signal }).catch((error: unknown) => {
    // An aborted call is no failure: whoever aborted it knows.
    if (given?.aborted) throw error;
    noteReach(false);
    throw new ApiError(0, "offline");
  });
  noteReach(!away.includes(response.status));
  return response;
}

/**
 * Whether the server still knows the session's user by this browser's cookie.
 * @param mark the session's `sessionMark`: its stored facts may have been renewed since.
 */
export async function isStill(mark: string | null): Promise<boolean> {
  const session = storedSession();
  if (!session || mark !== sessionMark()) return false;
  const headers = { Accept: "application/json" };
  const address = addressOf(sessionEndpoints.getSession);
  const answer = await send(address, { credentials: "include", headers });
  if (!answer.ok) return false;
  const found: Partial<Session> = await answer.json().catch(() => ({}));
  return found.user_id === session.user_id;
}

/** Answers that were asked for before their screen stood, by address. */
const ahead = new Map<string, Promise<Response>>();

/** How long such an answer may wait to be taken: a later one asks anew. */
const aheadFor = 5000;

/** Asks for what a screen will ask for in a moment, which then takes this answer. */
export function askAhead(endpoint: Sent, request: PlainRequest): void {
  const address = addressOf(endpoint, request);
  const answer = respond(endpoint, request);
  // Whoever takes it is told.
  answer.catch(() => undefined);
  ahead.set(address, answer);
  setTimeout(() => ahead.delete(address), aheadFor);
}

/**
 * Sends a request and hands back the successful response. A 401 or 403 leads to /login, but for
 * public calls (sign-in, recovery links): there it is an answer, for the screen that asked.
 */
export async function respond(
  endpoint: Sent,
  request: PlainRequest,
  { signal, headers = {} }: CallOptions = {},
): Promise<Response> {
  // A phone that was signed out without a network first ends that session (D38).
  if (isSignOutDue()) await finishSignOut();
  const address = addressOf(endpoint, request);
  const known = endpoint.method === "GET" ? ahead.get(address) : undefined;
  ahead.delete(address);
  if (known) return known;
  const content = contentOf(endpoint, request.body);
  const session = sessionMark();
  const sendIt = () =>
    send(address, {
      method: endpoint.method,
      credentials: "include",
      // What a phone keeps is sealed (D45): the browser's own cache would keep it open.
      ...(endpoint.keepOffline && { cache: "no-store" }),
      headers: {
        Accept: "application/json",
        ...(content.type && { "Content-Type": content.type }),
        ...headers,
      },
      ...(content.body !== undefined && { body: content.body }),
      ...(signal && { signal }),
    });
  let response = await sendIt();
  // A new password gives the session a new cookie: requests under way are refused, and sent again.
  if (response.status === 401 && endpoint.access !== "public" && (await isStill(session))) {
    response = await sendIt();
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  // An answer to the session before says nothing about one that began since.
  if (endpoint.access !== "public" && session === sessionMark()) {
    if (response.status === 401) endSession();
    if (response.status === 403) reportForbidden();
  }
  throw error;
}

/** The body of an answer; undefined where there is none, as with 204. */
export async function bodyOf<E extends EndpointData>(response: Response): Promise<ResponseOf<E>> {
  try {
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<E>;
  } catch {
    // The connection broke in the middle of the body, or a proxy answered with a page.
    throw new ApiError(response.status, "offline");
  }
}

/** Calls an endpoint: typed by its schemas, which themselves stay on the server. */
export async function call<E extends EndpointData>(
  endpoint: E,
  ...[request]: RequestArgument<E>
): Promise<ResponseOf<E>> {
  return bodyOf<E>(await respond(endpoint, request ?? {}));
}
