import { readFile } from "node:fs/promises";
import { makePsychic } from "#tests/support/people.ts";
import { expect, test } from "../support/server.ts";

const count = 2_500;

test("K1: page size All loads every row in parts and can go on after a failure; the CSV has every row", async ({
  page,
  sql,
  signIn,
  manager,
}) => {
  const { id } = await makePsychic(sql);
  await sql.raw(
    `insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
     select ?, 'phone', 'all-' || ? || '-' || n, at, at, at + interval '20 minutes'
       from (select n, '2026-03-10T12:00Z'::timestamptz - n * interval '5 minutes' as at
               from generate_series(1, ?::int) n) made`,
    [id, id, count],
  );
  await signIn(manager);
  const requests: string[] = [];
  let release: () => void = () => {};
  let isFailing = true;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/psychics/${id}/logins?**`, async (route) => {
    const { searchParams } = new URL(route.request().url());
    requests.push(`${searchParams.get("limit")} from ${searchParams.get("offset")}`);
    // Hold the last part until the test has seen the progress.
    if (searchParams.get("offset") === "2000") {
      await released;
      if (isFailing) return route.abort();
    }
    await route.continue();
  });
  await page.goto(`/psychics/${id}/logins?start_date=2026-03-01&end_date=2026-03-10&size=all`);
  await expect(page.getByText("Loading: 2,000 of 2,500 logins")).toBeVisible();
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  release();
  // The last part fails. The loaded rows stay, and a note says that some are missing.
  await expect(
    page.getByText("2,000 of 2,500 logins. The rest could not be loaded."),
  ).toBeVisible();
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  isFailing = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("1–2,500 of 2,500 logins")).toBeFocused();
  await expect(page.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  const allParts = ["1000 from 0", "1000 from 1000", "1000 from 2000"];
  // The first load, the app's own retry, and Try Again.
  expect(requests).toEqual([...allParts, ...allParts, ...allParts]);
  // Only the rows near the window are in the page.
  expect(await page.locator("tr[data-row]").count()).toBeLessThan(100);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text.trimEnd().split("\r\n")).toHaveLength(count + 1);
});

test("a press in a long table causes no layout", {
  tag: "@sweep",
}, async ({ page, sql, signIn, manager }) => {
  const { id } = await makePsychic(sql);
  await sql.raw(
    `insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
     select ?, 'phone', 'press-' || ? || '-' || n, at, at, at + interval '20 minutes'
       from (select n, '2026-03-10T12:00Z'::timestamptz - n * interval '5 minutes' as at
               from generate_series(1, 250) n) made`,
    [id, id],
  );
  await signIn(manager);
  await page.goto(`/psychics/${id}/logins?start_date=2026-03-01&end_date=2026-03-10&size=250`);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  // The explanation of another header would open below the pointer, which causes a layout.
  const header = page.locator(".sort-button:not([data-meaning])").first();
  await header.hover();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const layouts = async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutCount")?.value;
  };
  await expect(header).toHaveCSS("opacity", "1");
  const before = await layouts();
  await page.mouse.down();
  await expect(header).toHaveCSS("opacity", "0.65");
  expect(await layouts()).toBe(before);
});
