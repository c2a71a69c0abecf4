/** Is told of a step back or forward. @returns whether the router must not hear of it. */
type Catcher = (event: PopStateEvent) => boolean;

const catchers: { catcher: Catcher; isOnTop: boolean }[] = [];

/** Steps of our own that take another one back. Nobody need hear of them. */
let ours = 0;

/** Where those lead, until they have arrived. */
let returningTo: number | null = null;

// Chromium calls the window's own listeners in the order in which they were added, `capture` or
// not. So this one is added as the page starts, before the router adds its own.
window.addEventListener("popstate", (event) => {
  if (ours > 0) {
    ours -= 1;
    if (ours === 0) returningTo = null;
    event.stopImmediatePropagation();
    return;
  }
  const inTurn = [...catchers].sort((a, b) => Number(a.isOnTop) - Number(b.isOnTop));
  if (inTurn.findLast(({ catcher }) => catcher(event))) event.stopImmediatePropagation();
});

/**
 * The latest catcher hears of a step first, until one catches it.
 * @param isOnTop of a modal: it hears before the screen below it does.
 * @returns ends it.
 */
export function catchSteps(catcher: Catcher, isOnTop = false): () => void {
  const entry = { catcher, isOnTop };
  catchers.push(entry);
  return () => {
    catchers.splice(catchers.indexOf(entry), 1);
  };
}

/** The place of a history entry, as the router numbers them; null for one that it did not make. */
export const placeOf = (state: unknown): number | null =>
  typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : null;

/** The place on screen, also while a step that was taken back is still under way. */
export const currentPlace = (): number | null => returningTo ?? placeOf(history.state);

/** Goes back to the place that a step led away from. @returns the step's length; 0 for no step. */
export function takeBack(event: PopStateEvent, from: number | null): number {
  const place = placeOf(event.state);
  if (place === null || from === null || place === from) return 0;
  ours += 1;
  returningTo = from;
  history.go(from - place);
  return place - from;
}
