import { Fragment, type ReactNode, useRef } from "react";
import { Navigate, useLocation, useNavigationType } from "react-router-dom";
import { lastSessionEnd } from "./api/session-end.ts";
import { useSession } from "./api/use-session.ts";
import { areaOf, landingOf } from "./lib/area.ts";
import { hasStepped } from "./lib/history-steps.ts";
import type { ReturnAddress } from "./lib/return-address.ts";

/**
 * Screens of one role. A user who is not signed in, or has another role, is sent to /login (D7).
 * After a session that the server ended, or after following a link, signing in leads back here; after
 * a sign-out it does not, even if Back leads to a screen of the user who has left.
 */
export function SessionGuard({
  area,
  children,
}: {
  area: "manager" | "psychic";
  children: ReactNode;
}) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(session !== null);
  const isStep = useNavigationType() === "POP" && hasStepped();

  if (session && areaOf(session) === area) {
    // The key discards the previous user's forms and modals if somebody else has signed in.
    return <Fragment key={session.user_id}>{children}</Fragment>;
  }
  if (session) {
    // An installed app always opens at the same address, for every user.
    const isStart = /^\/(psychic|dashboard)\/?$/i.test(pathname);
    return <Navigate to={isStart ? landingOf(session) : "/login"} replace />;
  }
  const end = lastSessionEnd();
  const returns: ReturnAddress | null =
    (wasSignedIn.current || isStep) && !end
      ? null
      : { to: pathname + search, userId: end?.userId ?? null };
  return <Navigate to="/login" replace state={returns} />;
}
