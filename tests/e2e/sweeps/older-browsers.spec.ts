import { AdvisorPage } from "../pages/advisor-page.ts";
import { LoginPage } from "../pages/login-page.ts";
import { PortalPage } from "../pages/portal-page.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expect, test } from "../support/server.ts";

/** Removes functions that Safari 16, Chrome 108 or Firefox 115 lack. */
function removeNewerFunctions(): void {
  const remove = (from: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(from, name);
  };
  remove(AbortSignal, "any");
  remove(URLSearchParams.prototype, "size");
  remove(URL, "canParse", "parse");
  remove(Promise, "withResolvers", "try");
  remove(Array, "fromAsync");
  remove(Array.prototype, "toSorted", "toSpliced", "toReversed", "with");
  remove(Object, "groupBy");
  remove(Map, "groupBy");
  remove(Set.prototype, "union", "intersection", "difference", "isSubsetOf", "isDisjointFrom");
  remove(String.prototype, "isWellFormed", "toWellFormed");
  remove(ArrayBuffer.prototype, "transfer");
  remove(HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover");
  remove(Document.prototype, "startViewTransition");
  remove(Navigator.prototype, "setAppBadge", "clearAppBadge", "userActivation", "connection");
  remove(globalThis, "requestIdleCallback", "cancelIdleCallback", "scheduler", "Iterator");
  remove(globalThis, "navigation", "CloseWatcher", "documentPictureInPicture", "Notification");
}

/** Makes the browser deny support for container queries, as a browser that is too old does. */
function pretendToBeOld(): void {
  const supports = CSS.supports.bind(CSS) as (...query: string[]) => boolean;
  CSS.supports = (...query: string[]) => query[0] !== "container-type" && supports(...query);
}

test("M3: a psychic works in a browser without the newer functions", { tag: "@phone" }, async ({
  page,
  psychic,
}) => {
  await page.addInitScript(removeNewerFunctions);
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(psychic);
  await expect(login.heading).toContainText("Welcome");
  const advisor = new AdvisorPage(page);
  await expect(advisor.statusText).toHaveText(/Unavailable|Available|Busy/);
  await expect(advisor.calls).toContainText("No calls are booked");

  const schedule = new SchedulePage(page);
  await advisor.follow("Schedule");
  const monday = await schedule.edit("Monday");
  await monday.add();
  await monday.add();
  await monday.set(2, "From", "9:00 PM");
  await monday.set(2, "To", "11:00 PM");
  await monday.modal.getByRole("button", { name: "Delete time 1" }).click();
  await monday.done();
  await schedule.saveSchedule.click();
  await expect(schedule.notice("Schedule Saved")).toBeVisible();

  await schedule.follow("Readings");
  await expect(page.getByText("No readings")).toBeVisible();
  await schedule.follow("Statistics");
  await expect(schedule.heading).toHaveText("Statistics");
  await schedule.follow("Help");
  await page.getByRole("searchbox").fill("rating");
  await expect(page.getByRole("link", { name: /rating/i }).first()).toBeVisible();
  await expect(page.getByText("Offline", { exact: false })).toHaveCount(0);
  await schedule.signOut();
  await expect(login.submit).toBeVisible();
});

test("M3: a manager works in a browser without the newer functions", {
  tag: "@desktop",
}, async ({ page, manager }) => {
  await page.addInitScript(removeNewerFunctions);
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(manager);
  const portal = new PortalPage(page);
  await expect(page.getByText("Revenue")).not.toHaveCount(0);
  await portal.follow("All Psychics");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await portal.follow("Approvals");
  await expect(portal.heading).toContainText("Approvals");
  await portal.follow("Statistics");
  // Newer browsers show a column's meaning as a popover.
  await page.locator("[data-meaning]").first().hover();
  await expect(page.locator(".header-help[data-open]")).not.toBeEmpty();
  await expect(portal.notice("Error Communicating With Server")).toHaveCount(0);
});

test("M3: a browser that is too old shows a message, even if the app does not load", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.addInitScript(pretendToBeOld);
  await page.goto("/login");
  await expect(page.getByRole("heading")).toHaveText("This browser is too old");
  await expect(page.getByRole("listitem")).toHaveText([
    "Safari 16 (iPhone and iPad: iOS 16)",
    "Chrome 108",
    "Edge 108",
    "Firefox 115",
  ]);
  await page.route(/\/assets\/(?!old-browser)/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText("This browser is too old");

  await page.unrouteAll();
  await page.goto("/cos/apply");
  await expect(page.getByRole("main")).toContainText("This browser is too old");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Apply to/);
});
