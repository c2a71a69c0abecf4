import { oneRow } from "#server/db/one-row.ts";
import { wholeChromium } from "#tests/support/chromium.ts";
import { patient } from "#tests/support/patience.ts";
import { makeManager } from "#tests/support/people.ts";
import { NotificationsPage } from "./pages/notifications-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expectToFit } from "./support/fit.ts";
import { pushTo, shownOn, stubPushSubscription, tap } from "./support/push-in-browser.ts";
import { expect, test } from "./support/server.ts";

test.use({
  launchOptions: wholeChromium,
  serviceWorkers: "allow",
  contextOptions: { reducedMotion: "reduce" },
});

const floor = "/floor?show=unanswered";

test("R85, S28: a manager turns on notifications, and a tap opens the calls without an answer", async ({
  page,
  context,
  portal,
  sql,
  signIn,
  manager,
}) => {
  await stubPushSubscription(page, `http://127.0.0.1:${portal.pushPort}/push/${manager.id}`);
  await context.grantPermissions(["notifications"]);
  await signIn(manager);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Account:" }).click();
  await page.getByRole("link", { name: "Notifications" }).click();
  await expect(page).toHaveURL("/notifications");
  const screen = new NotificationsPage(page);
  await expect(screen.heading).toHaveText("Notifications");
  await expect(screen.devices).toContainText("only the Floor marks these calls");
  await expect(page.getByRole("region", { name: "What You Are Told Of" })).toContainText(
    "No answer yet",
  );
  await expect(page.getByText("e-mail")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectToFit(page);

  await screen.turnOn.click();
  await expect(screen.thisDevice).toContainText("Notifications are on");
  await expect(screen.thisDevice.getByRole("heading")).toBeFocused();
  const rows = () => sql("push_subscriptions").where({ user_id: manager.id });
  await screen.test.click();
  await expect(screen.notice("Test Sent")).toBeVisible();
  await expect
    .poll(async () => (await oneRow(rows())).last_delivered_at, { timeout: patient(60_000) })
    .toBeTruthy();
  await expectNoAxeViolations(page);

  await test.step("a push shows what anybody may read, and its tap opens the floor", async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error("no worker runs");
    const push = await pushTo(page, worker);
    const { origin } = new URL(page.url());
    const message = { title: "Call at 7:30 PM ET: No answer yet", body: "luna, 20 minutes" };
    await push(
      JSON.stringify({
        web_push: 8030,
        notification: {
          ...{ ...message, tag: "call-7", navigate: origin + floor, lang: "en", dir: "ltr" },
          ...{ data: { user: manager.id }, mutable: false },
        },
        mutable: false,
      }),
    );
    await expect
      .poll(() => shownOn(page))
      .toEqual([{ ...message, tag: "call-7", icon: "/brands/cos/icon-192.png" }]);
    await tap(worker, "call-7");
    await expect(page).toHaveURL(floor);
    await expect(page.getByRole("button", { name: /^Call without an answer/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await page.goto("/notifications");
  await screen.devices.getByRole("button", { name: /^Remove/ }).click();
  await expect(screen.devices).toContainText("No device yet");
  await expect(screen.devices.getByRole("heading")).toBeFocused();
  await expect(screen.turnOn).toBeVisible();
  expect(await rows()).toEqual([]);
});

test("R85: staff who are told of no calls have no such screen (D52)", async ({
  page,
  sql,
  signIn,
}) => {
  await signIn(await makeManager(sql, { staff_role: "viewer" }));
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Account:" }).click();
  const menu = page.locator("#account-panel");
  await expect(menu.getByRole("link", { name: "Security" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Notifications" })).toHaveCount(0);
  await page.goto("/notifications");
  await expect(page.getByText("Your role does not have this screen")).toBeVisible();
  await expectNoAxeViolations(page);
});
