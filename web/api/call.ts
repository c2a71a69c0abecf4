import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import { type Session, sessionEndpoints } from "#shared/sessions.ts";
import { anySignal } from "../lib/any-signal.ts";
import { noteReach } from "../lib/reach.ts";
import { addressOf, type PlainRequest } from "./address.ts";
import { ApiError, errorOf } from "./api-error.ts";
import { backgroundHeader } from "./background.ts";
import { withCookieLock } from "./cookie-lock.ts";
import { initOf, patience } from "./request-init.ts";
import { endSession, reportForbidden } from "./session-end.ts";
import { finishSignOut } from "./sign-out.ts";
import { isSignOutDue } from "./sign-out-due.ts";
import { sessionMark, storedSession } from "./stored-session.ts";

/** The parts of an endpoint that a call needs. */
type CalledEndpoint = Pick<EndpointData, "method" | "path" | "access" | "accepts" | "keepOffline">;

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The response to the same request, if the request was sent earlier. */
  sent?: Promise<Response>;
}

/** The request argument; optional where the endpoint requires nothing. */
export type RequestArgument<E extends EndpointData> =
  Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

/** A picture is sent as a form with a file. The browser sets the Content-Type of such a form. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, Blob>)) form.set(name, value);
  return form;
}

/** A request's body and its Content-Type. */
function contentOf(endpoint: CalledEndpoint, body: unknown): { type?: string; body?: BodyInit } {
  if (endpoint.method === "GET") return {};
  if (endpoint.accepts === "picture") return { body: formOf(body) };
  return {
    // Even without a body: the server refuses writes that a form on another site could send.
    type: "application/json",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Statuses of a proxy whose server is away. */
const proxyFailures = [502, 503, 504];

/** @throws ApiError `offline` when no answer comes. */
async function send(
  address: string,
  init: RequestInit & { headers: Record<string, string> },
  sent?: Promise<Response>,
): Promise<Response> {
  const { signal: callerSignal } = init;
  const timeout = AbortSignal.timeout(patience);
  const signal = callerSignal ? anySignal(callerSignal, timeout) : timeout;
  // Only a rejection of fetch itself means that there is no network, so nothing else is caught.
  const headers = { ...backgroundHeader(), ...init.headers };
  const answer = sent ?? fetch(address, { ...init, headers, signal });
  const response = await answer.catch((error: unknown) => {
    // The caller aborted it: no failure.
    if (callerSignal?.aborted) throw error;
    noteReach(false);
    throw new ApiError(0, "offline");
  });
  noteReach(!proxyFailures.includes(response.status));
  return response;
}

/**
 * Asks the server whether this browser's cookie still belongs to the session's user.
 * @param mark the session's `sessionMark`, which stays when the stored facts are renewed.
 */
export async function isStillSignedIn(mark: string | null): Promise<boolean> {
  const session = storedSession();
  if (!session || mark !== sessionMark()) return false;
  const headers = { Accept: "application/json" };
  const address = addressOf(sessionEndpoints.getSession);
  const ask = () => send(address, { credentials: "include", headers });
  // The server refuses the old cookie before the new one has arrived.
  const answer = await withCookieLock("shared", ask);
  if (!answer.ok) return false;
  const found: Partial<Session> = await answer.json().catch(() => ({}));
  return found.user_id === session.user_id;
}

/** Answers that were requested before their screen loaded, by address. */
const earlyAnswers = new Map<string, { mark: string | null; answer: Promise<Response> }>();

/** How long (ms) an early answer is fresh enough for its screen. */
const earlyAnswerLife = 5000;

/** Hands a request that was sent early to the call that a screen is about to make. */
export function answerEarly(
  endpoint: CalledEndpoint,
  request: PlainRequest,
  sent: Promise<Response>,
): void {
  const address = addressOf(endpoint, request);
  const answer = respond(endpoint, request, { sent });
  // The screen handles a failure.
  answer.catch(() => undefined);
  earlyAnswers.set(address, { mark: sessionMark(), answer });
  setTimeout(() => earlyAnswers.delete(address), earlyAnswerLife);
}

/**
 * Sends a request and returns the successful response. A 401 or 403 leads to /login, except for
 * public calls (sign-in, recovery links), whose screens handle it.
 */
export async function respond(
  endpoint: CalledEndpoint,
  request: PlainRequest,
  { signal, headers = {}, sent }: CallOptions = {},
): Promise<Response> {
  // After a sign-out while offline, the phone first ends that session (D38).
  if (isSignOutDue()) await finishSignOut();
  const address = addressOf(endpoint, request);
  const known = endpoint.method === "GET" ? earlyAnswers.get(address) : undefined;
  earlyAnswers.delete(address);
  if (known && known.mark === sessionMark()) return known.answer;
  const content = contentOf(endpoint, request.body);
  const session = sessionMark();
  const { headers: always, ...init } = initOf(endpoint);
  const sendNow = (before?: Promise<Response>) =>
    send(
      address,
      {
        ...init,
        headers: { ...always, ...(content.type && { "Content-Type": content.type }), ...headers },
        ...(content.body !== undefined && { body: content.body }),
        ...(signal && { signal }),
      },
      before,
    );
  const sendIt = (before?: Promise<Response>) =>
    endpoint === sessionEndpoints.changePassword
      ? withCookieLock("exclusive", () => sendNow(before))
      : sendNow(before);
  let response = await sendIt(sent);
  // A new password gives the session a new cookie. Requests under way are then refused, so send
  // them again.
  if (response.status === 401 && endpoint.access !== "public" && (await isStillSignedIn(session))) {
    response = await sendIt();
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  // A refusal of an earlier session says nothing about the current one.
  if (endpoint.access !== "public" && session === sessionMark()) {
    if (response.status === 401) endSession();
    if (response.status === 403) reportForbidden();
  }
  throw error;
}

/** The body of an answer; undefined without one, as with 204. */
export async function bodyOf<E extends EndpointData>(response: Response): Promise<ResponseOf<E>> {
  try {
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<E>;
  } catch {
    // The connection broke within the body, or a proxy answered with a page.
    throw new ApiError(response.status, "offline");
  }
}

/** Calls an endpoint. Its schemas give the types; at run time only the server has them. */
export async function call<E extends EndpointData>(
  endpoint: E,
  ...[request]: RequestArgument<E>
): Promise<ResponseOf<E>> {
  return bodyOf<E>(await respond(endpoint, request ?? {}));
}
