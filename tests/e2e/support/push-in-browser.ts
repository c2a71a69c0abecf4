import type { Page, Worker } from "playwright/test";
import { subscription } from "#tests/support/push-service.ts";
import { expect } from "./server.ts";

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

/**
 * Returns a function that delivers a push as the browser's push service does, and waits until the
 * notification shows. A test must not call getNotifications() before that: the browser would drop
 * the new notification.
 */
export async function pushTo(
  page: Page,
  worker: Worker,
): Promise<(payload: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await worker.evaluate(() => {
    const scope = self as unknown as ServiceWorkerGlobalScopeOfTest;
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.shown = 0;
    registration.showNotification = async (...notification) => {
      await show(...notification);
      scope.shown += 1;
    };
  });
  const shown = () =>
    worker.evaluate(() => (self as unknown as ServiceWorkerGlobalScopeOfTest).shown);
  return async (data) => {
    const before = await shown();
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await expect.poll(shown).toBe(before + 1);
  };
}

/** The notifications that the browser shows. */
export const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, icon }) => ({
      title,
      body,
      tag,
      icon: new URL(icon).pathname,
    }));
  });

/** Dispatches a tap to the worker as the system does, because DevTools cannot tap. */
export const tap = (worker: Worker, tag: string) =>
  worker.evaluate(async (wanted) => {
    const scope = self as unknown as ServiceWorkerGlobalScopeOfTest;
    const [notification] = await scope.registration.getNotifications({ tag: wanted });
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  }, tag);

interface ServiceWorkerGlobalScopeOfTest extends EventTarget {
  registration: ServiceWorkerRegistration;
  /** How many notifications were shown. */
  shown: number;
  NotificationEvent: new (type: string, init: object) => Event;
}
