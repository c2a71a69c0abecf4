/** Where the focus goes when what had it is gone: to where the screen begins. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}
