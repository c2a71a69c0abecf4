import { createServer, type Server } from "node:http";
import type { Page } from "playwright/test";
import { subscription } from "#tests/support/push-service.ts";

/**
 * A browser that subscribes at a push service of the test: the real one is out of reach, and the
 * browser's own call would hang. All else of the browser's push is its own.
 */
export async function stubSubscribing(page: Page, endpoint: string): Promise<void> {
  const { keys } = subscription(endpoint);
  await page.addInitScript(
    ([address, p256dh, auth]) => {
      const place = "subscribed-by-test";
      const subscribed = {
        endpoint: address,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint: address, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(place);
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (localStorage.getItem(place) ? subscribed : null),
        subscribe: async () => {
          localStorage.setItem(place, "1");
          return subscribed;
        },
      });
    },
    [endpoint, keys.p256dh, keys.auth] as const,
  );
}

/** A push service that takes whatever it is sent. */
export async function openPushService(port: number): Promise<Server> {
  const server = createServer((req, res) => {
    req.resume();
    res.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
