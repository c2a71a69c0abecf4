import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { shellAnswer } from "./shell-paths.ts";
// Imported at the start, because the browser makes its offer early.
import "./install-offer.ts";

/** Calls back once the page has loaded and is idle. */
function whenIdle(then: () => void): () => void {
  // Safari has no idle callback.
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(then) : setTimeout(then, 1_000);
  if (document.readyState === "complete") idle();
  else window.addEventListener("load", idle, { once: true });
  return () => window.removeEventListener("load", idle);
}

/**
 * Loads the installed app's part of a page once the page is idle: on the psychics' screens and the
 * account's, and everywhere if the browser has the app already.
 */
export function InstalledAppLater() {
  const { pathname } = useLocation();
  const [Part, setPart] = useState<ComponentType>();
  const wanted =
    "serviceWorker" in navigator &&
    (shellAnswer(pathname) === "precached" || navigator.serviceWorker.controller !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen tries again
  useEffect(() => {
    if (!wanted || Part) return;
    return whenIdle(() => {
      import("./installed-app.tsx").then(
        ({ InstalledApp }) => setPart(() => InstalledApp),
        // The portal works without it; the next screen tries again.
        () => undefined,
      );
    });
  }, [wanted, Part, pathname]);

  return Part && <Part />;
}
