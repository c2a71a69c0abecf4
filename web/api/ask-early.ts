import type { psychicEndpoints } from "#shared/psychics.ts";
import type { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { addressOf, type PlainRequest } from "./address.ts";
import { inBackground } from "./background.ts";
import { initOf, patience } from "./request-init.ts";
import { isSignOutDue } from "./sign-out-due.ts";
import { sessionMark, storedSession } from "./stored-session.ts";

/**
 * The few properties of an endpoint that a request needs. Its schemas are many times as big as this
 * script.
 */
type First<E extends { path: string; access: string }> = Pick<E, "path" | "access"> & {
  method: "GET";
  keepOffline?: true;
};

const first: readonly [
  First<typeof psychicEndpoints.getAvailability>,
  First<typeof scheduledCallEndpoints.listScheduledCalls>,
  First<typeof psychicEndpoints.getPsychic>,
] = [
  { method: "GET", path: "/psychics/{id}/status", access: "self-or-staff" },
  {
    ...{ method: "GET", path: "/psychics/{id}/scheduled_calls", access: "self-or-staff" },
    keepOffline: true,
  },
  {
    ...{ method: "GET", path: "/psychics/{id}", access: "self-or-staff" },
    keepOffline: true,
  },
];

export interface EarlyRequest {
  endpoint: (typeof first)[number];
  request: PlainRequest;
  response: Promise<Response>;
}

/** Requests that were sent before the app's script ran. */
export interface EarlyRequests {
  /** Whose session it was. Another tab may have changed it since. */
  userId: number;
  mark: string | null;
  /** When they were sent, by `Date.now()`, which also counts the time that a phone sleeps. */
  at: number;
  requests: readonly EarlyRequest[];
}

declare global {
  interface Window {
    earlyRequests?: EarlyRequests | undefined;
  }
}

/**
 * Requests the data that a psychic's dashboard shows first, before the app's script has loaded. On a
 * slow network the answers have then arrived when the dashboard is painted.
 * @returns whether it sent them: only on the dashboard of a signed-in psychic, and not if a
 * sign-out is due.
 */
export function askEarly(path: string): boolean {
  const session = storedSession();
  if (session?.manager == null || isSignOutDue() || !/^\/psychic\/?$/i.test(path)) return false;
  const request = { params: { id: String(session.user_id) } };
  const isSeen = document.visibilityState === "visible";
  const requests = first.map((endpoint) => {
    const { headers, ...init } = initOf(endpoint);
    const response = fetch(addressOf(endpoint, request), {
      ...init,
      headers: { ...headers, ...(!isSeen && inBackground) },
      signal: AbortSignal.timeout(patience),
    });
    // The call that takes this request over handles its failure.
    response.catch(() => undefined);
    return { endpoint, request, response };
  });
  window.earlyRequests = { userId: session.user_id, mark: sessionMark(), at: Date.now(), requests };
  return true;
}
