/** Handles a step back or forward. @returns true to hide the step from the router. */
type Catcher = (event: PopStateEvent) => boolean;

const catchers: { catcher: Catcher; isOnTop: boolean }[] = [];

/** The number of `takeBack` steps under way. No catcher is called for these. */
let ownSteps = 0;

/** The place that those steps lead to, until they arrive. */
let returningTo: number | null = null;

const [opening] = performance.getEntriesByType?.("navigation") ?? [];
let isStepped = (opening as PerformanceNavigationTiming | undefined)?.type === "back_forward";

/**
 * Whether the user has stepped through the history. If not, the router's POP is the first screen of
 * a visit.
 */
export const hasStepped = () => isStepped;

// Chromium calls listeners on the window in the order of their registration, even with `capture`.
// So main.tsx imports this module before the router registers its listener.
window.addEventListener("popstate", (event) => {
  if (ownSteps > 0) {
    ownSteps -= 1;
    if (ownSteps === 0) returningTo = null;
    event.stopImmediatePropagation();
    return;
  }
  isStepped = true;
  const inTurn = [...catchers].sort((a, b) => Number(a.isOnTop) - Number(b.isOnTop));
  if (inTurn.findLast(({ catcher }) => catcher(event))) event.stopImmediatePropagation();
});

/**
 * Registers a catcher. The latest one is called first; once one returns true, the others are not
 * called.
 * @param isOnTop for a modal: it is called before the screen below it.
 * @returns a function that removes the catcher.
 */
export function catchSteps(catcher: Catcher, isOnTop = false): () => void {
  const entry = { catcher, isOnTop };
  catchers.push(entry);
  return () => {
    catchers.splice(catchers.indexOf(entry), 1);
  };
}

/** The router's number of a history entry; null if the router did not create the entry. */
export const placeOf = (state: unknown): number | null =>
  typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : null;

/** The place of the current screen, even while `takeBack` is still under way. */
export const currentPlace = (): number | null => returningTo ?? placeOf(history.state);

/** Returns to the place `from`, which a step has just left. @returns the length of that step, or 0. */
export function takeBack(event: PopStateEvent, from: number | null): number {
  const place = placeOf(event.state);
  if (place === null || from === null || place === from) return 0;
  ownSteps += 1;
  returningTo = from;
  history.go(from - place);
  return place - from;
}
