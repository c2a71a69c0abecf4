import { AdvisorPage } from "./pages/advisor-page.ts";
import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expect, test } from "./support/server.ts";

/** The menu's links in order. A phone's menu lacks Chat FAQ (D35). */
const menu = [
  ...["Dashboard", "Listing", "Statistics", "Profile", "Customers", "Schedule", "Readings"],
  ...[
    "Day",
    "Logins",
    "Send Gifts",
    "Sent Gifts",
    "Notifications",
    "Security",
    "Account History",
    "Help",
    "Chat FAQ",
    "Contact",
    "Report a Problem",
  ],
];

test("F4, G6: an account that a manager activates is unlocked within half a minute", {
  tag: "@phone",
}, async ({ page, psychic, sql, signIn }) => {
  const account = () => sql("psychics").where({ user_id: psychic.id });
  await account().update({ account_status: "Pending" });
  await page.clock.install();
  await signIn(psychic);
  const advisor = new AdvisorPage(page);
  await advisor.open();
  await expect(advisor.status).toContainText("We are checking your account");
  await account().update({ account_status: "Active" });
  await page.clock.fastForward(31_000);
  await expect(advisor.choices.first()).toBeEnabled();
  await expect(advisor.status).not.toContainText("We are checking");

  // When the account becomes pending, the next request for the status says so.
  await account().update({ account_status: "Pending" });
  await sql("availability")
    .insert({ psychic_id: psychic.id, code: "B", at: new Date() })
    .onConflict("psychic_id")
    .merge();
  await page.clock.fastForward(4_000);
  await expect(advisor.status).toContainText("We are checking your account");
});

test("F13: an installed app that starts at /psychic shows a manager the managers' dashboard", {
  tag: "@desktop",
}, async ({ page, manager, signIn }) => {
  await signIn(manager);
  await page.goto("/psychic");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.locator("link[rel=manifest]")).toHaveAttribute("href", /role=manager$/);
  await page.goto("/psychic/schedule");
  await expect(page).toHaveURL("/login");
});

