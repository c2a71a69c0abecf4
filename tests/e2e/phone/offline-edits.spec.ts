import { makeSegment } from "#seeds/builders/schedule.ts";
import { LoginPage } from "../pages/login-page.ts";
import { PortalPage } from "../pages/portal-page.ts";
import { ProblemPage } from "../pages/problem-page.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { coldStart, waitUntilUsableOffline } from "../support/phone.ts";
import { expect, test } from "../support/server.ts";
import { browserStorageText } from "../support/stored.ts";

test.use({ serviceWorkers: "allow" });

test("D39, D40: edits made offline survive a restart, and are sent once and in order", {
  tag: "@quick",
}, async ({ page, context, signIn, psychic, sql }) => {
  await makeSegment(sql, { psychic_id: psychic.id, day: 1, starts: "01:00", ends: "03:00" });
  await signIn(psychic);
  await page.goto("/psychic");
  await waitUntilUsableOffline(page);
  await context.setOffline(true);

  const problem = await coldStart(context, "/psychic/problem");
  const words = "The line went dead in the tunnel";
  await new ProblemPage(problem).submitDetails(words);
  await expect(new PortalPage(problem).notice("Waiting to send")).toBeVisible();
  await expect(problem).toHaveURL(/\/psychic$/);
  await problem.close();

  const schedule = new SchedulePage(await coldStart(context, "/psychic/schedule"));
  for (const [day, time] of [
    ["Monday", "9:00 AM"],
    ["Tuesday", "10:00 AM"],
  ] as const) {
    const modal = await schedule.edit(day);
    await modal.add();
    await modal.set(1, "From", time);
    await modal.set(1, "To", "11:00 AM");
    await modal.done();
    await schedule.saveSchedule.click();
    await expect(schedule.notice("Waiting to send")).toBeVisible();
    await schedule.closeNotice("Waiting to send");
  }
  await schedule.page.close();
  await page.close();
  // The screens show the edits, but the phone stores nothing of the typed text in the clear.
  const later = await coldStart(context, "/psychic/waiting");
  const cards = later.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(0)).toContainText(words);
  await expect(cards.nth(1)).toContainText("10:00 AM – 11:00 AM Available");
  // One card lists the days that differ from the server's, though two saves changed them.
  await expect(cards.nth(1).getByRole("rowheader")).toHaveText(["Monday", "Tuesday"]);
  await expect(
    later.getByRole("button", { name: "Menu", exact: true }),
  ).toHaveAccessibleDescription("2 edits wait to be sent");
  const menu = await new PortalPage(later).menu();
  await expect(menu.getByRole("link", { name: "Waiting to send 2 edits" })).toBeVisible();
  await later.keyboard.press("Escape");
  expect(await browserStorageText(later)).not.toContain(words);
  await expectNoAxeViolations(later);
  expect(await sql("problems").where({ user_id: psychic.id })).toHaveLength(0);
  await expect(later.getByRole("button", { name: "Send now" })).toHaveCount(0);
  // Edit moves an edit back into its form.
  await cards.nth(1).getByRole("button", { name: "Edit" }).click();
  const mended = new SchedulePage(later);
  await expect(later.getByText("Not saved yet: Monday, Tuesday")).toBeVisible();
  await mended.saveSchedule.click();
  await expect(mended.notice("Waiting to send")).toBeVisible();
  await later.getByRole("link", { name: "2 edits are waiting to send" }).click();
  await expect(cards).toHaveCount(2);

  await context.setOffline(false);
  await expect(later.getByText("Nothing to send")).toBeVisible();
  expect(await sql("problems").where({ user_id: psychic.id }).select("details")).toEqual([
    { details: words },
  ]);
  const days = await sql("schedule_segments").where({ psychic_id: psychic.id }).orderBy("day");
  expect(days.map(({ day, starts }) => [day, starts])).toEqual([
    [1, "01:00:00"],
    [2, "09:00:00"],
    [3, "10:00:00"],
  ]);
});

