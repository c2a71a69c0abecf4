import type { Page } from "playwright/test";
import { subscription } from "#tests/support/push-service.ts";

/**
 * Makes the browser subscribe to the test's push service. A real subscription would hang, because
 * the browser's push service is out of reach. The rest of the browser's push is not stubbed.
 */
export async function stubPushSubscription(page: Page, endpoint: string): Promise<void> {
  const { keys } = subscription(endpoint);
  await page.addInitScript(
    ([address, p256dh, auth]) => {
      const storageKey = "subscribed-by-test";
      const subscribed = {
        endpoint: address,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint: address, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(storageKey);
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (localStorage.getItem(storageKey) ? subscribed : null),
        subscribe: async () => {
          localStorage.setItem(storageKey, "1");
          return subscribed;
        },
      });
    },
    [endpoint, keys.p256dh, keys.auth] as const,
  );
}
