/** Moves the focus to the screen's heading when the focused element disappears. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}
