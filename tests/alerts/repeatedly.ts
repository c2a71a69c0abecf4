import { setTimeout as pause } from "node:timers/promises";

/** Does something again and again, also after a failure. @returns a function that ends it. */
export function repeatedly(act: () => Promise<unknown>): () => Promise<void> {
  let isOn = true;
  const running = (async () => {
    while (isOn) await act().catch(() => pause(100));
  })();
  return async () => {
    isOn = false;
    await running;
  };
}
