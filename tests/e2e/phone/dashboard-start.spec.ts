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
  // No request is answered before all are sent. One that waited for another would never be sent.
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
  // The screen used the answers to the early requests, so it sent each only once. The status is not
  // counted here, because the screen polls it.
  expect(asked.filter((path) => path === base)).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith("/scheduled_calls"))).toHaveLength(1);
});

test("the dashboard's files and first calls do not wait for the app's own script", async ({
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
  page.on("request", (request) => {
    asked.push(new URL(request.url()).pathname);
    const isAsked = (name: string) => asked.some((path) => path.startsWith(`/assets/${name}-`));
    const files = ["advisor-layout", "advisor-dashboard", "advisor-parts"];
    if (needed.every((path) => asked.includes(path)) && files.every(isAsked)) release();
  });
  // The script arrives only after all requests are sent.
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await areAllAsked;
    await route.continue();
  });
  const advisor = new AdvisorPage(page);
  await page.goto("/psychic");
  await expect(advisor.choices.first()).toBeEnabled();
});

test("the first frame has the data if the server was quick", async ({ page, psychic, signIn }) => {
  await signIn(psychic);
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { found });
    new MutationObserver(() => {
      if (found.length > 0 || !document.querySelector(".calls-tile")) return;
      // React has inserted the whole screen at once.
      found.push(
        document.querySelector(".availability")?.textContent ?? "",
        document.querySelector(".calls-tile")?.textContent ?? "",
      );
    }).observe(document, { childList: true, subtree: true });
  });
  // Hold the script back until the answers are there. It could overtake them on a slow machine.
  const answers = Promise.all(
    ["", "/status", "/scheduled_calls"].map((path) =>
      page.waitForResponse((answer) => answer.url().endsWith(`/psychics/${psychic.id}${path}`)),
    ),
  );
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await answers;
    await route.continue();
  });
  const advisor = new AdvisorPage(page);
  await page.goto("/psychic");
  await expect(advisor.choices.first()).toBeEnabled();
  const [status, calls] = await page.evaluate(
    () => (window as unknown as { found: string[] }).found,
  );
  expect(status).toContain("Busy");
  expect(calls).toContain("No calls are booked");
});
