import { AdvisorPage } from "../pages/advisor-page.ts";
import { expect, test } from "../support/server.ts";

test("none of the dashboard's first calls waits for another, or for the screen's own file", async ({
  page,
  psychic,
  signIn,
}) => {
  await signIn(psychic);
  const base = `/api/psychics/${psychic.id}`;
  const needed = [base, `${base}/status`, `${base}/scheduled_calls`];
  const asked: string[] = [];
  let release = () => {};
  const areAllAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Nothing is answered before all are asked for, so one that waited would wait for ever.
  await page.route(/\/api\/|\/assets\/advisor-dashboard-.*\.js$/, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    if (needed.every((path) => asked.includes(path))) release();
    await areAllAsked;
    await route.continue();
  });
  const advisor = new AdvisorPage(page);
  await page.goto("/psychic");
  await expect(advisor.choices.first()).toBeEnabled();
  await expect(advisor.calls).toContainText("No calls are booked");
  // The screen took the answers that were asked for early. The status is polled.
  expect(asked.filter((path) => path === base)).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith("/scheduled_calls"))).toHaveLength(1);
});
