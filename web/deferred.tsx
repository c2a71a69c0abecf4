import { type ComponentType, use } from "react";
import { withTimeout } from "./lib/with-timeout.ts";

/** Far longer than a screen's file takes on a slow network (ms). */
const patience = 30_000;

/** A dynamic import, told which of the module's exports is the component. */
export type Load = () => Promise<{ default: ComponentType }>;

export interface DeferredComponent {
  /** Starts the download, once; anew after a failure that was told. */
  load: () => Promise<ComponentType>;
  Component: ComponentType;
}

const failures = new Set<() => void>();

/**
 * What failed to come is asked for anew when it is next wanted; for when that it failed was told. No
 * sooner: a screen is drawn several times before it stands, and would be asked for without an end.
 */
export function forgetFailures(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/**
 * A component whose module comes later. Unlike React's `lazy` it is there at once where the module
 * is: a first paint that has to suspend waits 300 ms longer than its files do.
 */
export function deferred(load: Load): DeferredComponent {
  let coming: Promise<ComponentType> | undefined;
  const bring = () => {
    // A file that hangs fails like one that does not come: then its user can load the page again.
    coming ??= withTimeout(patience, load()).then(
      ({ default: component }) => {
        // From here on `use` reads it without suspending.
        Object.assign(coming ?? {}, { status: "fulfilled", value: component });
        return component;
      },
      (error) => {
        failures.add(() => {
          coming = undefined;
        });
        throw error;
      },
    );
    return coming;
  };
  function Deferred() {
    const Found = use(bring());
    return <Found />;
  }
  return { load: bring, Component: Deferred };
}
