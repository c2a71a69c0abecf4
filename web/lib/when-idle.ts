/**
 * Calls back once the page has loaded and is idle.
 * @returns a function that calls it off while the page still loads.
 */
export function whenIdle(then: () => void): () => void {
  // Safari has no idle callback.
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(then) : setTimeout(then, 1_000);
  if (document.readyState === "complete") idle();
  else window.addEventListener("load", idle, { once: true });
  return () => window.removeEventListener("load", idle);
}
