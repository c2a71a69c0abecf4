import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { whenIdle } from "#web/lib/when-idle.ts";
import { storesApp } from "./shell-paths.ts";
// Imported at the start, because the browser makes its offer early.
import "./install-offer.ts";

/**
 * Loads the installed app's part of a page once the page is idle: on the psychics' screens, on those
 * for signing in and recovery, and where staff turn on notifications. If the browser has stored the
 * app already, every screen loads it.
 */
export function InstalledAppLater() {
  const { pathname } = useLocation();
  const [Part, setPart] = useState<ComponentType>();
  const wanted =
    "serviceWorker" in navigator &&
    (storesApp(pathname) || navigator.serviceWorker.controller !== null);

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
