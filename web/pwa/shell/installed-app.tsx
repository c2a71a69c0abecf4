import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import type { psychicEndpoints } from "#shared/psychics.ts";
import type { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { lastSessionEnd } from "#web/api/session-end.ts";
import { useSession } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import type { ToPage } from "../worker-messages.ts";
import { startUpdates, takeUpdate, updateIsReady, watchUpdates } from "./updates.ts";
import "./installed-app.scss";

/** The paths, as in query keys, of the answers that a push message makes out of date. */
const newsPaths: readonly unknown[] = [
  "/psychics/{id}",
  "/psychics/{id}/status",
  "/psychics/{id}/scheduled_calls",
] satisfies (
  | typeof psychicEndpoints.getPsychic.path
  | typeof psychicEndpoints.getAvailability.path
  | typeof scheduledCallEndpoints.listScheduledCalls.path
)[];
const isAboutNews = ({ queryKey }: Query) => newsPaths.includes(queryKey[1]);

/** Goes where a tapped notification leads. Clicks a link, so that an edited form asks first. */
function NotificationLink() {
  const [path, setPath] = useState("/psychic");
  const [taps, setTaps] = useState(0);
  const link = useRef<HTMLAnchorElement>(null);
  const queries = useQueryClient();

  useEffect(() => {
    const onMessage = ({ data, ports }: MessageEvent<ToPage | null>) => {
      if (data?.type === "news") void queries.invalidateQueries({ predicate: isAboutNews });
      if (data?.type !== "open") return;
      ports[0]?.postMessage("received");
      setPath(data.path);
      setTaps((before) => before + 1);
    };
    navigator.serviceWorker.addEventListener("message", onMessage);
    return () => navigator.serviceWorker.removeEventListener("message", onMessage);
  }, [queries]);

  useEffect(() => {
    if (taps > 0) link.current?.click();
  }, [taps]);

  return <Link ref={link} to={path} hidden />;
}

/**
 * Offers a new version (D44), goes where a notification leads, and ties this browser's push
 * subscription to the signed-in user: renewed at the start, ended at a sign-out (D42). If the
 * server ends a session, the browser keeps its subscription for the same user's next session.
 */
export function InstalledApp() {
  const ready = useSyncExternalStore(watchUpdates, updateIsReady);
  const userId = useSession()?.user_id;
  useEffect(() => {
    void startUpdates();
  }, []);
  const isSignedIn = useRef(false);
  useEffect(() => {
    const hasSignedOut = isSignedIn.current && userId === undefined && lastSessionEnd() === null;
    isSignedIn.current = userId !== undefined;
    if (userId === undefined && !hasSignedOut) return;
    // A file of its own: a sign-in does not wait for it.
    import("../push/subscription.ts")
      .then(({ endPush, renewPush }) => (hasSignedOut ? endPush() : renewPush()))
      .catch(() => undefined);
  }, [userId]);
  return (
    <>
      <NotificationLink />
      <div role="status">
        {ready && (
          <div className="update-bar">
            <p>A new version is ready</p>
            <Button look="primary" onClick={takeUpdate}>
              Reload
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
