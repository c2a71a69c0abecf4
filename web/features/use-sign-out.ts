import { useState } from "react";
import { sessionEndpoints } from "#shared/sessions.ts";
import { type ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { offlineMode } from "../api/offline.ts";
import { forgetSessionEnd } from "../api/session-end.ts";
import { signOutLater } from "../api/sign-out-due.ts";
import { storeSession } from "../api/stored-session.ts";
import {
  currentNotices,
  dismissNotice,
  showCommunicationFailure,
  showSuccess,
} from "../ui/notice-store.ts";

/**
 * Signs out on the server first: otherwise the screen could say that the user is signed out while the
 * cookie still works. The guard of the screens then leads to /login.
 */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false);
  const signOut = async () => {
    setSigningOut(true);
    try {
      await call(sessionEndpoints.signOut);
    } catch (error) {
      const { status, code } = error as ApiError;
      // A shared phone must forget its user even without a network (D38).
      const leavesNow = code === "offline" && offlineMode() !== null;
      if (leavesNow) signOutLater();
      else if (status !== 401) {
        if (isCommunicationFailure(error)) showCommunicationFailure();
        setSigningOut(false);
        return;
      }
    }
    forgetSessionEnd();
    storeSession(null);
    // A notice may name what only the last user may see.
    for (const { id } of currentNotices()) dismissNotice(id);
    showSuccess("Logout Successful", "You have been logged out.");
  };
  return { signingOut, signOut };
}
