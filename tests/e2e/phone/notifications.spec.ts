import { devices } from "playwright/test";
import { oneRow } from "#server/db/one-row.ts";
import { wholeChromium } from "#tests/support/chromium.ts";
import { patient } from "#tests/support/patience.ts";
import { NotificationsPage } from "../pages/notifications-page.ts";
import { ProblemPage } from "../pages/problem-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { pushTo, shownOn, stubPushSubscription, tap } from "../support/push-in-browser.ts";
import { expect, test } from "../support/server.ts";

test.use({
  launchOptions: wholeChromium,
  serviceWorkers: "allow",
  contextOptions: { reducedMotion: "reduce" },
});

test("D42: a psychic turns on, tests, configures and turns off notifications", async ({
  page,
  context,
  portal,
  sql,
  signIn,
  psychic,
}) => {
  await stubPushSubscription(page, `http://127.0.0.1:${portal.pushPort}/push/${psychic.id}`);
  await context.grantPermissions(["notifications"]);
  await signIn(psychic);
  await page.goto("/psychic");
  await page.getByRole("banner").getByRole("link", { name: "Notifications" }).click();
  const screen = new NotificationsPage(page);
  await expect(screen.heading).toHaveText("Notifications");
  await expect(screen.devices).toContainText("No device yet");

  await screen.turnOn.click();
  await expect(screen.thisDevice).toContainText("Notifications are on");
  await expect(screen.thisDevice.getByRole("heading")).toBeFocused();
  await expect(screen.devices).toContainText("Chrome on Linux");
  await expect(screen.devices).toContainText("This device");
  const rows = () => sql("push_subscriptions").where({ user_id: psychic.id });
  expect(await rows()).toMatchObject([{ label: "Chrome on Linux", last_delivered_at: null }]);

  await screen.test.click();
  await expect(screen.notice("Test Sent")).toContainText("within a minute");
  await expect
    .poll(async () => (await oneRow(rows())).last_delivered_at, { timeout: patient(60_000) })
    .toBeTruthy();

  // Each start registers the device again, but the list still has one.
  const renewed = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/push/subscriptions") && answer.request().method() === "POST",
  );
  await screen.open();
  expect((await renewed).status()).toBe(201);
  await expect(screen.devices).toContainText("Last notification delivered");
  expect(await rows()).toHaveLength(1);

  await page.getByLabel("A call is changed").uncheck();
  await page.getByLabel("Use quiet hours").check();
  await page.getByLabel("From (New York time)").fill("21:30");
  await page.getByLabel("To (New York time)").fill("21:30");
  await screen.save.click();
  await expect(page.getByText("The end must differ from the start")).toBeVisible();
  await page.getByLabel("To (New York time)").fill("07:15");
  await page.getByLabel("Show customer names on the lock screen").check();
  await screen.save.click();
  await expect(screen.notice("Notifications Saved")).toBeVisible();
  expect(await sql("push_settings").where({ user_id: psychic.id }).first()).toMatchObject({
    kinds: { changed: false },
    quiet_from: "21:30:00",
    quiet_to: "07:15:00",
    show_names: true,
  });
  await screen.open();
  await expect(page.getByLabel("A call is changed")).not.toBeChecked();
  await expect(page.getByLabel("To (New York time)")).toHaveValue("07:15");

  await screen.devices.getByRole("button", { name: /^Remove/ }).click();
  await expect(screen.devices).toContainText("No device yet");
  await expect(screen.devices.getByRole("heading")).toBeFocused();
  await expect(screen.turnOn).toBeVisible();
  expect(await rows()).toEqual([]);

  await screen.turnOn.click();
  await expect(screen.turnOff).toBeVisible();
  await context.setOffline(true);
  await expect(screen.thisDevice).toContainText("You need to be online");
  await expect(screen.turnOff).toHaveCount(0);
  await context.setOffline(false);
  // Turning off also works if another device has removed this one in the meantime.
  await rows().delete();
  await screen.turnOff.click();
  await expect(screen.thisDevice).toContainText("Notifications are off");
  expect(await rows()).toEqual([]);

  // Signing out ends notifications here and on the server, and clears the lock screen.
  await screen.turnOn.click();
  await expect(screen.turnOff).toBeVisible();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).showNotification("Call booked", { tag: "call-7" });
  });
  await screen.signOut();
  await expect(screen.notice("Logout Successful")).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("subscribed-by-test")))
    .toBeNull();
  await expect.poll(() => shownOn(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("push-device"))).toBeNull();
  await expect.poll(rows).toEqual([]);
});

