import { useState } from "react";
import { sessionEndpoints } from "../../shared/sessions.ts";
import { ApiError } from "../api/api-error.ts";
import { save } from "../api/save.ts";
import { forgetSessionEnd } from "../api/session-end.ts";
import { storeSession } from "../api/stored-session.ts";
import { showSuccess } from "../ui/notice-store.ts";

/**
 * Signs out: the server first, so that nobody is told they are signed out while the cookie still
 * opens everything. The guard of the screens then leads to /login.
 */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false);
  const signOut = async () => {
    setSigningOut(true);
    try {
      await save(sessionEndpoints.signOut, {});
    } catch (error) {
      const alreadyOut = error instanceof ApiError && error.status === 401;
      if (!alreadyOut) {
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
