import type { APIRequestContext } from "playwright/test";
import { sessionEndpoints } from "#shared/sessions.ts";
import { LoginPage } from "./pages/login-page.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { ProfilePage } from "./pages/profile-page.ts";
import { RecoverPasswordPage, recoveryPath } from "./pages/recovery-pages.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

/** Signs in on another device: this context has cookies of its own. */
async function signInElsewhere(
  request: APIRequestContext,
  origin: string,
  { username, password }: { username: string; password: string },
) {
  const answer = await request.post("/api/sessions?time_zone=Europe/Lisbon", {
    data: { username, password },
    headers: { Origin: origin, "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0" },
  });
  expect(answer.status()).toBe(200);
}
const statusElsewhere = async (request: APIRequestContext) =>
  (await request.get("/api/sessions/0")).status();
const linkIn = (letter: string) => /\/not_me\/[0-9a-f-]{36}/.exec(letter)?.[0] ?? "";

test("a psychic signs out another device, disowns its sign-in by letter, and gets back in (D54, D55)", {
  tag: "@phone",
}, async ({ page, request, portal, psychic, signIn }) => {
  const app = new PortalPage(page);
  const login = new LoginPage(page);
  await signIn(psychic);
  await signInElsewhere(request, portal.url, psychic);

  await test.step("the account menu leads to the devices", async () => {
    await page.goto("/psychic/notifications");
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("link", { name: "Security" }).click();
    await expect(app.heading).toHaveText("Security");
    const other = page.getByRole("listitem").filter({ hasText: "Firefox on Windows" });
    await expect(other).toContainText("around Lisbon");
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
    await expectNoAxeViolations(page);
    await page.getByRole("dialog").getByRole("button", { name: "Sign Out" }).click();
    await expect(other).toHaveCount(0);
    await expect(page.getByText("This device")).toBeVisible();
    expect(await statusElsewhere(request)).toBe(401);
  });

  await test.step("the letter's link only asks; its button locks the account", async () => {
    const letter = await portal.letterTo(psychic.email, "New sign-in");
    expect(letter).toContain("Firefox on Windows");
    await page.goto(linkIn(letter));
    await expect(app.heading).toHaveText("Was It Somebody Else?");
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "This Was Not Me" }).click();
    await expect(app.heading).toHaveText("Your Account Is Locked");
    await expectNoAxeViolations(page);
    await page.goto(linkIn(letter));
    await page.getByRole("button", { name: "This Was Not Me" }).click();
    await expect(app.heading).toHaveText("Link Expired");
    await expectNoAxeViolations(page);
  });

  await test.step("the old password is refused; a new one by the mailed link is not", async () => {
    await login.open();
    await login.signIn(psychic);
    await expect(app.notice("Login Not Successful")).toBeVisible();
    const letter = await portal.letterTo(psychic.email, "account is locked");
    await page.goto(recoveryPath(letter));
    await new RecoverPasswordPage(page).set("eight-stars");
    await expect(page).toHaveURL("/login");
    await login.signIn({ ...psychic, password: "eight-stars" });
    await expect(page).toHaveURL("/psychic");
  });
});

test("a tab that asks before a new password's answer arrives stays signed in", {
  tag: ["@desktop", "@sweep"],
}, async ({ page, context, psychic, signIn }) => {
  const profile = new ProfilePage(page);
  await signIn(psychic);
  await profile.openAsPsychic();
  await profile.openModal("Password");
  await profile.inDialog("Current Password").fill(psychic.password);
  await profile.inDialog("New Password").fill("eight-moons");
  await profile.inDialog("Confirm Password").fill("eight-moons");
  const [hasAnswered, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The server has ended the old cookie, and its answer is on the way.
  await page.route(`**/api${sessionEndpoints.changePassword.path}`, async (route) => {
    const request = route.request();
    // Playwright's own `route.fetch` would give the browser the new cookie at once.
    const answer = await fetch(request.url(), {
      ...{ method: request.method(), headers: await request.allHeaders() },
      body: request.postData(),
    });
    hasAnswered.resolve();
    await mayArrive.promise;
    const cookies = answer.headers.getSetCookie().join("\n");
    await route.fulfill({ status: answer.status, headers: { "Set-Cookie": cookies } });
  });
  await profile.press("Submit");
  await hasAnswered.promise;
  const other = await context.newPage();
  const refused = other.waitForResponse(
    (it) => it.url().includes(`/psychics/${psychic.id}`) && it.status() === 401,
  );
  await other.goto("/psychic/profile");
  await refused;
  // The other tab waits for the answer instead of asking with the old cookie.
  const waiting = () =>
    other.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));
  await expect.poll(waiting).toContain("cookie");
  mayArrive.resolve();
  await expect(profile.notice("Password Updated")).toBeVisible();
  for (const tab of context.pages()) {
    await expect(new ProfilePage(tab).field("Email")).toHaveValue(psychic.email);
  }
});

test("a manager signs out a psychic's device below the logins (D54)", { tag: "@desktop" }, async ({
  page,
  request,
  portal,
  manager,
  psychic,
  signIn,
}) => {
  await signInElsewhere(request, portal.url, psychic);
  await signIn(manager);
  await page.goto(`/psychics/${psychic.id}/logins`);
  const devices = page.getByRole("region", { name: `Where ${psychic.username} Is Signed In` });
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expectNoAxeViolations(page);
  await devices.getByRole("button", { name: "Sign Out All" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Out" }).click();
  await expect(devices).toContainText("is signed in on no device");
  expect(await statusElsewhere(request)).toBe(401);
  const letter = await portal.letterTo(psychic.email, "devices were signed out");
  expect(letter).toContain("A manager signed you out");
});
