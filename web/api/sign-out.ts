import { sessionEndpoints } from "#shared/sessions.ts";
import { addressOf } from "./address.ts";
import { ApiError, errorOf } from "./api-error.ts";

/** Stands while somebody has signed out on this phone and the server does not know it yet (D38). */
const mark = "signed-out";

let underWay: Promise<void> | null = null;

/** The phone has forgotten its user; the server is told as soon as it can be reached. */
export function signOutLater(): void {
  localStorage.setItem(mark, "1");
}

export const isSignOutDue = () => localStorage.getItem(mark) !== null;

/**
 * Ends the session that was left behind; until then no other call is made.
 * @throws ApiError when the server could not be told.
 */
export async function finishSignOut(): Promise<void> {
  underWay ??= inTurn(endLeftSession).finally(() => {
    underWay = null;
  });
  await underWay;
}

/** One tab after the other: a late second call would end the session of whoever came next. */
const inTurn = (work: () => Promise<void>) => navigator.locks.request("sign-out", work);

async function endLeftSession(): Promise<void> {
  if (!isSignOutDue()) return;
  const { method } = sessionEndpoints.signOut;
  const response = await fetch(addressOf(sessionEndpoints.signOut), {
    method,
    credentials: "include",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    signal: AbortSignal.timeout(20_000),
  }).catch(() => {
    throw new ApiError(0, "offline");
  });
  // Somebody whose session has ended anyway is signed out too.
  if (!response.ok && response.status !== 401) throw await errorOf(response);
  localStorage.removeItem(mark);
}
