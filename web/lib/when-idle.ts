/** In milliseconds. A page that animates on a slow phone may never be idle. */
const latest = 2_000;

/**
 * Calls back once the page has loaded and is idle, or has been busy for 2 seconds.
 * @returns a function that calls it off while the page still loads.
 */
export function whenIdle(then: () => void): () => void {
  // Safari has no idle callback.
  const idle = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(then, { timeout: latest })
      : setTimeout(then, 1_000);
  if (document.readyState === "complete") idle();
  else window.addEventListener("load", idle, { once: true });
  return () => window.removeEventListener("load", idle);
}
