import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button.tsx";
import { startUpdates, takeUpdate, updateIsReady, watchUpdates } from "./updates.ts";
import type { ToPage } from "./worker-messages.ts";

/** Where a tapped notification leads: as a link, so that a form being edited asks first. */
function NotificationLink() {
  const [path, setPath] = useState("/psychic");
  const [taps, setTaps] = useState(0);
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const onMessage = ({ data, ports }: MessageEvent<ToPage | null>) => {
      if (data?.type !== "open") return;
      ports[0]?.postMessage("taken");
      setPath(data.path);
      setTaps((before) => before + 1);
    };
    navigator.serviceWorker.addEventListener("message", onMessage);
    return () => navigator.serviceWorker.removeEventListener("message", onMessage);
  }, []);

  useEffect(() => {
    if (taps > 0) link.current?.click();
  }, [taps]);

  return <Link ref={link} to={path} hidden />;
}

/** Offers a new version (D44), and goes where a notification leads. */
export function InstalledApp() {
  const ready = useSyncExternalStore(watchUpdates, updateIsReady);
  const userId = useSession()?.user_id;
  useEffect(() => {
    void startUpdates();
  }, []);
  useEffect(() => {
    if (userId === undefined) return;
    // A part of its own, which signing in does not wait for.
    import("./push.ts").then(({ renewPush }) => renewPush()).catch(() => undefined);
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
