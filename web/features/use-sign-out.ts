import { useState } from "react";
import { sessionEndpoints } from "#shared/sessions.ts";
import { type ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { offlineMode } from "../api/offline.ts";
import { forgetSessionEnd } from "../api/session-end.ts";
import { signOutLater } from "../api/sign-out.ts";
import { storeSession } from "../api/stored-session.ts";
import { showCommunicationFailure, showSuccess } from "../ui/notice-store.ts";

/**
 * Signs out: the server first, so that nobody is told they are signed out while the cookie still
 * opens everything. The guard of the screens then leads to /login.
 */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false);
  const signOut = async () => {
    setSigningOut(true);
    try {
      await call(sessionEndpoints.signOut);
    } catch (error) {
      const { status, code } = error as ApiError;
      // A phone that others use must not wait for a network to forget its user (D38).
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
    showSuccess("Logout Successful", "You have been logged out.");
  };
  return { signingOut, signOut };
}
