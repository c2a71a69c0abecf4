import type { Knex } from "knex";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { makePsychic } from "#tests/support/people.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { SummaryPage } from "../pages/summary-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expect, test } from "../support/server.ts";

// A Wednesday, in the week of Sunday, 11/22/2026.
test.beforeEach(async ({ page, signIn, manager }) => {
  await page.clock.setFixedTime("2026-11-25T17:00:00Z");
  await signIn(manager);
});

const insert = (sql: Knex, id: number, hours: readonly [string, string, "A" | "B"][]) =>
  sql("schedule_segments").insert(
    hours.map(([starts, ends, weeks], place) => ({
      ...{ psychic_id: id, day: 4, number: place + 1, status: "A" as const, starts, ends, weeks },
    })),
  );

test("R20, S34: Today's Schedule has the hours of this week only", async ({ page, sql }) => {
  const { id } = await makePsychic(sql);
  await insert(sql, id, [
    ["09:00", "11:00", "A"],
    ["12:00", "14:00", "B"],
  ]);
  await page.goto(`/psychics/${id}`);
  const tile = new SummaryPage(page).tile("Today's Schedule");
  await expect(tile).toContainText("9:00 AM – 11:00 AM");
  await expect(tile).not.toContainText("12:00 PM");
  await sql("schedule_segments").where({ psychic_id: id, weeks: "A" }).delete();
  await page.reload();
  await expect(tile).toContainText("Not Available");
  await expect(tile).toContainText("Nothing planned for this weekday this week");
});

test("D13, S34: if two people give a day other weeks, both versions are shown in words", async ({
  page,
  sql,
  context,
}) => {
  const { id } = await makePsychic(sql);
  await insert(sql, id, [["09:00", "11:00", "A"]]);
  const first = new SchedulePage(page);
  await first.open(id);
  const other = await context.newPage();
  await other.clock.setFixedTime("2026-11-25T17:00:00Z");
  const second = new SchedulePage(other);
  await second.open(id);
  for (const [tab, words] of [
    [first, "Next week and every second"],
    [second, "Every week"],
  ] as const) {
    const wednesday = await tab.edit("Wednesday");
    await wednesday.repeat(1, words);
    await wednesday.done();
    await expect(tab.page.getByText("Not saved yet: Wednesday")).toBeVisible();
    await tab.saveSchedule.click();
    if (tab === first) await expect(tab.notice("Schedule Saved")).toBeVisible();
  }
  const conflict = other.getByRole("dialog", { name: "This Has Changed" });
  await expect(conflict.getByRole("row", { name: /^Wednesday/ })).toContainText(
    /9:00 AM – 11:00 AM Available.*9:00 AM – 11:00 AM Available \(Next week and every second, from Sunday 11\/29\/2026\)/,
  );
  await expectNoAxeViolations(other);
  await conflict.getByRole("button", { name: "Keep theirs" }).click();
  await expect(other.getByText("Not saved")).toHaveCount(0);
  const rows = await sql("schedule_segments").where({ psychic_id: id }).select("weeks");
  expect(rows).toEqual([{ weeks: "B" }]);
});

test("S34: whoever may only look sees both weeks", async ({ page, sql }) => {
  const { id } = await makePsychic(sql, { psychic: { account_status: "Blacklist" } });
  await insert(sql, id, [
    ["09:00", "11:00", "A"],
    ["12:00", "14:00", "B"],
  ]);
  const schedule = new SchedulePage(page);
  await schedule.open(id);
  await expect(page.getByRole("button", { name: "Edit Wednesday" })).toBeDisabled();
  await expect(schedule.times("Wednesday")).toContainText("9:00 AM – 11:00 AM");
  await schedule.show("Next Week");
  await expect(schedule.times("Wednesday")).toContainText("12:00 PM – 2:00 PM");
});

test("S34: an overlap in the week that is not shown keeps the week from being saved, and says so", async ({
  page,
  sql,
}) => {
  const { id } = await makePsychic(sql);
  await insert(sql, id, [
    ["09:00", "11:00", "A"],
    ["12:00", "14:00", "B"],
  ]);
  const schedule = new SchedulePage(page);
  await schedule.open(id);
  const wednesday = await schedule.edit("Wednesday");
  await wednesday.add();
  await wednesday.repeat(3, "Next week and every second");
  await wednesday.done();
  await schedule.saveSchedule.click();
  await expect(page.getByText("Some times overlap, this week or next.")).toBeVisible();
  expect(await sql("schedule_segments").where({ psychic_id: id })).toHaveLength(2);
});

test.describe("in London", () => {
  test.use({ timezoneId: "Europe/London" });

  test("D15, S34: the viewer's times are those of the week that is shown", async ({
    page,
    sql,
  }) => {
    // London's clocks go back on 10/25/2026, New York's a week later.
    await page.clock.setFixedTime("2026-10-21T12:00:00Z");
    const { id } = await makePsychic(sql);
    await makeSegment(sql, { psychic_id: id, day: 2, starts: "09:00", ends: "10:00" });
    await insert(sql, id, [["09:00", "11:00", "A"]]);
    const schedule = new SchedulePage(page);
    await schedule.open(id);
    await expect(schedule.times("Monday")).toContainText("Mon 2:00 PM – 3:00 PM your time");
    await schedule.show("Next Week");
    await expect(schedule.times("Monday")).toContainText("Mon 1:00 PM – 2:00 PM your time");
  });
});
