import type { Page, Worker } from "playwright/test";
import { wholeChromium } from "#tests/support/chromium.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { waitUntilUsableOffline } from "../support/phone.ts";
import { pushTo, shownOn } from "../support/push-in-browser.ts";
import { expect, test } from "../support/server.ts";

test.use({
  launchOptions: wholeChromium,
  serviceWorkers: "allow",
  contextOptions: { reducedMotion: "reduce" },
});

interface Scope extends EventTarget {
  registration: ServiceWorkerRegistration;
  badge?: number;
  address?: string | undefined;
  PushEvent: new (type: string) => Event;
}

/** Notes the number on the app's icon, which no browser lets a test read. @returns what it is. */
async function watchBadge(page: Page) {
  let badge: number | undefined;
  await page.exposeFunction("noteBadge", (count: number) => {
    badge = count;
  });
  await page.addInitScript(() => {
    const scope = window as unknown as { noteBadge(count: number): Promise<void> };
    const value = (count: number) => scope.noteBadge(count);
    Object.defineProperty(navigator, "setAppBadge", { value });
  });
  return {
    byPage: () => badge,
    /** What a page sets when its user looks at it. */
    async byLooking() {
      badge = undefined;
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect.poll(() => badge).toBeDefined();
      return badge;
    },
    followWorker: (worker: Worker) =>
      worker.evaluate(() => {
        const scope = self as unknown as Scope;
        const value = async (count: number) => {
          scope.badge = count;
        };
        Object.defineProperty(navigator, "setAppBadge", { value });
      }),
    byWorker: (worker: Worker) => worker.evaluate(() => (self as unknown as Scope).badge),
  };
}

/** A message as the server sends it: two unanswered calls, one of them with Ada. */
const messageFor = (user: number, origin: string) => ({
  web_push: 8030,
  notification: {
    title: "Call booked",
    body: "Today at 7:00 PM ET",
    navigate: `${origin}/psychic/contact`,
    tag: "call-7",
    data: { user, calls: 2, body: "Today at 7:00 PM ET, with Ada" },
    app_badge: 2,
    mutable: true,
  },
  app_badge: 2,
  mutable: true,
});

test("D68, R73: the worker adds the customer's name and the stuck edits for its psychic only", async ({
  page,
  context,
  signIn,
  psychic,
  manager,
  playwright,
  portal,
  sql,
}) => {
  await context.grantPermissions(["notifications"]);
  const badge = await watchBadge(page);
  await signIn(psychic);
  const schedule = new SchedulePage(page);
  await schedule.openAsPsychic();
  await waitUntilUsableOffline(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no worker runs");
  await badge.followWorker(worker);
  await context.setOffline(true);
  const modal = await schedule.edit("Monday");
  await modal.add();
  await modal.set(1, "From", "9:00 AM");
  await modal.set(1, "To", "11:00 AM");
  await modal.done();
  await schedule.saveSchedule.click();
  await expect(schedule.notice("Waiting to send")).toBeVisible();
  // An edit that only waits is no reason for a badge.
  await expect.poll(badge.byPage).toBe(0);

  const other = await playwright.request.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { Origin: portal.url },
  });
  const { username, password } = manager;
  await other.post("/api/sessions", { data: { username, password } });
  const answer = await other.post(`/api/psychics/${psychic.id}/schedule`, {
    data: { schedule: [{ day: 2, status: "O", from: "20:00", to: "21:00" }] },
  });
  expect(answer.status()).toBe(204);
  await other.dispose();
  await context.setOffline(false);
  await expect(schedule.notice("Not Sent: Schedule")).toBeVisible();
  await expect.poll(badge.byPage).toBe(1);
  await schedule.closeNotice("Not Sent: Schedule");

  const push = await pushTo(page, worker);
  const bodies = async () => (await shownOn(page)).map(({ body }) => body);
  await push(JSON.stringify(messageFor(psychic.id, portal.url)));
  await expect.poll(bodies).toEqual(["Today at 7:00 PM ET, with Ada"]);
  await expect.poll(() => badge.byWorker(worker)).toBe(3);
  expect(await badge.byLooking()).toBe(1);

  // Another psychic's message, for example one that waited at the push service.
  await push(JSON.stringify(messageFor(psychic.id + 1, portal.url)));
  await expect.poll(bodies).toEqual(["Today at 7:00 PM ET"]);
  // It says nothing of this psychic's calls, so only the stuck edit counts.
  await expect.poll(() => badge.byWorker(worker)).toBe(1);

  // A browser that reads the message itself passes its notification to the worker, without data.
  const { notification } = messageFor(psychic.id, portal.url);
  await worker.evaluate((declared) => {
    const scope = self as unknown as Scope;
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.registration.showNotification = (title, options) => {
      scope.address = (options as { navigate?: string } | undefined)?.navigate;
      return show(title, options);
    };
    const event = new scope.PushEvent("push");
    Object.defineProperty(event, "notification", { value: declared });
    scope.dispatchEvent(event);
  }, notification);
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Scope).address))
    .toBe(notification.navigate);
  await expect.poll(bodies).toEqual(["Today at 7:00 PM ET, with Ada"]);

  await schedule.signOut();
  await page.getByRole("dialog").getByRole("button", { name: "Log Me Out" }).click();
  await expect(schedule.notice("Logout Successful")).toBeVisible();
  await expect.poll(badge.byPage).toBe(0);
  await push(JSON.stringify(messageFor(psychic.id, portal.url)));
  await expect.poll(bodies).toEqual(["Today at 7:00 PM ET"]);
  await expect.poll(() => badge.byWorker(worker)).toBe(0);
  expect(await sql("push_subscriptions").where({ user_id: psychic.id })).toEqual([]);
});
