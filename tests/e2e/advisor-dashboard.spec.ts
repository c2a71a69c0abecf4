import { PortalPage } from "./pages/portal-page.ts";
import { expect, test } from "./support/server.ts";

test("R46, R48: a psychic sees the own name, status and five periods", async ({
  page,
  signIn,
  psychic,
  sql,
}) => {
  await sql("availability").insert({ psychic_id: psychic.id, code: "P", at: new Date() });
  await signIn(psychic);
  await page.goto("/psychic");
  const portal = new PortalPage(page);
  const [{ first }] = await sql("users").where({ id: psychic.id }).select("first");
  await expect(portal.heading).toHaveText(`Welcome, ${first}`);
  await expect(page).toHaveTitle("Dashboard · COS Advisor Portal");
  const status = page.getByRole("region", { name: "Current Status" });
  await expect(status.getByRole("status")).toHaveText("Available");

  const names = ["Today", "Past Week", "2 Weeks", "Month", "2 Months"];
  for (const name of names) {
    await expect(page.getByRole("article", { name, exact: true })).toContainText("$0.00");
  }
});

test("D43, K9: the status follows within seconds, asked while the page is seen only", async ({
  page,
  signIn,
  psychic,
  sql,
}) => {
  await sql("availability").insert({ psychic_id: psychic.id, code: "O", at: new Date() });
  await signIn(psychic);
  await page.clock.install();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/psychics/${psychic.id}/status`)) asked += 1;
  });
  await page.goto("/psychic");
  const status = page.getByRole("region", { name: "Current Status" }).getByRole("status");
  await expect(status).toHaveText("On Alert");

  await sql("availability").where({ psychic_id: psychic.id }).update({ code: "R", at: new Date() });
  await page.clock.runFor(3000);
  await expect(status).toHaveText("Reserved");

  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const before = asked;
  await page.clock.runFor(30_000);
  expect(asked).toBe(before);
});

test("N1: a psychic signs out", async ({ page, signIn, psychic }) => {
  await signIn(psychic);
  await page.goto("/psychic");
  const portal = new PortalPage(page);
  await portal.signOut();
  await expect(page).toHaveURL("/login");
  await expect(portal.notice("Logout Successful")).toContainText("You have been logged out.");
});
