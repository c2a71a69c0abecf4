import { askWhetherUsersAction } from "./background.ts";

/** How long (ms) after an input the page's requests still count as the user's action. */
const actionLasts = 60_000;

/** The events of a user's action. Not `scroll`: a page can scroll by itself. */
const inputs = ["click", "input", "keydown", "pointerdown", "popstate", "wheel"];

const isSeen = () => document.visibilityState === "visible";

/**
 * A visible page's requests count as the user's action for a minute after the user opens the page,
 * returns to it or touches it. Later polls and the refetch at midnight do not.
 */
export function followInput(): void {
  let lastInput = performance.now();
  const note = () => {
    lastInput = performance.now();
  };
  const options = { capture: true, passive: true };
  // In the capture phase, so that an input is noted before its handler sends a request.
  for (const type of inputs) window.addEventListener(type, note, options);
  window.addEventListener("visibilitychange", () => isSeen() && note(), options);
  askWhetherUsersAction(() => isSeen() && performance.now() - lastInput < actionLasts);
}
