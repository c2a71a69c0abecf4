import { sessionEndpoints } from "#shared/sessions.ts";
import { addressOf } from "./address.ts";
import { ApiError, errorOf } from "./api-error.ts";
import { isSignOutDue, noteSignOutDone } from "./sign-out-due.ts";

let underWay: Promise<void> | null = null;

/**
 * Ends a session whose user signed out while offline. All other calls wait for it.
 * @throws ApiError when the server cannot be reached.
 */
export async function finishSignOut(): Promise<void> {
  underWay ??= inTurn(endLeftSession).finally(() => {
    underWay = null;
  });
  await underWay;
}

/** One tab at a time: a late second call would end the next user's session. */
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
  // 401: the session has ended already.
  if (!response.ok && response.status !== 401) throw await errorOf(response);
  noteSignOutDone();
}
