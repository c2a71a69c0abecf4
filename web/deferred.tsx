import { type ComponentType, use } from "react";
import { withTimeout } from "./lib/with-timeout.ts";

/** Far longer than a screen's file takes on a slow network (ms). */
const patience = 30_000;

/** A dynamic import, with the export that is the component. */
export type Load = () => Promise<{ default: ComponentType }>;

export interface DeferredComponent {
  /** Starts the download once, and again after a failure that was shown. */
  load: () => Promise<ComponentType>;
  Component: ComponentType;
}

const failures = new Set<() => void>();

/**
 * After a failure was shown, the next use downloads again. Not earlier: a screen renders several
 * times before it is shown, and each render would start another download.
 */
export function forgetFailures(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * A component whose module loads later. Unlike React's `lazy` it renders at once if the module has
 * loaded: a first paint that suspends comes 300 ms after its files.
 */
export function deferred(load: Load): DeferredComponent {
  let download: Promise<ComponentType> | undefined;
  const start = () => {
    // A file that takes too long counts as failed, so that the user can load the page again.
    download ??= withTimeout(patience, load()).then(
      ({ default: component }) => {
        // From now on `use` reads it without suspending.
        Object.assign(download ?? {}, { status: "fulfilled", value: component });
        return component;
      },
      (error) => {
        failures.add(() => {
          download = undefined;
        });
        throw error;
      },
    );
    return download;
  };
  function Deferred() {
    const Found = use(start());
    return <Found />;
  }
  return { load: start, Component: Deferred };
}
