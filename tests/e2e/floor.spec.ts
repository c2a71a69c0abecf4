import { makeSegment } from "#seeds/builders/schedule.ts";
import { addDays, newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { makeManager, makePsychic } from "#tests/support/people.ts";
import { expectToFit } from "./support/fit.ts";
import { expect, test } from "./support/server.ts";

test("R72: a manager sees a change as it happens, and finds who promised and is not on", async ({
  page,
  sql,
  signIn,
  manager,
}, info) => {
  await signIn(manager);
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
  await page.getByText("What the marks mean").click();
  await expect(page.getByRole("term")).toHaveText(["not on", "No answer yet", "Can't take it"]);
  await expect(page.getByRole("main").getByRole("link", { name: "Notifications" })).toBeVisible();
  await page.getByText("What the marks mean").click();
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
  async ({ page, sql, signIn, manager }, info) => {
    await signIn(manager);
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

test("Mine has the psychics of the manager and of those who are away; the focus stays in the list (D56, G1)", async ({
  page,
  sql,
  signIn,
}, info) => {
  const [own, away, other] = [
    await makeManager(sql),
    await makeManager(sql),
    await makeManager(sql),
  ];
  const today = newYorkDay(Date.now());
  await sql("absences").insert({
    ...{ user_id: away.id, delegate_id: own.id },
    ...{ from_day: today, to_day: addDays(today, 2) },
  });
  const make = (manager: { id: number }, name: string) =>
    makePsychic(sql, {
      ...{ manager_id: manager.id, username: `${name}-${info.testId}` },
      psychic: { account_status: "Active" },
    });
  const [first, second, theirs] = [
    await make(own, "a"),
    await make(away, "b"),
    await make(other, "c"),
  ];
  await sql("availability").insert(
    [first, second, theirs].map(({ id }) => ({ psychic_id: id, code: "A", at: new Date() })),
  );
  await signIn(own);
  await page.goto("/floor?show=free");
  const link = ({ username }: { username: string }) => page.getByRole("link", { name: username });
  await expect(link(theirs)).toBeVisible();
  await page.getByRole("button", { name: "Mine" }).click();
  await expect(link(theirs)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "All active 2", exact: true })).toBeVisible();

  await link(first).focus();
  const leave = ({ id }: { id: number }) =>
    sql("availability").where({ psychic_id: id }).update({ code: "U", at: new Date() });
  await leave(first);
  await expect(link(first)).toHaveCount(0);
  await expect(link(second)).toBeFocused();
  await leave(second);
  await expect(page.getByRole("heading", { name: "Floor", level: 1 })).toBeFocused();
});
