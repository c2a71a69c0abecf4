import { shellAnswer } from "../shell/shell-paths.ts";
import type { ToPage } from "../worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/** The portal's windows, without recruiting pages: they have no app that could listen. */
export async function portalWindows(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => shellAnswer(new URL(url).pathname) !== "server");
}

/** Whether the window's app received the message: one that is still loading does not. */
export function deliverMessage(
  window: WindowClient,
  message: ToPage,
  patienceMs = 1_000,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), patienceMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    window.postMessage(message, [port2]);
  });
}
