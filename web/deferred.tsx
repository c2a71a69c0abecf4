import { type ComponentType, use } from "react";

/** A dynamic import, told which of the module's exports is the component. */
export type Load = () => Promise<{ default: ComponentType }>;

export interface DeferredComponent {
  /** Starts the download, once. */
  load: () => Promise<ComponentType>;
  Component: ComponentType;
}

/**
 * A component whose module comes later. Unlike React's `lazy` it is there at once where the module
 * is: a first paint that has to suspend waits 300 ms longer than its files do.
 */
export function deferred(load: Load): DeferredComponent {
  let here: ComponentType | undefined;
  let coming: Promise<ComponentType> | undefined;
  const bring = () => {
    coming ??= load().then(({ default: component }) => {
      here = component;
      return component;
    });
    return coming;
  };
  function Deferred() {
    const Found = here ?? use(bring());
    return <Found />;
  }
  return { load: bring, Component: Deferred };
}
