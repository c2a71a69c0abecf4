import type { Knex } from "knex";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { addDays, newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { instantOn } from "#shared/rules/schedule.ts";
import { expectToFit } from "./support/fit.ts";
import { expect, test } from "./support/server.ts";

/** A past day, so that nothing depends on the time of day. */
const yesterday = () => addDays(newYorkDay(Date.now()), -1);

/** Nine hours promised; available, busy and available again; a call, a missed call and a chat. */
async function makeDay(sql: Knex, psychicId: number, day: string): Promise<void> {
  const at = (hours: number) => new Date(instantOn(day, hours * 60) ?? 0);
  await makeSegment(sql, {
    ...{ psychic_id: psychicId, day: weekday(day), starts: "09:00", ends: "18:00" },
  });
  const changes = [
    [9, "A", "psychic"],
    [10, "B", "platform"],
    [10.5, "A", "platform"],
    [17, "U", "manager"],
  ] as const;
  await sql("availability_changes").insert(
    changes.map(([hours, code, set_by]) => ({
      ...{ psychic_id: psychicId, at: at(hours), code, set_by },
    })),
  );
  const call = (id: string, hours: number) => ({
    ...{ psychic_id: psychicId, id: `${id}-${psychicId}`, event_at: at(hours + 1) },
    ...{ initiated_at: at(hours), ringing_at: at(hours) },
  });
  await sql("call_attempts").insert([
    {
      ...call("talk", 10),
      ...{ answered_at: new Date(at(10).getTime() + 8_000), ended_at: at(10.5) },
      ...{ connection_id: `day-${psychicId}`, result: "Completed" },
    },
    { ...call("miss", 12), ended_at: new Date(at(12).getTime() + 25_000), result: "No Answer" },
  ]);
  // The tests of a run share a database.
  const { id: customer_id } = await makeCustomer(sql, { id: 5_000_000 + psychicId });
  const reading = (connection_id: string, hours: number, conn_type: "Call" | "Chat") =>
    makeReading(sql, {
      customer_id,
      ...{ user_id: psychicId, connection_id, conn_type, minutes: 30 },
      started_at: at(hours).toISOString(),
    });
  await reading(`day-${psychicId}`, 10, "Call");
  await reading(`chat-${psychicId}`, 14, "Chat");
}

test("R70: a manager sees a psychic's day, and goes to the days beside it", {
  tag: "@desktop",
}, async ({ page, signIn, manager, psychic, sql }) => {
  const day = yesterday();
  await makeDay(sql, psychic.id, day);
  await signIn(manager);
  await page.goto(`/psychics/${psychic.id}`);
  await page
    .getByRole("navigation", { name: "Psychic" })
    .getByRole("link", { name: "Day" })
    .click();
  await expect(page.getByText(/^As of .* ET\./)).toBeVisible();
  await page.getByRole("button", { name: "Day Before" }).click();
  await expect(page).toHaveURL(new RegExp(`/day\\?day=${day}$`));
  const table = page.getByRole("table", { name: /^Day of / });
  const kinds = () => table.locator("tr[data-row] td:nth-child(3)").allTextContents();
  await expect
    .poll(kinds)
    .toEqual([
      ...["Promised", "Availability", "Availability", "Call", "Availability", "Call", "Chat"],
      "Availability",
    ]);
  const rows = table.locator("tr[data-row]");
  await expect(rows.nth(0)).toContainText(/09:00:00 AM ET.*06:00:00 PM ET.*Available/);
  await expect(rows.nth(1)).toContainText("set by the psychic");
  await expect(rows.nth(3)).toContainText(/Completed.*answered after 8 s, talked 29 min\./);
  await expect(rows.nth(5)).toContainText(/No Answer.*rang 25 s/);
  await expect(rows.nth(7)).toContainText(/Unavailable.*set by a manager/);
  const picture = page.getByRole("region", { name: "Picture of the day" });
  await expect(picture.locator('[data-look="available"]')).toHaveCount(3);
  await expect(picture.locator('[data-look="call"], [data-look="missed"]')).toHaveCount(2);
  await expect(page.getByText("Promised hours come from the current schedule.")).toBeVisible();

  await page.getByLabel(/^Day \(/).fill(addDays(day, -400));
  await expect(page.getByText("09:00:00 AM ET")).toHaveCount(0);
  await page.goBack();
  await expect.poll(kinds).toHaveLength(8);
  await page.getByRole("button", { name: "Day After" }).click();
  await expect(page).toHaveURL(/\/day$/);
});

test("R71: a psychic sees the same day on a phone", {
  tag: "@phone",
}, async ({ page, signIn, psychic, sql }) => {
  const day = yesterday();
  await makeDay(sql, psychic.id, day);
  await signIn(psychic);
  await page.goto("/psychic");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Day", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Day", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Day Before" }).click();
  const table = page.getByRole("table", { name: /^Day of / });
  await expect(table.locator("tr[data-row]")).toHaveCount(8);
  await expect(table).toContainText("answered after 8 s, talked 29 min.");
  await expect(table).toContainText("set by you");
  // The picture scrolls; what is beyond an edge fades.
  const picture = page.getByRole("region", { name: "Picture of the day" });
  await expect(picture).toHaveAttribute("data-more", "");
  await expect(picture).toHaveCSS("mask-image", /rgba\(0, 0, 0, 0\)\)$/);
  await expectToFit(page);
  await page.route("**/api/psychics/*/timeline*", (route) => route.abort());
  // Another weekday than that of the promised hours.
  await page.goto(`/psychic/day?day=${addDays(day, -400)}`);
  await expect(page.getByText("The day could not be loaded")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Nothing on this day")).toBeVisible();
});

test.describe("in California", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("D15: where the viewer's clock differs, the day shows both", {
    tag: "@desktop",
  }, async ({ psychic, sql, signIn, page }) => {
    const day = yesterday();
    await makeDay(sql, psychic.id, day);
    await signIn(psychic);
    await page.goto(`/psychic/day?day=${day}`);
    await expect(page.getByText("06:00:00 AM your time").first()).toBeVisible();
    await expect(page.getByText("Your time", { exact: true })).toBeVisible();
  });
});
