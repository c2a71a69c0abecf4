import { Fragment, type ReactNode, useRef } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { lastSessionEnd } from "./api/session-end.ts";
import { useSession } from "./api/use-session.ts";
import { areaOf, landingOf } from "./lib/area.ts";
import type { ReturnAddress } from "./lib/return-address.ts";

/**
 * Screens of one role. Whoever is not signed in, or signed in as another role, goes to /login
 * (D7); a session that the server ended, and a visitor who followed a link, come back here after
 * signing in. Who signed out does not.
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

  if (session && areaOf(session) === area) {
    // A page that slept while somebody else signed in keeps no form or window of the first.
    return <Fragment key={session.user_id}>{children}</Fragment>;
  }
  if (session) {
    // An installed app opens at one address, whoever is signed in.
    const isStart = /^\/(psychic|dashboard)\/?$/i.test(pathname);
    return <Navigate to={isStart ? landingOf(session) : "/login"} replace />;
  }
  const end = lastSessionEnd();
  const returns: ReturnAddress | null =
    wasSignedIn.current && !end ? null : { to: pathname + search, userId: end?.userId ?? null };
  return <Navigate to="/login" replace state={returns} />;
}
