import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { shellAnswer } from "./shell-paths.ts";
// Listens from the start: the browser makes its offer early.
import "./install-offer.ts";

/** Once the page has loaded and has nothing else to do. */
function whenIdle(then: () => void): () => void {
  // Safari has no idle callback.
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(then) : setTimeout(then, 1_000);
  if (document.readyState === "complete") idle();
  else window.addEventListener("load", idle, { once: true });
  return () => window.removeEventListener("load", idle);
}

/**
 * The installed app's part of every page, after its first load is done: on the psychics' screens
 * and those of the account, and wherever the browser has the app already.
 */
export function InstalledAppLater() {
  const { pathname } = useLocation();
  const [Part, setPart] = useState<ComponentType>();
  const wanted =
    "serviceWorker" in navigator &&
    (shellAnswer(pathname) === "kept" || navigator.serviceWorker.controller !== null);

  useEffect(() => {
    if (!wanted) return;
    return whenIdle(() => {
      import("./installed-app.tsx").then(
        ({ InstalledApp }) => setPart(() => InstalledApp),
        // The portal works without it, and the next page tries again.
        () => undefined,
      );
    });
  }, [wanted]);

  return Part && <Part />;
}
