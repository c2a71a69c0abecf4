import type { Knex } from "knex";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { makePsychic } from "#tests/support/people.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expect, test } from "../support/server.ts";

const segmentsOf = (sql: Knex, id: number) =>
  sql("schedule_segments")
    .where({ psychic_id: id })
    .orderBy(["day", "number"])
    .select("day", "status", "starts", "ends");

const nightShift = { status: "A", starts: "21:00:00", ends: "02:00:00" };

test("R51, S14, D14, N7: a night shift is copied to three days, shown at a glance and saved", {
  tag: "@quick",
}, async ({ page, sql, psychic, signIn }) => {
  await makeSegment(sql, { psychic_id: psychic.id, day: 1, starts: "01:00", ends: "03:00" });
  await makeSegment(sql, { psychic_id: psychic.id, day: 3, starts: "09:00", ends: "10:00" });
  await signIn(psychic);
  const schedule = new SchedulePage(page);
  await schedule.openAsPsychic();
  // A phone's list begins with today.
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("Today");
  const monday = await schedule.edit("Monday");
  await monday.add();
  await monday.set(1, "From", "9:00 PM");
  await monday.set(1, "To", "2:00 AM");
  await expect(monday.time(1)).toContainText("9:00 PM – 2:00 AM (next day)");
  await monday.copyTo("Tuesday", "Thursday", "Saturday");
  await expect(monday.modal.getByRole("status")).toHaveText(
    "Copied to Tuesday, Thursday, and Saturday. Some times overlap now. Change them before you save.",
  );
  await monday.done();

  await expect(page.getByText("Not saved yet: Monday, Tuesday, Thursday, Saturday")).toBeVisible();
  await expect(schedule.times("Saturday")).toContainText("Overlaps Sunday");
  await expect(schedule.glance("Tuesday")).toHaveText(
    "Tuesday: Available midnight to 2:00 AM, Available 9:00 PM to midnight",
  );
  const sunday = await schedule.edit("Sunday");
  await sunday.set(1, "From", "2:00 AM");
  await sunday.time(1).getByLabel("Status").selectOption("On Alert");
  await sunday.done();
  await expect(schedule.glance("Sunday")).toHaveText(
    "Sunday: Available midnight to 2:00 AM, On Alert 2:00 AM to 3:00 AM",
  );
  expect(await segmentsOf(sql, psychic.id)).toHaveLength(2);

  await schedule.saveSchedule.click();
  await expect(schedule.notice("Schedule Saved")).toContainText("Your schedule was saved");
  await expect(page.getByText("Not saved")).toHaveCount(0);
  expect(await segmentsOf(sql, psychic.id)).toEqual([
    { day: 1, status: "O", starts: "02:00:00", ends: "03:00:00" },
    { day: 2, ...nightShift },
    { day: 3, ...nightShift },
    { day: 5, ...nightShift },
    { day: 7, ...nightShift },
  ]);

  const friday = await schedule.edit("Friday");
  await friday.add();
  await friday.done();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog", { name: "Undo all changes?" }).getByText("Yes").click();
  await expect(schedule.times("Friday")).toHaveText("Unavailable");
  await expect(schedule.times("Monday")).toContainText("9:00 PM – 2:00 AM (next day)");
});

test("D13: a second tab with an older week shows both weeks, and the psychic chooses", async ({
  page,
  context,
  sql,
  psychic,
  signIn,
}) => {
  await signIn(psychic);
  const first = new SchedulePage(page);
  await first.openAsPsychic();
  const second = new SchedulePage(await context.newPage());
  await second.openAsPsychic();
  for (const [tab, from] of [
    [first, "9:00 AM"],
    [second, "3:00 PM"],
  ] as const) {
    const friday = await tab.edit("Friday");
    await friday.add();
    await friday.set(1, "From", from);
    await friday.set(1, "To", "5:00 PM");
    await friday.done();
    await tab.saveSchedule.click();
    if (tab === first) await expect(tab.notice("Schedule Saved")).toBeVisible();
  }
  const conflict = second.page.getByRole("dialog", { name: "This Has Changed" });
  await expect(conflict.getByRole("row", { name: /^Friday/ })).toContainText(
    /3:00 PM – 5:00 PM Available.*9:00 AM – 5:00 PM Available/,
  );
  expect(await segmentsOf(sql, psychic.id)).toMatchObject([{ day: 6, starts: "09:00:00" }]);
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(second.notice("Schedule Saved")).toBeVisible();
  expect(await segmentsOf(sql, psychic.id)).toMatchObject([{ day: 6, starts: "15:00:00" }]);
});

for (const [timezoneId, here] of [
  ["America/Los_Angeles", "Wed 3:00 PM – 10:00 PM your time"],
  // Daylight saving starts and ends on other days than in New York.
  ["Europe/London", /(Wed 1[01]:00 PM – Thu [56]:00 AM) your time/],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test("D15: chosen times are New York's, and the phone's own times are beside them", async ({
      page,
      sql,
      psychic,
      signIn,
    }) => {
      await signIn(psychic);
      const schedule = new SchedulePage(page);
      await schedule.openAsPsychic();
      const wednesday = await schedule.edit("Wednesday");
      await wednesday.add();
      await wednesday.set(1, "From", "6:00 PM");
      await wednesday.set(1, "To", "1:00 AM");
      await expect(wednesday.time(1)).toContainText(here);
      await wednesday.done();
      await schedule.saveSchedule.click();
      await expect(schedule.notice("Schedule Saved")).toBeVisible();
      expect(await segmentsOf(sql, psychic.id)).toEqual([
        { day: 4, status: "A", starts: "18:00:00", ends: "01:00:00" },
      ]);
      await page.reload();
      await expect(schedule.times("Wednesday")).toContainText("6:00 PM – 1:00 AM (next day)");
      await expect(schedule.times("Wednesday")).toContainText(here);
    });
  });
}

test("D4: while an account waits for approval, schedule and profile are locked and say why", async ({
  page,
  sql,
  signIn,
}) => {
  const blocked = await makePsychic(sql, {
    psychic: { account_status: "Pending", requires_approval: true },
  });
  await signIn(blocked);
  const schedule = new SchedulePage(page);
  await schedule.openAsPsychic();
  await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Monday" })).toBeDisabled();
  await page.goto("/psychic/profile");
  await expect(page.getByLabel("Email")).toBeDisabled();
  await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
});
