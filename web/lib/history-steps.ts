/** Is told of a step back or forward. @returns whether the router must not hear of it. */
type Catcher = (event: PopStateEvent) => boolean;

const catchers: Catcher[] = [];

// Chromium calls the window's own listeners in the order in which they were added, `capture` or
// not. So this one is added as the page starts, before the router adds its own.
window.addEventListener("popstate", (event) => {
  if (catchers.findLast((caught) => caught(event))) event.stopImmediatePropagation();
});

/** Steps are told to the latest catcher first, until one catches it. @returns ends it. */
export function catchSteps(catcher: Catcher): () => void {
  catchers.push(catcher);
  return () => {
    catchers.splice(catchers.indexOf(catcher), 1);
  };
}