test("R45, R46: after signing in, a psychic sees the status, the next calls and the account", async ({
  page,
  psychic,
  sql,
  isMobile,
}) => {
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(psychic);
  await expect(page).toHaveURL("/psychic");
  const advisor = new AdvisorPage(page);
  const { first, last, extension } = await sql("users as u")
    .join("psychics as p", "p.user_id", "u.id")
    .where({ id: psychic.id })
    .first("first", "last", "extension");
  await expect(advisor.heading).toHaveText(`Welcome, ${first}`);
  await expect(page).toHaveTitle("Dashboard · COS Advisor Portal");
  for (const fact of [psychic.username, `${first} ${last}`, psychic.email, extension]) {
    await expect(advisor.card).toContainText(fact);
  }
  const picture = advisor.card.getByRole("img");
  await expect(picture).toHaveAttribute("src", "/api/images/default_m.jpg");
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  await expect(advisor.calls).toContainText("No calls are booked");
  const payPeriod = page.getByRole("article", { name: "Pay Period", exact: true });
  await expect(payPeriod).toContainText("Last pay period: customers paid $0.00");
  for (const name of ["Today", "Past Week"]) {
    await expect(page.getByRole("article", { name, exact: true })).toContainText("$0.00");
  }

  const shown = await (await advisor.menu()).getByRole("link").allInnerTexts();
  expect(shown).toEqual(menu.filter((label) => !isMobile || label !== "Chat FAQ"));
  if (!isMobile) return;
  const tops = await Promise.all(
    [advisor.status, advisor.calls, advisor.card].map(
      async (part) => (await part.boundingBox())?.y,
    ),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => Number(a) - Number(b)));
  await expect(advisor.status).toBeInViewport();
  await expect(advisor.calls).toBeInViewport();
  // The offer of a passkey is at the foot, below which the page can scroll.
  await page.getByRole("button", { name: "No, Thanks" }).click();
  // One and a half phone screens.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(1.5 * 844);
  const bar = page.getByRole("navigation", { name: "Most used" });
  await bar.getByRole("link", { name: "Statistics" }).click();
  await expect(page).toHaveURL("/psychic/statistics");
  await expect(bar.getByRole("link", { name: "Statistics" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(await advisor.menu()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation", { name: / Menu$/ })).toBeHidden();
});

test("S13: availability changes at once, but only if the screen shows the current one", {
  tag: "@phone",
}, async ({ page, signIn, psychic, sql }) => {
  // News would tell the screen what the polls below do not.
  await page.route("**/news", (route) => route.abort());
  const availability = sql("availability").where({ psychic_id: psychic.id });
  await availability.clone().insert({ psychic_id: psychic.id, code: "A", at: new Date() });
  await signIn(psychic);
  const advisor = new AdvisorPage(page);
  await advisor.open();
  await expect(advisor.statusText).toHaveText(/^Available ?Phone and chat$/);
  await expect(advisor.choices).toHaveText(["Available (Phone Only)", "On Alert", "Unavailable"]);

  await advisor.choice("On Alert").click();
  const question = page.getByRole("dialog", { name: "Change to On Alert?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await availability.clone().first("code")).toEqual({ code: "A" });

  // A call ends the question, and it does not open again by itself.
  await advisor.choice("On Alert").click();
  await expect(question).toBeVisible();
  await availability.clone().update({ code: "B", at: new Date() });
  await expect(advisor.statusText).toHaveText("Busy");
  await availability.clone().update({ code: "A", at: new Date() });
  await expect(advisor.statusText).toHaveText(/^Available/);
  await expect(question).toBeHidden();

  await advisor.choice("On Alert").click();
  await expect(question).toContainText("Only your manager or the chat system can start your chats");
  await question.getByRole("button", { name: "Change Status" }).click();
  await expect(advisor.statusText).toHaveText("On Alert");
  await expect(advisor.choice("On Alert")).toHaveAttribute("aria-pressed", "true");
  expect(await availability.clone().first("code")).toEqual({ code: "O" });

  // The server's status changes first. Polls get the old status, so the screen does not notice; an
  // aborted poll would show as offline.
  await page.route("**/status", async (route) => {
    if (route.request().method() === "GET") return route.fulfill({ json: [{ code: "O" }] });
    await availability.clone().update({ code: "R", at: new Date() });
    return route.continue();
  });
  await advisor.choice("Available (Phone Only)").click();
  await expect(advisor.status.getByRole("alert")).toHaveText(
    "Not changed, because your status is now Reserved.",
  );
  await page.unroute("**/status");
  await expect(advisor.statusText).toHaveText("Reserved");
  await expect(advisor.choices).toHaveCount(0);
  await expect(advisor.status).toContainText("You are reserved for a customer.");
  expect(await availability.clone().first("code")).toEqual({ code: "R" });
});

test("S13, D39: a status that cannot be chosen is not offered, and a text says why", {
  tag: "@phone",
}, async ({ page, context, signIn, psychic, sql }) => {
  const availability = sql("availability").where({ psychic_id: psychic.id });
  await availability.clone().insert({ psychic_id: psychic.id, code: "U", at: new Date() });
  await sql("psychics")
    .where({ user_id: psychic.id })
    .update({ permissions: ["AgentChat"] });
  await signIn(psychic);
  const advisor = new AdvisorPage(page);
  await advisor.open();
  await expect(advisor.choices).toHaveText(["On Alert", "Unavailable"]);
  await expect(advisor.status).toContainText("your account has no permission for phone readings");

  await availability.clone().update({ code: "B", at: new Date() });
  await expect(advisor.statusText).toHaveText("Busy");
  await expect(advisor.choices).toHaveCount(0);
  await expect(advisor.status).toContainText("You are on a call or chat.");

  await availability.clone().update({ code: "U", at: new Date() });
  await expect(advisor.choice("On Alert")).toBeEnabled();
  await context.setOffline(true);
  await expect(advisor.status).toContainText("You need to be online to see and change your status");
  await expect(advisor.choice("On Alert")).toBeDisabled();
  await expect(advisor.statusText).toHaveText("Unknown");
  await expect(advisor.status).toContainText(/Last seen: Unavailable, \d\d\/\d\d\/\d{4} /);
  await context.setOffline(false);
  await expect(advisor.statusText).toHaveText("Unavailable");
  await expect(advisor.choice("On Alert")).toBeEnabled();

  await sql("psychics").where({ user_id: psychic.id }).update({ account_status: "Flagged" });
  await page.reload();
  await expect(advisor.status).toContainText("Your account is Flagged");
  await expect(advisor.choices).toHaveCount(0);
});

test.describe("on a phone in California", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("D18, K9: booked calls appear, change and are cancelled without a reload", {
    tag: "@phone",
  }, async ({ page, portal, signIn, psychic }) => {
    await signIn(psychic);
    await page.clock.install();
    const advisor = new AdvisorPage(page);
    await advisor.open();
    await expect(advisor.calls).toContainText("No calls are booked");

    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const call = (number: number) => ({ id: `call-${psychic.id}-${number}`, user_id: psychic.id });
    const ada = { ...call(1), username: "ada", at: later(90) };
    await advisor.ingestCall(portal.secret, { ...ada, status: "booked" });
    const bea = { ...call(2), username: "bea", at: later(600) };
    await advisor.ingestCall(portal.secret, { ...bea, status: "booked" });
    const minute = () => page.clock.runFor(60_000);
    await minute();
    await expect(advisor.calls).toContainText(/In 1 h \d\d min/);
    await expect(advisor.calls).toContainText(/(Today|Tomorrow|[\d/]{10}) \d\d:\d\d [AP]M ET/);
    await expect(advisor.calls).toContainText(/Your time .*\d\d:\d\d [AP]M/);
    await expect(advisor.calls).toContainText("ada");
    await expect(advisor.calls).toContainText("20 minutes by phone");
    await expect(advisor.calls).not.toContainText("bea");
    await advisor.calls.getByRole("button", { name: "Show All 2" }).click();
    await expect(advisor.calls.getByRole("listitem")).toContainText("bea");

    await advisor.ingestCall(portal.secret, { ...ada, at: later(120), status: "changed" });
    await advisor.ingestCall(portal.secret, { ...bea, status: "cancelled" });
    await minute();
    await expect(advisor.calls.getByText("Changed", { exact: true })).toBeVisible();
    await expect(advisor.calls.getByRole("listitem")).toContainText("No longer booked");
  });
});

test("D43, K9: without news the status is polled, but only while the page is visible", {
  tag: "@phone",
}, async ({ page, signIn, psychic, sql }) => {
  await page.route("**/news", (route) => route.abort());
  await sql("availability").insert({ psychic_id: psychic.id, code: "O", at: new Date() });
  await signIn(psychic);
  await page.clock.install();
  let statusRequests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/psychics/${psychic.id}/status`)) statusRequests += 1;
  });
  const advisor = new AdvisorPage(page);
  await advisor.open();
  await expect(advisor.statusText).toHaveText("On Alert");

  await sql("availability").where({ psychic_id: psychic.id }).update({ code: "R", at: new Date() });
  await page.clock.runFor(3000);
  await expect(advisor.statusText).toHaveText("Reserved");

  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const requestsBefore = statusRequests;
  await page.clock.runFor(30_000);
  expect(statusRequests).toBe(requestsBefore);
});

test("R58: the chat opens in a window of its own", { tag: "@phone" }, async ({
  page,
  signIn,
  psychic,
}) => {
  await signIn(psychic);
  await page.addInitScript(() => {
    window.open = (address, name, features) => {
      document.title = [address, name, features].join(" ");
      return null;
    };
  });
  await new AdvisorPage(page).open();
  await page.getByRole("button", { name: "Open the New Chat System" }).click();
  await expect(page).toHaveTitle(/^http:.*\/api\/chat chat popup,width=600,height=600$/);
});

test("N1: a psychic signs out", { tag: "@phone" }, async ({ page, signIn, psychic }) => {
  await signIn(psychic);
  await page.goto("/psychic");
  const portal = new PortalPage(page);
  await portal.signOut();
  await expect(page).toHaveURL("/login");
  await expect(portal.notice("Logout Successful")).toContainText("You have been logged out.");
});