test("W5, D42: a push is shown, a repeat replaces it, and a tap leads to what it is about", async ({
  page,
  context,
  signIn,
  psychic,
}) => {
  await context.grantPermissions(["notifications"]);
  await signIn(psychic);
  await page.goto("/psychic/problem");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no worker runs");
  const push = await pushTo(page, worker);
  const icon = "/brands/cos/icon-192.png";
  // As the release 1.0.0 sends it: such a message may still wait at the push service.
  const booked = { title: "Call booked", tag: "call-7", url: "/psychic/contact" };
  await push(JSON.stringify({ ...booked, body: "Today at 7:00 PM ET" }));
  await expect
    .poll(() => shownOn(page))
    .toEqual([{ title: "Call booked", body: "Today at 7:00 PM ET", tag: "call-7", icon }]);
  await push(JSON.stringify({ ...booked, body: "Today at 8:00 PM ET" }));
  await expect
    .poll(async () => (await shownOn(page)).map(({ body }) => body))
    .toEqual(["Today at 8:00 PM ET"]);
  // An unreadable message shows too. Otherwise the browser would revoke the permission.
  await push("\u0000 no JSON");
  await expect
    .poll(async () => (await shownOn(page)).map(({ title }) => title).sort())
    .toEqual(["COS Advisor Portal", "Call booked"]);

  const { details } = new ProblemPage(page);
  await details.fill("The headset crackles");
  await tap(worker, "call-7");
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(details).toHaveValue("The headset crackles");
  await push(JSON.stringify({ ...booked, body: "Now" }));
  await expect.poll(async () => (await shownOn(page)).length).toBe(2);
  await tap(worker, "call-7");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/psychic/contact");
  await expect.poll(async () => (await shownOn(page)).map(({ tag }) => tag)).toEqual(["news"]);
  await tap(worker, "news");
  await expect(page).toHaveURL("/psychic");
});

test("axe finds nothing if notifications are blocked or an iPhone must install the app", async ({
  page,
  context,
  signIn,
  psychic,
}) => {
  await signIn(psychic);
  const screen = new NotificationsPage(page);
  const devtools = await context.newCDPSession(page);
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  await devtools.send("Browser.setPermission", {
    permission: { name: "notifications" },
    setting: "denied",
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  });
  await screen.open();
  await expect(screen.thisDevice).toContainText("To allow them");
  await expect(screen.turnOn).toHaveCount(0);
  await page.getByLabel("Use quiet hours").check();
  await expectNoAxeViolations(page);

  const iphone = devices["iPhone 14"].userAgent;
  await page.addInitScript((agent) => {
    Object.defineProperty(navigator, "userAgent", { get: () => agent });
  }, iphone);
  page.on("dialog", (dialog) => dialog.accept());
  await screen.open();
  await expect(screen.thisDevice).toContainText("Add to Home Screen");
  await expect(screen.turnOn).toHaveCount(0);
  await expectNoAxeViolations(page);

  await page.goto("/psychic");
  const hint = page.getByRole("region", { name: "Put COS on this device" });
  await expect(hint).toContainText("Add to Home Screen");
  await expectNoAxeViolations(page);
  await hint.getByRole("button", { name: "Not Now" }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Calls Scheduled" })).toBeVisible();
  await expect(hint).toHaveCount(0);
});
