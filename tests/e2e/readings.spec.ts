import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Knex } from "knex";
import { createRandom } from "#seeds/random.ts";
import { softTones } from "#seeds/wave.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { payPeriod } from "#shared/rules/pay-period.ts";
import { makePsychic } from "#tests/support/people.ts";
import { PsychicListPage } from "./pages/psychic-list-page.ts";
import { makeCustomerOf, makeReadingOf } from "./support/psychic-history.ts";
import { expect, test } from "./support/server.ts";

type Person = { id: number; username: string };

const pathOf = ({ id }: Person) => `/psychics/${id}/readings`;

test.beforeEach(({ signIn, manager }) => signIn(manager));

/** Makes a missed call, then calls of 12 minutes down to 1, all with one customer. */
async function makeThirteenReadings(sql: Knex, psychic: Person): Promise<void> {
  const { id: customer_id } = await makeCustomerOf(sql, psychic, 1, "ada");
  for (let minutes = 1; minutes <= 12; minutes++) {
    await makeReadingOf(sql, psychic, minutes, { customer_id, minutes, free_minutes: 0, rate: 2 });
  }
  await makeReadingOf(sql, psychic, 20, { customer_id, minutes: 0, result: "Voicemail" });
}

test("R26, R27, S16, K1, K2, K3: readings are listed, summed, sorted and exported", {
  tag: ["@desktop", "@hours", "@quick"],
}, async ({ page, sql, psychic }) => {
  await makeThirteenReadings(sql, psychic);
  const readings = new PsychicListPage(page, "Readings of");
  await test.step("a list that cannot be loaded says so, and Try Again loads it", async () => {
    await page.route("**/readings?**", (route) => route.abort());
    await page.goto(pathOf(psychic));
    await expect(page.getByText("The readings could not be loaded")).toBeVisible();
    await page.unroute("**/readings?**");
    await page.getByRole("button", { name: "Try Again" }).click();
    await readings.settled();
    await expect(readings.rows).toHaveCount(10);
  });

  await test.step("R26, K1, K2, K3: the list opens on the pay period with 10 rows and its sums", async () => {
    const { start, end } = payPeriod(1, newYorkDay(Date.now()));
    await expect(readings.from).toHaveValue(start);
    await expect(readings.to).toHaveValue(end);
    await expect(readings.rowsPerPage).toHaveValue("10");
    await expect(readings.rows).toHaveCount(10);
    await expect(readings.header("Date")).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByText("1–10 of 13 readings")).toBeVisible();
    // 78 minutes in 12 calls of a new customer.
    const summary = page.getByLabel("Summary", { exact: true });
    await expect(summary.getByRole("term")).toHaveText([
      ...["Total", "Repeat", "Free Minutes", "Total Minutes"],
      ...["Repeat Minutes", "Repeat Pct", "Missed", "ALC"],
    ]);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(readings.table.getByRole("columnheader")).toHaveText([
      ...["Date", "Member", "Duration (min.)", "Paid (min.)", "Call Revenue", "Results", "Rating"],
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(summary.getByRole("definition")).toHaveText([
      ...["12", "0", "0", "78"],
      ...["0", "0.0%", "1", "6.50"],
    ]);
  });

  await test.step("R27, S16: the server sorts every column, and the CSV has the same rows", async () => {
    const columns = [
      ...["Id", "Date", "Member", "New or Repeat"],
      ...["Minutes: Duration", "Minutes: Free", "Minutes: Paid", "Rate", "Call Revenue"],
      ...["Results", "Rating", "Rating Text", "Play Call"],
    ];
    for (const column of columns) {
      await expect(readings.header(column).getByRole("button")).toBeVisible();
    }
    const first = readings.rows.first().locator("> *");
    await expect(first).toHaveText([
      ...[`${psychic.id}-1`, /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M ET$/, "ada", "New"],
      ...["1", "0", "1", "$2.00", "$2.00", "Completed", "", "", ""],
    ]);

    await readings.sortBy("Minutes: Duration", "descending");
    expect(await readings.column(4)).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"]);
    await readings.sortBy("Minutes: Duration", "ascending");
    expect((await readings.column(9)).slice(0, 2)).toEqual(["Voicemail", "Completed"]);
    await expect(page).toHaveURL(/sort=duration&order=asc/);

    const { name, lines } = await readings.exported();
    expect(name).toMatch(new RegExp(`^${psychic.username} readings .* ET\\.csv$`));
    expect(lines).toHaveLength(14);
    expect(lines[1]).toContain(",0,0,0,3.99,0,Voicemail,");
    expect(lines[13]).toContain(",12,0,12,2,24,Completed,");
  });

  await test.step("R26: Update shows other days, and a range without readings says so", async () => {
    const other = await makePsychic(sql);
    const { id: customer_id } = await makeCustomerOf(sql, other, 1, "ada");
    const day = addDays(newYorkDay(Date.now()), -40);
    await makeReadingOf(sql, other, 5, { customer_id, started_at: `${day}T17:00:00Z` });
    await page.goto(pathOf(other));
    await expect(page.getByText("No readings on these dates")).toBeVisible();
    await page.getByRole("button", { name: "Last 30 days" }).click();
    await expect(page.getByRole("button", { name: "Dates: Last 30 days" })).toBeFocused();
    await expect(page.getByLabel("From")).toHaveValue(addDays(newYorkDay(Date.now()), -29));
    await expect(page.getByText("No readings on these dates")).toBeVisible();
    await readings.showDays(day, day);
    await readings.settled();
    await expect(readings.rows).toHaveCount(1);
    await expect(page.getByLabel("Summary", { exact: true })).toContainText("Total1");

    await page.goto("/psychics/2147483647/readings");
    await expect(page.getByText("This psychic does not exist")).toBeVisible();
  });
});

test("R27, E29: a manager plays and downloads a recording and opens a rating", async ({
  page,
  sql,
  portal,
  isMobile,
}) => {
  const readings = new PsychicListPage(page, "Readings of");
  await test.step("R27, E29: a recording plays, downloads, and the audit trail names it", async () => {
    const psychic = await makePsychic(sql);
    const { id: customer_id } = await makeCustomerOf(sql, psychic, 1, "ada");
    const recorded = await makeReadingOf(sql, psychic, 5, { customer_id, has_recording: true });
    const late = await makeReadingOf(sql, psychic, 9, { customer_id, has_recording: true });
    const wav = softTones(createRandom("a call"));
    const dayOf = (instant: string) => newYorkDay(Date.parse(instant)).replaceAll("-", "");
    const day = dayOf(recorded.started_at);
    const files = createFolderStore(join(dirname(portal.mailDir), "files"));
    await files.write(`recordings/${day}/${recorded.connection_id}.wav`, wav);

    await readings.open(pathOf(psychic));
    const openDetail = (row: number) =>
      page
        .getByRole("button", { name: /^Details of/ })
        .nth(row)
        .click();
    const play = page.getByRole("button", { name: /^Play the call with ada of/ });
    if (isMobile) await openDetail(0);
    await play.first().click();
    const modal = readings.dialog("Call with ada");
    const player = modal.getByLabel("Recording of the call with ada");
    await player.evaluate((audio: HTMLAudioElement) => audio.play());
    await expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeCloseTo((wav.length - 44) / 16_000, 1);
    await expect
      .poll(() => sql("audit_trail").where({ action: "recording played", subject_id: psychic.id }))
      .not.toHaveLength(0);

    const download = page.waitForEvent("download");
    await modal.getByRole("link", { name: "Download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${day} ${recorded.connection_id}.wav`);
    expect((await readFile(await file.path())).equals(wav)).toBe(true);
    await readings.closeDialog("Call with ada");
    await expect(play.first()).toBeFocused();

    // The other recording has not arrived.
    if (isMobile) {
      await page.keyboard.press("Escape");
      await openDetail(1);
      await play.click();
    } else await play.nth(1).click();
    await player.evaluate((audio: HTMLAudioElement) => audio.play().catch(() => undefined));
    await expect(modal.getByRole("alert")).toContainText("It may not have arrived yet.");
    await files.write(`recordings/${dayOf(late.started_at)}/${late.connection_id}.wav`, wav);
    await modal.getByRole("button", { name: "Try Again" }).click();
    await expect(modal.getByRole("alert")).toBeEmpty();
    await expect(player).toBeFocused();
    await player.evaluate((audio: HTMLAudioElement) => audio.play());
    await expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeGreaterThan(0);
    await expect(modal.getByRole("alert")).toBeEmpty();
  });

  await test.step("R27: a rating opens its text, without interpreting its markup", async () => {
    const psychic = await makePsychic(sql);
    const { id: customer_id } = await makeCustomerOf(sql, psychic, 1, "ada");
    const rating_text = "Kind & clear.\n<b>I will call again</b>";
    await makeReadingOf(sql, psychic, 5, { customer_id, rating: 4, rating_text });
    await makeReadingOf(sql, psychic, 6, { customer_id, rating: 2 });
    await makeReadingOf(sql, psychic, 7, { customer_id });
    await readings.open(pathOf(psychic));

    if (isMobile) {
      await page
        .getByRole("button", { name: /^Details of/ })
        .first()
        .click();
      const detail = page.getByRole("dialog");
      await expect(detail.getByRole("img", { name: "4 of 5" })).toBeVisible();
      await expect(detail).toContainText("<b>I will call again</b>");
      return;
    }
    await expect(page.getByRole("button", { name: /^Rating by ada/ })).toHaveCount(2);
    const opener = page.getByRole("button", { name: "Rating by ada: Kind & clear." });
    await opener.click();
    const modal = readings.dialog("Rating by ada");
    await expect(modal).toContainText("4 of 5");
    await expect(modal).toContainText("<b>I will call again</b>");
    await readings.closeDialog("Rating by ada");
    await expect(opener).toBeFocused();
    await page.getByRole("button", { name: "Rating by ada: no text" }).click();
    await expect(modal).toContainText("The customer wrote no text.");
  });
});
