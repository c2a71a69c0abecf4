import { makeSegment } from "#seeds/builders/schedule.ts";
import { newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { makePsychic } from "#tests/support/people.ts";
import { expectToFit } from "./support/fit.ts";
import { expect, test } from "./support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R72: a manager sees a change as it happens, and finds who promised and is not on", async ({
  page,
  sql,
}, info) => {
  const psychic = await makePsychic(sql, {
    username: `floor-${info.testId}`,
    psychic: { account_status: "Active" },
  });
  const day = weekday(newYorkDay(Date.now()));
  await makeSegment(sql, { psychic_id: psychic.id, day, starts: "00:00", ends: "00:00" });
  const set = (code: "A" | "B" | "U", minutesAgo = 0) =>
    sql("availability")
      .insert({ psychic_id: psychic.id, code, at: new Date(Date.now() - minutesAgo * 60_000) })
      .onConflict("psychic_id")
      .merge();
  await set("U", 5);
  await page.goto("/floor");
  await expect(page.getByRole("heading", { name: "Floor", level: 1 })).toBeVisible();
  await expect(page.getByText("Up to date by the second")).toBeVisible();
  const row = page.locator("tr[data-row]", { hasText: psychic.username });
  await page.getByText("Counts as a table").click();
  await expect(page.getByRole("row", { name: /^12:00 AM \d+ \d+$/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^11:30 PM (Not yet|\d+) \d+$/ })).toBeVisible();
  await page.getByText("Counts as a table").click();
  const choose = (name: RegExp) => page.getByRole("button", { name }).click();

  await choose(/^Promised, not on/);
  await expect(page).toHaveURL(/show=missing/);
  await expect(row).toContainText("Unavailable");
  await expect(row).toContainText("not on");
  await set("A");
  await expect(row).toHaveCount(0);
  await choose(/^Free/);
  await expect(row).toContainText("Available");
  await set("B", 50);
  await expect(row).toHaveCount(0);
  await choose(/^Busy 45 min/);
  await expect(row).toContainText(/(49|50) min/);
  await expectToFit(page);
  await row.getByRole("link", { name: psychic.username }).click();
  await expect(page).toHaveURL(`/psychics/${psychic.id}`);
});

test(
  "where a proxy swallows streams, the floor asks by itself",
  { tag: "@desktop" },
  async ({ page, sql }, info) => {
    await page.route("**/api/floor/changes", (route) => route.abort());
    const psychic = await makePsychic(sql, {
      username: `polled-${info.testId}`,
      psychic: { account_status: "Active" },
    });
    await page.goto("/floor?show=on");
    await expect(page.getByText("Updated every 10 seconds")).toBeVisible();
    const row = page.locator("tr[data-row]", { hasText: psychic.username });
    await expect(row).toHaveCount(0);
    await sql("availability").insert({ psychic_id: psychic.id, code: "O", at: new Date() });
    await expect(row).toContainText("On Alert");
  },
);
