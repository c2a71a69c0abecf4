import type { Knex } from "knex";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { lastWholeWeek } from "#server/features/hours/count-hours.ts";
import { weeksUpTo } from "#server/features/hours/hours.ts";
import { makePsychic } from "../support/people.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expectToFit } from "./support/fit.ts";
import { expect, test } from "./support/server.ts";

const usual = { on_seconds: 3600, promised_seconds: 3600, paid_cents: 3000 };
const thursday9 = 4 * 24 + 21;

/** Eight whole weeks up to the last one, as the job counts them. */
async function countWeeks(sql: Knex): Promise<string[]> {
  const last_week = lastWholeWeek(new Date());
  await sql("hours_state")
    .insert({ last_week, counted_at: new Date() })
    .onConflict("single")
    .merge();
  return weeksUpTo(last_week);
}

/** On from 1 PM to 6 PM on each day; many repeat callers on Thursday from 9 PM to 11 PM. */
async function makeHours(sql: Knex, psychic_id: number): Promise<void> {
  const weeks = await countWeeks(sql);
  const rows = weeks.flatMap((week, place) =>
    Array.from({ length: 168 }, (_, hour) => {
      const key = { psychic_id, week, hour };
      if (hour === thursday9 || hour === thursday9 + 1) {
        const on_seconds = place === 0 ? 3600 : 0;
        const calls = { answered: place === 0 ? 8 : 0, missed: 1, repeat_callers: 1 };
        return { ...key, ...usual, promised_seconds: 0, on_seconds, ...calls };
      }
      const isOn = hour % 24 >= 13 && hour % 24 < 18;
      return isOn ? { ...key, ...usual, answered: 1, missed: 0, repeat_callers: 0 } : [];
    }).flat(),
  );
  await sql("psychic_hours").insert(rows);
}

test("R84: a psychic reads which hours pay, and one tap drafts the schedule", async ({
  page,
  sql,
  psychic,
  signIn,
}) => {
  await makeHours(sql, psychic.id);
  await makeSegment(sql, { psychic_id: psychic.id, day: 5, starts: "22:00", ends: "23:00" });
  await signIn(psychic);
  await page.goto("/psychic/statistics");
  await page.getByRole("link", { name: "Hours That Pay" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hours That Pay" })).toBeVisible();
  const advice = page.getByRole("listitem").filter({ hasText: "Thursday 9–11 PM" });
  await expect(advice).toContainText(
    "32 calls and chats in 8 weeks, 16 repeat callers. You were on in 2 of 16 hours.",
  );
  const picture = page.getByRole("table", { name: /by hour of the week, New York time/ });
  await expect(picture.getByRole("row", { name: /^1 PM/ }).getByRole("cell").first()).toHaveText(
    "$30",
  );
  await page.getByRole("button", { name: "Repeat" }).click();
  await expect(picture.getByRole("row", { name: /^9 PM/ }).getByRole("cell").nth(4)).toHaveText(
    "8 (advice)",
  );
  await expect(page.getByText("What customers paid is not pay.")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectToFit(page);

  await page.getByRole("button", { name: "Add to My Schedule: Thursday 9–11 PM" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Schedule" })).toBeVisible();
  await expect(page.getByText("Not saved yet: Thursday")).toBeVisible();
  const stored = () =>
    sql("schedule_segments")
      .where({ psychic_id: psychic.id })
      .orderBy("number")
      .select("day", "starts", "ends");
  expect(await stored()).toHaveLength(1);
  await page.getByRole("button", { name: "Save Schedule" }).click();
  await expect(page.getByText("Your schedule was saved")).toBeVisible();
  expect(await stored()).toEqual([
    { day: 5, starts: "21:00:00", ends: "22:00:00" },
    { day: 5, starts: "22:00:00", ends: "23:00:00" },
  ]);
  await page.goto("/psychic/hours");
  await expect(advice).toContainText("Your schedule has these hours.");
  await expect(page.getByRole("button", { name: /^Add to My Schedule/ })).toHaveCount(0);
});

test("R84: a new psychic reads when the hours appear, and without a network why they do not", {
  tag: "@phone",
}, async ({ page, context, sql, psychic, signIn }) => {
  await countWeeks(sql);
  await signIn(psychic);
  await page.goto("/psychic/hours");
  await expect(page.getByText("Your hours appear here after your first whole week")).toBeVisible();
  await page.goto("/psychic/statistics");
  await expect(page.getByRole("link", { name: "Hours That Pay" })).toBeVisible();
  await context.route("**/api/psychics/*/hours", (route) => route.abort());
  await page.getByRole("link", { name: "Hours That Pay" }).click();
  await expect(page.getByText("The hours could not be loaded")).toBeVisible();
  await context.unroute("**/api/psychics/*/hours");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("No whole week yet")).toBeVisible();
});

test("R84: a manager sees what the psychic sees, without the tap", { tag: "@desktop" }, async ({
  page,
  sql,
  psychic,
  manager,
  signIn,
}) => {
  await makeHours(sql, psychic.id);
  await signIn(manager);
  await page.goto(`/psychics/${psychic.id}/schedule`);
  const advice = page.getByRole("listitem").filter({ hasText: "Thursday 9–11 PM" });
  await expect(advice).toContainText("The psychic was on in 2 of 16 hours.");
  await expect(advice.getByRole("button")).toHaveCount(0);
});

test("R84: a manager compares calls with promised hours, by language", async ({
  page,
  sql,
  manager,
  signIn,
}) => {
  const [week = ""] = await countWeeks(sql);
  const group = { brand: "", language: 8, category: 0, on_seconds: 0, paid_cents: 0 };
  await sql("group_hours").where({ language: 8 }).delete();
  await sql("group_hours").insert(
    Array.from({ length: 168 }, (_, hour) => ({
      ...{ ...group, hour, promised_seconds: 8 * 3600, missed: 2, repeat_callers: 3 },
      answered: hour === 22 ? 60 : 8,
    })),
  );
  const { id } = await makePsychic(sql);
  await sql("psychic_hours").insert({
    ...{ ...usual, psychic_id: id, week, hour: 5, answered: 1, missed: 0, repeat_callers: 0 },
  });
  await signIn(manager);
  await page.goto("/statistics/hours");
  await page.getByLabel("Language").selectOption("Slovak");
  await expect(page).toHaveURL(/\?language=8$/);
  const advice = page.getByRole("listitem").filter({ hasText: "Sunday 10–11 PM" });
  await expect(advice).toContainText(
    "62 calls and chats in 8 weeks, 2 missed, 3 repeat callers. Psychics promised 8 hours. " +
      "That is 7.8 for each hour promised, 1.3 in all other hours.",
  );
  await expect(
    page
      .getByRole("row", { name: /^10 PM/ })
      .getByRole("cell")
      .first(),
  ).toHaveText("7.8 (advice)");
  await expectNoAxeViolations(page);
  await expectToFit(page);
});
