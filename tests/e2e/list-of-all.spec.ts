import { readFile } from "node:fs/promises";
import { makePsychic } from "../support/people.ts";
import { expect, test } from "./support/server.ts";

const count = 2_500;

test("K1: All comes page by page, says how far it is, and is all there; the CSV too", {
  tag: "@desktop",
}, async ({ page, sql, signIn, manager }) => {
  const { id } = await makePsychic(sql);
  await sql.raw(
    `insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
     select ?, 'phone', 'all-' || ? || '-' || n, at, at, at + interval '20 minutes'
       from (select n, '2026-03-10T12:00Z'::timestamptz - n * interval '5 minutes' as at
               from generate_series(1, ?::int) n) made`,
    [id, id, count],
  );
  await signIn(manager);
  const asked: string[] = [];
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/api/psychics/${id}/logins?**`, async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(`${searchParams.get("limit")} from ${searchParams.get("offset")}`);
    // The last part waits until the first ones were seen.
    if (searchParams.get("offset") === "2000") await held;
    await route.continue();
  });
  await page.goto(`/psychics/${id}/logins?start_date=2026-03-01&end_date=2026-03-10&size=all`);
  await expect(page.getByText("Loading: 2,000 of 2,500 logins")).toBeVisible();
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  letGo();
  await expect(page.getByText("1–2,500 of 2,500 logins")).toBeVisible();
  expect(asked).toEqual(["1000 from 0", "1000 from 1000", "1000 from 2000"]);
  // Only what is in view is in the page.
  expect(await page.locator("tr[data-row]").count()).toBeLessThan(100);

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await waiting).path(), "utf8");
  expect(text.trimEnd().split("\r\n")).toHaveLength(count + 1);
});
