import type { Knex } from "knex";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { coldStart, waitUntilUsableOffline } from "../support/phone.ts";
import { expect, test } from "../support/server.ts";

const storedWeeks = (sql: Knex, id: number) =>
  sql("schedule_segments")
    .where({ psychic_id: id })
    .orderBy(["day", "starts"])
    .select("day", "starts", "weeks");

test.describe("in the week of Sunday, 11/22/2026", () => {
  test.beforeEach(({ page }) => page.clock.setFixedTime("2026-11-25T17:00:00Z"));

  test("R83, S34: a psychic works every second Monday, and sees both weeks with their dates", {
    tag: "@quick",
  }, async ({ page, sql, psychic, signIn }) => {
    await makeSegment(sql, { psychic_id: psychic.id, day: 3, starts: "09:00", ends: "10:00" });
    await signIn(psychic);
    const schedule = new SchedulePage(page);
    await schedule.openAsPsychic();
    // One week stays as simple as it was.
    await expect(page.getByRole("button", { name: "Next Week" })).toHaveCount(0);
    const monday = await schedule.edit("Monday");
    await monday.add();
    await monday.set(1, "From", "9:00 AM");
    await monday.set(1, "To", "5:00 PM");
    await expect(monday.time(1).getByLabel("Repeats")).toHaveValue("");
    await monday.repeat(1, "Next week and every second");
    await expect(monday.time(1)).toContainText("From Sunday 11/29/2026");
    // The same hours in the other week do not overlap.
    await monday.add();
    await monday.set(2, "From", "11:00 AM");
    await monday.set(2, "To", "3:00 PM");
    await expect(monday.modal.getByRole("alert")).toContainText(
      "Overlaps Monday, 9:00 AM – 5:00 PM",
    );
    await monday.repeat(2, "This week and every second");
    await expect(monday.modal.getByRole("alert")).toHaveCount(0);
    await expect(monday.time(2)).toContainText("Again from Sunday 12/06/2026");
    await expectNoAxeViolations(page);
    await monday.done();

    await expect(page.getByText("11/22/2026 to 11/28/2026")).toBeVisible();
    const thisWeek = "11:00 AM – 3:00 PM";
    await expect(schedule.times("Monday")).toContainText(thisWeek);
    await expect(schedule.times("Monday")).toContainText(
      "This week and every second, again from Sunday 12/06/2026",
    );
    await expect(schedule.times("Monday")).not.toContainText("9:00 AM");
    await expect(schedule.glance("Monday")).toHaveText("Monday: Available 11:00 AM to 3:00 PM");
    await expect(page.getByText("Today", { exact: true })).toBeVisible();
    await schedule.show("Next Week");
    await expect(page.getByText("11/29/2026 to 12/05/2026")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Monday 11/30/2026" })).toBeVisible();
    await expect(page.getByText("Today", { exact: true })).toHaveCount(0);
    await expect(schedule.times("Monday")).toContainText("9:00 AM – 5:00 PM");
    await expect(schedule.times("Monday")).not.toContainText(thisWeek);
    await expect(schedule.times("Tuesday")).toContainText("9:00 AM – 10:00 AM");
    await expect(schedule.glance("Monday")).toHaveText("Monday: Available 9:00 AM to 5:00 PM");
    await expect(page.getByRole("region", { name: "Week at a glance" })).toContainText("9 h");
    await expectNoAxeViolations(page);

    await schedule.saveSchedule.click();
    await expect(schedule.notice("Schedule Saved")).toBeVisible();
    const stored = [
      { day: 2, starts: "09:00:00", weeks: "B" },
      { day: 2, starts: "11:00:00", weeks: "A" },
      { day: 3, starts: "09:00:00", weeks: null },
    ];
    expect(await storedWeeks(sql, psychic.id)).toEqual(stored);

    await page.reload();
    await expect(schedule.times("Monday")).toContainText(thisWeek);
    const again = await schedule.edit("Monday");
    await again.modal.getByRole("button", { name: "Delete time 2" }).click();
    await again.repeat(1, "Every week");
    await again.done();
    // Without alternating times there is only one week to show.
    await expect(page.getByRole("button", { name: "Next Week" })).toHaveCount(0);
    await schedule.saveSchedule.click();
    await expect(page.getByText("Not saved")).toHaveCount(0);
    expect(await storedWeeks(sql, psychic.id)).toEqual([
      { ...stored[0], weeks: null },
      { ...stored[2] },
    ]);
  });

  test("S34: a Saturday night of this week overlaps next week's Sunday, and not this week's", async ({
    page,
    sql,
    psychic,
    signIn,
  }) => {
    const hours = { psychic_id: psychic.id, starts: "01:00", ends: "03:00" };
    await makeSegment(sql, { ...hours, day: 1, number: 1, weeks: "A" });
    await signIn(psychic);
    const schedule = new SchedulePage(page);
    await schedule.openAsPsychic();
    const saturday = await schedule.edit("Saturday");
    await saturday.add();
    await saturday.set(1, "From", "10:00 PM");
    await saturday.set(1, "To", "2:00 AM");
    await saturday.repeat(1, "This week and every second");
    await expect(saturday.modal.getByRole("alert")).toHaveCount(0);
    await saturday.repeat(1, "Next week and every second");
    await expect(saturday.modal.getByRole("alert")).toContainText("Overlaps Sunday");
    await saturday.repeat(1, "This week and every second");
    await saturday.done();
    await schedule.show("Next Week");
    await expect(schedule.glance("Sunday")).toHaveText("Sunday: Available midnight to 2:00 AM");
    await expect(schedule.times("Sunday")).toHaveText("Unavailable");
  });
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("D40, S34: hours of every second week wait on the phone, and merge with a change of another day", async ({
    page,
    context,
    sql,
    psychic,
    signIn,
  }) => {
    await makeSegment(sql, { psychic_id: psychic.id, day: 5, starts: "09:00", ends: "10:00" });
    await signIn(psychic);
    await page.goto("/psychic");
    await waitUntilUsableOffline(page);
    await context.setOffline(true);
    const schedule = new SchedulePage(await coldStart(context, "/psychic/schedule"));
    const monday = await schedule.edit("Monday");
    await monday.add();
    await monday.set(1, "From", "9:00 AM");
    await monday.set(1, "To", "5:00 PM");
    await monday.repeat(1, "Next week and every second");
    await monday.done();
    await schedule.saveSchedule.click();
    await expect(schedule.notice("Waiting to send")).toBeVisible();
    await schedule.page.reload();
    // The phone shows the edit with its weeks, although the server has not got it.
    await expect(schedule.times("Monday")).toHaveText("Unavailable");
    await schedule.show("Next Week");
    await expect(schedule.times("Monday")).toContainText("9:00 AM – 5:00 PM");
    const waiting = await coldStart(context, "/psychic/waiting");
    await expect(waiting.getByRole("main").getByRole("listitem")).toContainText(
      /9:00 AM – 5:00 PM Available \(Next week and every second, from Sunday [\d/]{10}\)/,
    );
    await expectNoAxeViolations(waiting);

    // Somebody else makes Thursday alternate in the meantime.
    await sql("schedule_segments").where({ psychic_id: psychic.id }).update({ weeks: "A" });
    await sql("versions")
      .insert({ owner_id: psychic.id, thing: "schedule", version: 2 })
      .onConflict(["owner_id", "thing"])
      .merge();
    await context.setOffline(false);
    await expect(waiting.getByText("Nothing to send")).toBeVisible();
    expect(await storedWeeks(sql, psychic.id)).toEqual([
      { day: 2, starts: "09:00:00", weeks: expect.stringMatching(/^[AB]$/) },
      { day: 5, starts: "09:00:00", weeks: "A" },
    ]);
  });
});