test(
  "D40: an edit survives the end of the browser",
  {
    tag: "@sweep",
  },
  async (
    { playwright, launchOptions, contextOptions, viewport, portal, psychic, sql, setUpBrowser },
    info,
  ) => {
    const profile = info.outputPath("profile");
    // Start the browser offline, because the worker sends at once, before a page can be set offline.
    const noNetwork = ["--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>"];
    const start = async (more: string[] = []) => {
      const browser = await playwright.chromium.launchPersistentContext(profile, {
        ...launchOptions,
        ...contextOptions,
        args: [...(launchOptions.args ?? []), ...more],
        ...{ viewport, hasTouch: true, isMobile: true, baseURL: portal.url },
      });
      setUpBrowser(browser);
      return browser;
    };
    const words = "Told before the phone went off";
    const stored = () => sql("problems").where({ user_id: psychic.id }).select("details");

    const first = await start();
    const page = await coldStart(first, "/login");
    await new LoginPage(page).signIn(psychic);
    await waitUntilUsableOffline(page);
    await first.setOffline(true);
    const problem = await coldStart(first, "/psychic/problem");
    await new ProblemPage(problem).submitDetails(words);
    await expect(new PortalPage(problem).notice("Waiting to send")).toBeVisible();
    await first.close();

    const second = await start(noNetwork);
    await second.addInitScript(() => {
      const look = () => {
        if (document.body?.textContent?.includes("Nothing to send"))
          Object.assign(self, { lied: true });
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const waiting = await coldStart(second, "/psychic/waiting");
    await expect(waiting.getByRole("main").getByRole("listitem")).toContainText(words);
    expect(await waiting.evaluate(() => "lied" in self)).toBe(false);
    await second.close();
    expect(await stored()).toEqual([]);

    const third = await start();
    await expect(
      (await coldStart(third, "/psychic/waiting")).getByText("Nothing to send"),
    ).toBeVisible();
    expect(await stored()).toEqual([{ details: words }]);
    await third.close();
  },
);

test("D40: without an open page, the worker sends pending edits at the system's sync", async ({
  page,
  context,
  signIn,
  psychic,
  portal,
  sql,
}) => {
  await signIn(psychic);
  await page.goto("/psychic/problem");
  await waitUntilUsableOffline(page);
  await context.setOffline(true);
  const words = "Sent while the app was closed";
  await new ProblemPage(page).submitDetails(words);
  await expect(new PortalPage(page).notice("Waiting to send")).toBeVisible();

  const blank = await context.newPage();
  const devtools = await context.newCDPSession(blank);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(portal.url));
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  await page.close();
  await context.setOffline(false);
  const origin = portal.url;
  const sync = { origin, registrationId, tag: "outbox", lastChance: false };
  await devtools.send("ServiceWorker.dispatchSyncEvent", sync);
  await expect
    .poll(() => sql("problems").where({ user_id: psychic.id }).select("details"))
    .toEqual([{ details: words }]);
});

test("D40: if a manager has changed the schedule, the psychic chooses", async ({
  page,
  context,
  signIn,
  psychic,
  manager,
  playwright,
  portal,
  sql,
}) => {
  await signIn(psychic);
  const schedule = new SchedulePage(page);
  await schedule.openAsPsychic();
  await waitUntilUsableOffline(page);
  await context.setOffline(true);
  const modal = await schedule.edit("Monday");
  await modal.add();
  await modal.set(1, "From", "9:00 AM");
  await modal.set(1, "To", "11:00 AM");
  await modal.done();
  await schedule.saveSchedule.click();
  await expect(schedule.notice("Waiting to send")).toBeVisible();

  const other = await playwright.request.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { Origin: portal.url },
  });
  const { username, password } = manager;
  await other.post("/api/sessions", { data: { username, password } });
  const answer = await other.post(`/api/psychics/${psychic.id}/schedule`, {
    data: {
      schedule: [
        { day: 2, status: "O", from: "20:00", to: "21:00" },
        { day: 7, status: "O", from: "20:00", to: "21:00" },
      ],
    },
  });
  expect(answer.status()).toBe(204);
  await other.dispose();

  await context.setOffline(false);
  await page.getByRole("link", { name: "1 edit needs you" }).click();
  await expect(page.getByRole("heading", { name: "Waiting to send" })).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: "Keep theirs" });
  await expect(card).toContainText("This has changed since you opened it");
  await expect(card.getByRole("row", { name: /Monday/ })).toContainText("8:00 PM – 9:00 PM");
  // Only the manager changed Saturday, so that day is not in question.
  await expect(card.getByRole("row", { name: /Saturday/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await card.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Nothing to send")).toBeVisible();
  const days = await sql("schedule_segments").where({ psychic_id: psychic.id });
  expect(days.map(({ day, starts }) => [day, starts])).toEqual([
    [2, "09:00:00"],
    [7, "20:00:00"],
  ]);
});
