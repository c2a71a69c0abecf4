import type { Knex } from "knex";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { makeManager, makePsychic } from "#tests/support/people.ts";
import { LoginPage } from "../pages/login-page.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

const storedSegments = (sql: Knex, id: number) =>
  sql("schedule_segments")
    .where({ psychic_id: id })
    .orderBy(["day", "number"])
    .select("day", "number", "status", "starts", "ends");

test("R30, S14, K6, N7, D14, D4: days are edited one by one, and Save Schedule saves the week", async ({
  page,
  sql,
  psychic,
}) => {
  const schedule = new SchedulePage(page);
  await test.step("R30, S14, K6, N7: a day's modal saves nothing; Save Schedule saves the week", async () => {
    await schedule.open(psychic.id, "Schedule");
    await expect(schedule.times("Monday")).toHaveText("Unavailable");

    const monday = await schedule.edit("Monday");
    await monday.add();
    await expect(monday.time(1)).toContainText("All day");
    await expect(monday.time(1).getByLabel("Status")).toHaveValue("A");
    await monday.set(1, "From", "6:15 PM");
    await monday.set(1, "To", "2:00 AM");
    await expect(monday.time(1)).toContainText("6:15 PM – 2:00 AM (next day)");
    await monday.add();
    await monday.set(2, "From", "12:00 PM");
    await monday.set(2, "To", "2:45 PM");
    await monday.time(2).getByLabel("Status").selectOption("On Alert");
    await monday.add();
    await monday.modal.getByRole("button", { name: "Delete time 3" }).click();
    await expect(monday.modal.getByRole("group", { name: /^Time / })).toHaveCount(2);
    await monday.done();

    await expect(page.getByRole("button", { name: "Edit Monday" })).toBeFocused();
    await expect(schedule.times("Monday").getByRole("listitem")).toContainText([
      "12:00 PM – 2:45 PM",
      "6:15 PM – 2:00 AM (next day)",
    ]);
    expect(await storedSegments(sql, psychic.id)).toEqual([]);

    await schedule.saveSchedule.click();
    await expect(schedule.notice("Schedule Saved")).toContainText("Your schedule was saved");
    expect(await storedSegments(sql, psychic.id)).toEqual([
      { day: 2, number: 1, status: "O", starts: "12:00:00", ends: "14:45:00" },
      { day: 2, number: 2, status: "A", starts: "18:15:00", ends: "02:00:00" },
    ]);
    await page.reload();
    await expect(schedule.times("Monday").getByRole("listitem")).toHaveCount(2);
  });

  await test.step("leaving an unsaved week asks first", async () => {
    const sunday = await schedule.edit("Sunday");
    await sunday.add();
    await sunday.done();
    await page
      .getByRole("navigation", { name: "Psychic", exact: true })
      .getByText("Summary")
      .click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(schedule.times("Sunday")).toContainText("All day");
  });

  await test.step("D14: an overlap shows at once, across midnight too, and nothing is saved", async () => {
    const other = await makePsychic(sql);
    await makeSegment(sql, {
      ...{ psychic_id: other.id, day: 3, number: 1, status: "A" },
      ...{ starts: "01:00", ends: "03:00" },
    });
    await schedule.open(other.id);
    const monday = await schedule.edit("Monday");
    await monday.add();
    await monday.set(1, "From", "9:00 PM");
    await monday.set(1, "To", "2:00 AM");
    await expect(monday.time(1)).toContainText("Overlaps Tuesday, 1:00 AM – 3:00 AM");
    await page.keyboard.press("Escape");
    await expect(schedule.times("Monday")).toContainText("Overlaps Tuesday");
    await schedule.saveSchedule.click();
    await expect(page.getByText("Some times overlap. Change them, then save.")).toBeVisible();
    expect(await storedSegments(sql, other.id)).toHaveLength(1);

    const tuesday = await schedule.edit("Tuesday");
    await tuesday.modal.getByRole("button", { name: "Delete time 1" }).click();
    await expect(tuesday.modal).toContainText("Unavailable on this day.");
    await tuesday.done();
    await schedule.saveSchedule.click();
    await expect(schedule.notice("Schedule Saved")).toBeVisible();
    expect(await storedSegments(sql, other.id)).toMatchObject([{ day: 2, starts: "21:00:00" }]);
  });

  await test.step("D4: the schedule of an account that nobody can edit is read-only", async () => {
    const blocked = await makePsychic(sql, { psychic: { account_status: "Blacklist" } });
    await schedule.open(blocked.id);
    await expect(page.getByText("This account cannot be edited now")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Monday" })).toBeDisabled();
    await expect(schedule.saveSchedule).toHaveCount(0);
  });
});

test("D7, D13: an unsaved week never overwrites somebody else's change unseen", {
  tag: "@sweep",
}, async ({ page, sql, run, manager }) => {
  const schedule = new SchedulePage(page);
  await test.step("D7: an unsaved week returns after the next sign-in, and overwrites no change unseen", async () => {
    const psychic = await makePsychic(sql);
    await schedule.open(psychic.id);
    const keyReceived = page.waitForResponse("**/api/kept_key");
    const sunday = await schedule.edit("Sunday");
    await sunday.add();
    await sunday.done();
    await keyReceived;
    // This session ends, then somebody else saves.
    await sql("users").where({ id: manager.id }).increment("session_epoch");
    await schedule.saveSchedule.click();
    await expect(page).toHaveURL("/login");
    const other = await makeManager(sql);
    const headers = { Origin: new URL(page.url()).origin };
    await page.request.post("/api/sessions", {
      data: { username: other.username, password: other.password },
      headers,
    });
    const theirs = await page.request.post(`/api/psychics/${psychic.id}/schedule`, {
      data: { schedule: [{ day: 6, status: "O", from: "10:00", to: "11:00" }] },
      headers,
    });
    expect(theirs.status()).toBe(204);

    await new LoginPage(page).signIn(manager);
    await expect(page).toHaveURL(`/psychics/${psychic.id}/schedule`);
    await expect(schedule.times("Sunday")).toContainText("All day");
    await schedule.saveSchedule.click();
    const conflict = page.getByRole("dialog", { name: "This Has Changed" });
    await expect(conflict.getByRole("row", { name: /^Friday/ })).toContainText("10:00 AM");
    await conflict.getByRole("button", { name: "Keep theirs" }).click();
    await expect(schedule.times("Sunday")).toHaveText("Unavailable");
    expect(await storedSegments(sql, psychic.id)).toMatchObject([{ day: 6 }]);
  });

  await test.step("D13: somebody else's week is shown beside the user's, who chooses one", async () => {
    const psychic = await makePsychic(sql);
    await schedule.open(psychic.id);
    const friday = await schedule.edit("Friday");
    await friday.add();
    await friday.set(1, "From", "9:00 AM");
    await friday.set(1, "To", "5:00 PM");
    await friday.done();

    const theirs = await page.request.post(`/api/psychics/${psychic.id}/schedule`, {
      data: { schedule: [{ day: 6, status: "O", from: "10:00", to: "11:00" }] },
      headers: { Origin: run.url },
    });
    expect(theirs.status()).toBe(204);
    await schedule.saveSchedule.click();
    const conflict = page.getByRole("dialog", { name: "This Has Changed" });
    await expect(conflict.getByRole("row", { name: /^Friday/ })).toContainText(
      /9:00 AM – 5:00 PM Available.*10:00 AM – 11:00 AM On Alert/,
    );
    expect(await storedSegments(sql, psychic.id)).toMatchObject([{ starts: "10:00:00" }]);
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await expect(schedule.notice("Schedule Saved")).toBeVisible();
    expect(await storedSegments(sql, psychic.id)).toMatchObject([{ day: 6, starts: "09:00:00" }]);

    // The next edit starts from the version that this save made.
    const fridayAgain = await schedule.edit("Friday");
    await fridayAgain.set(1, "To", "6:00 PM");
    await fridayAgain.done();
    await schedule.saveSchedule.click();
    await expect.poll(() => storedSegments(sql, psychic.id)).toMatchObject([{ ends: "18:00:00" }]);
  });
});

test.describe("in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("D15: each time is shown in both zones, and so is the current time", async ({
    page,
    sql,
    psychic,
  }) => {
    await makeSegment(sql, {
      ...{ psychic_id: psychic.id, day: 2, number: 1, status: "A" },
      ...{ starts: "20:00", ends: "23:00" },
    });
    const schedule = new SchedulePage(page);
    await schedule.open(psychic.id);
    await expect(schedule.times("Monday")).toContainText("8:00 PM – 11:00 PM");
    await expect(schedule.times("Monday")).toContainText(
      /Tue (9|10):00 AM – (12|1):00 PM your time/,
    );
    await expect(page.getByText(/^Japan/)).toBeVisible();
    for (const [label, timeZone] of [
      ["Your local time", "Asia/Tokyo"],
      ["New York", "America/New_York"],
    ] as const) {
      const beside = page.getByText(label, { exact: true }).locator("xpath=..");
      const [shown] = /\d+:\d\d [AP]M( ET)?/.exec(await beside.innerText()) ?? [];
      const timeThere = (instant: number) =>
        new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone })
          .format(instant)
          .replace(/\s/, " ") + (timeZone === "America/New_York" ? " ET" : "");
      // A minute may begin in between.
      const now = Date.now();
      expect([timeThere(now), timeThere(now - 60_000)], label).toContain(shown);
    }
  });
});
