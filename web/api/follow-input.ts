import { askWhetherUsersAction } from "./background.ts";

/** How long (ms) after an input the page's requests still count as the user's action. */
const actionLasts = 60_000;

/** The events of a user's action. Not `scroll`: a page can scroll by itself. */
const inputs = ["click", "input", "keydown", "pointerdown", "popstate", "wheel"];

const isSeen = () => document.visibilityState === "visible";

/**
 * For a minute after the page is opened, looked at again or touched, its requests are the user's
 * action while it is visible. Later polls and the refetch at midnight are not.
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
