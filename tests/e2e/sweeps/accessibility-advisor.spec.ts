import { makeSegment } from "#seeds/builders/schedule.ts";
import { ListingPage } from "../pages/listing-page.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expectToFit } from "../support/fit.ts";
import { expect, test } from "../support/server.ts";

const luna = { username: "luna", password: "luna-demo" };
const iris = { username: "iris", password: "iris-demo" };

test("axe finds nothing on a psychic's first screens, nor in the menu", async ({
  page,
  isMobile,
  signIn,
}) => {
  await signIn(luna);
  for (const [path, text] of [
    ["/psychic", "All Statistics"],
    ["/psychic/statistics", "What customers paid, divided by paid minutes"],
    ["/psychic/hours", "Add to My Schedule"],
    ["/psychic/contact", "Your manager"],
    ["/psychic/security", "This device"],
    ["/psychic/problem", "Submit"],
  ] as const) {
    await page.goto(path);
    await page.getByText(text, { exact: true }).waitFor();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expectNoAxeViolations(page, { otherBrands: ["onesun"] });
    // On a desktop only these two differ: the dashboard by its width, the statistics by their table.
    if (isMobile) await expectToFit(page);
    else if (path === "/psychic/statistics") return;
  }
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("button", { name: "Log Me Out" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe finds nothing on a psychic's lists, gifts and listing, nor in what they open", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(luna);
  const openers: [list: string, ...openers: RegExp[]][] = [
    ["readings?sort=rating_text&order=desc", /^Details of/],
    ["customers", /^Details of/, /^(?!Details of)/],
    ["logins"],
    ["day"],
    ["sent", /^Details of/],
  ];
  for (const [list, ...opening] of openers) {
    await page.goto(`/psychic/${list}`);
    const rows = page.locator("tr[data-row]");
    await expect(rows.first()).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page);
    for (const opener of opening) {
      await rows.getByRole("button", { name: opener }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoAxeViolations(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
  }
  await page.goto("/psychic/history");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expectNoAxeViolations(page);
  await expectToFit(page);
  await page.goto("/psychic/compose");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await page.getByRole("button", { name: "Send Gifts" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectToFit(page);
  await new ListingPage(page).openAsPsychic();
  await expectNoAxeViolations(page);
  await expectToFit(page);
});

test("axe finds nothing on the schedule, its day and unsaved changes, and they fit", {
  tag: "@phone",
}, async ({ page, sql, psychic, signIn }) => {
  await makeSegment(sql, { psychic_id: psychic.id, day: 3, status: "O" });
  await makeSegment(sql, { psychic_id: psychic.id, day: 7, starts: "20:00", ends: "03:00" });
  await signIn(psychic);
  const schedule = new SchedulePage(page);
  await schedule.openAsPsychic();
  await expectNoAxeViolations(page);
  const tuesday = await schedule.edit("Tuesday");
  await tuesday.repeat(1, "Next week and every second");
  await tuesday.modal.getByRole("button", { name: "Copy to Other Days" }).click();
  await expectNoAxeViolations(page);
  await expectToFit(page, [
    [320, "100%"],
    [390, "200%"],
  ]);
  await tuesday.modal.getByRole("button", { name: "Choose All" }).click();
  await tuesday.modal.getByRole("button", { name: "Copy", exact: true }).click();
  await tuesday.done();
  await expect(page.getByText(/^Not saved yet: Sunday/)).toBeVisible();
  await schedule.show("Next Week");
  await expectNoAxeViolations(page);
  await expectToFit(page);
});

test("axe finds nothing on the question about a rejected listing", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(iris);
  await page.goto("/psychic/listing");
  const question = page.getByRole("dialog", { name: "Rejected" });
  await expect(question).toBeVisible();
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "Edit" }).click();
  await expectNoAxeViolations(page);
});

test("every target on the dashboard has 44 pixels, and the bar covers no field", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(luna);
  await page.goto("/psychic");
  await page.getByText("All Statistics").waitFor();
  const buttons = page.locator("main button, main a.button, nav[aria-label='Most used'] > *");
  for (const box of await buttons.evaluateAll((all) =>
    all.map((button) => button.getBoundingClientRect().toJSON()),
  )) {
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }

  await page.setViewportSize({ width: 320, height: 844 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const bar = page.getByRole("navigation", { name: "Most used" });
  const words = bar.locator("span");
  await expect(words).toHaveText(["Dashboard", "Schedule", "Readings", "Statistics", "Menu"]);
  const overflowing = await words.evaluateAll((all) =>
    all
      .filter((word) => word.getBoundingClientRect().width > (word.parentElement?.clientWidth ?? 0))
      .map((word) => word.textContent),
  );
  expect(overflowing).toEqual([]);

  await page.setViewportSize({ width: 390, height: 480 });
  await page.goto("/psychic/problem");
  const submit = page.getByRole("button", { name: "Submit" });
  await submit.focus();
  const [field, cover] = [await submit.boundingBox(), await bar.boundingBox()];
  expect(Number(field?.y) + Number(field?.height)).toBeLessThanOrEqual(Number(cover?.y));
});
