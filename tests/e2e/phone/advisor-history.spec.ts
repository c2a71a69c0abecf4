import type { Page } from "playwright/test";
import { insertRows } from "#seeds/builders/insert.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { payPeriod } from "#shared/rules/pay-period.ts";
import { makePsychic } from "#tests/support/people.ts";
import { PsychicListPage } from "../pages/psychic-list-page.ts";
import { makeCustomerOf, makeReadingOf } from "../support/psychic-history.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, psychic }) => signIn(psychic));

/** Collects the text of every API response, before the page gets it: it may leave at any moment. */
async function answersOf(page: Page): Promise<string[]> {
  const answers: string[] = [];
  await page.route("**/api/**", async (route) => {
    // A stream never ends. A request that does not accept one gets its first events.
    const headers = { ...route.request().headers(), accept: "*/*" };
    const response = await route.fetch({ headers });
    answers.push(await response.text());
    await route.fulfill({ response });
  });
  return answers;
}

test("R50: customers sort by a hidden figure, show every figure, and open their readings", async ({
  page,
  sql,
  psychic,
}) => {
  const ada = await makeCustomerOf(sql, psychic, 1, "ada", { redeemable_minutes: 7 });
  const bea = await makeCustomerOf(sql, psychic, 2, "bea");
  await makeReadingOf(sql, psychic, 90_000, { customer_id: ada.id, minutes: 10, rating: 4 });
  await makeReadingOf(sql, psychic, 60, { customer_id: ada.id, minutes: 5, conn_type: "Chat" });
  await makeReadingOf(sql, psychic, 50, { customer_id: ada.id, minutes: 0 });
  await makeReadingOf(sql, psychic, 10, { customer_id: bea.id, minutes: 20 });
  const customers = new PsychicListPage(page, "Customers of");
  await customers.open("/psychic/customers");
  const { start, end } = lastDays(7, newYorkDay(Date.now()));
  await expect(customers.from).toHaveValue(start);
  await expect(customers.to).toHaveValue(end);
  expect(await customers.customerNames()).toEqual(["bea", "ada"]);

  // The day is above the cards, and the figures have units.
  const last = customers.rows.last();
  await expect(last.getByRole("rowheader")).toHaveText(/ ET · 15 min\.$/);
  await expect(last.getByRole("cell")).toHaveText("2 readings");
  await expect(customers.header("Readings")).toBeVisible();

  // The list can also be sorted by a figure that has no column on a phone.
  await page.getByLabel("Sort by").selectOption("Average Rating");
  await expect(page).toHaveURL(/sort=avg_customer_rating&order=desc/);
  await customers.settled();
  await expect.poll(() => customers.customerNames()).toEqual(["ada", "bea"]);
  await expect(last.getByRole("rowheader")).toHaveText(/^bea\s*1 reading · 20 min\.$/);
  await page.getByRole("button", { name: "Descending, change to ascending" }).click();
  await expect(page).toHaveURL(/order=asc/);
  await customers.settled();
  await expect.poll(() => customers.customerNames()).toEqual(["bea", "ada"]);

  await page.getByRole("button", { name: "Details of ada" }).click();
  const detail = customers.dialog("ada");
  await expect(detail.getByRole("definition")).toHaveText([
    / ET$/,
    ...["2", "1", "1", "1", "Repeat", "4.00", "15", "7", "7.50"],
  ]);
  await customers.closeDialog("ada");
  // A tap anywhere else on the card does the same as a tap on the customer's name.
  await customers.rows.last().getByRole("cell").getByText("4.00").tap();
  const readings = customers.dialog("Readings with ada");
  await expect(readings.getByRole("cell")).toHaveText(["0 min.", "5 min.", "10 min."]);
  await customers.closeDialog("Readings with ada");
});

test("R28, R52, D23c: no screen or API response shows what a psychic must not see", async ({
  page,
  sql,
  psychic,
}) => {
  const { id: customer_id } = await makeCustomerOf(sql, psychic, 1, "ada");
  const secret = `secret-${psychic.id}`;
  await makeReadingOf(sql, psychic, 5, {
    ...{ customer_id, minutes: 12, free_minutes: 2, rate: 7.77, has_recording: true },
    ...{ connection_id: secret, rating: 4, rating_text: "Kind & clear.\n<b>Again</b>" },
  });
  await makeReadingOf(sql, psychic, 9, { customer_id, minutes: 0, result: "Voicemail" });
  const answers = await answersOf(page);
  const readings = new PsychicListPage(page, "Readings of");
  await readings.open("/psychic/readings");
  const { start, end } = payPeriod(1, newYorkDay(Date.now()));
  await expect(readings.from).toHaveValue(start);
  await expect(readings.to).toHaveValue(end);
  await expect(page.getByLabel("Summary", { exact: true }).getByRole("definition")).toHaveText([
    ...["1", "0", "2", "12"],
    ...["0", "0.0%", "1", "12.00"],
  ]);
  await expect(page.getByLabel("Sort by").getByRole("option")).toHaveText([
    ...["Date", "Member", "New or Repeat", "Minutes: Duration", "Minutes: Free", "Minutes: Paid"],
    ...["Results", "Rating", "Rating Text"],
  ]);
  // The list has one day heading, or two if midnight was between the readings.
  const days = readings.table.getByRole("rowheader", { name: /^[A-Z][a-z]{2} [\d/]{10}$/ });
  await expect(days.first()).toBeVisible();
  const missed = readings.rows.filter({ hasText: "Voicemail" });
  await expect(missed.getByRole("rowheader")).toHaveText(
    /^\w+\d\d:\d\d:\d\d [AP]M ET · Voicemail$/,
  );
  await expect(missed.getByRole("cell")).toHaveText("Missed");
  await expect(page.getByText("Total counts only readings with minutes.")).toBeInViewport();
  await page
    .getByRole("button", { name: /^Details of/ })
    .first()
    .click();
  const detail = page.getByRole("dialog");
  const about = (term: string) =>
    detail.getByText(term, { exact: true }).locator("xpath=ancestor::div[1]");
  await expect(detail.getByRole("term")).toHaveText([
    ...[/^Member/, /^New or Repeat/, /^Duration/, /^Free/, /^Paid/],
    ...[/^Results/, /^Rating/, /^Rating Text/],
  ]);
  await expect(about("Results")).toContainText("Completed");
  await expect(detail.getByRole("img", { name: "4 of 5" })).toBeVisible();
  await expect(detail).toContainText("<b>Again</b>");

  for (const [path, table] of [
    ["customers", "Customers of"],
    ["logins", "Logins of"],
  ] as const) {
    await new PsychicListPage(page, table).open(`/psychic/${path}`);
  }
  await page.unrouteAll({ behavior: "wait" });
  expect(answers.some((text) => text.includes("Kind & clear."))).toBe(true);
  for (const text of answers) {
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/"(connection_id|rate|revenue|has_recording)"/);
  }
});

test("R50, R52: a psychic is refused another psychic's data and a manager's", async ({
  page,
  run,
  sql,
  psychic,
}) => {
  const other = await makePsychic(sql);
  const statusOf = async (path: string) => (await page.request.get(`/api${path}`)).status();
  for (const path of [
    ...["readings", "customers/psychic", "customers/1", "logins"],
    ...["listings", "gifts", "gifts/eligible", "recordings/20260101/1"],
  ]) {
    expect(await statusOf(`/psychics/${other.id}/${path}`), path).toBe(403);
  }
  expect(await statusOf(`/psychics/${psychic.id}/recordings/20260101/1`)).toBe(403);
  expect(await statusOf(`/psychics/${psychic.id}/readings?sort=revenue`)).toBe(422);
  for (const path of ["listings", "listings/delete_rejected", "gifts"]) {
    const answer = await page.request.post(`/api/psychics/${other.id}/${path}`, {
      data: {},
      headers: { Origin: run.url },
    });
    expect(answer.status(), path).toBe(403);
  }
});

test("R53, D17: the login history has the psychic's own sign-in", async ({ page }) => {
  const logins = new PsychicListPage(page, "Logins of");
  await logins.open("/psychic/logins");
  expect(await logins.column(1)).toEqual(["Signed in"]);
  await expect(page.getByLabel("Summary", { exact: true })).toContainText(/Logins1.*0 h 0\d min/);
});

test("hundreds of customers with long names fit a phone of 320 pixels", async ({
  page,
  sql,
  psychic,
}) => {
  const ids = Array.from({ length: 250 }, (_, index) => psychic.id * 10_000 + index);
  await insertRows(
    sql,
    "customers",
    ids.map((id, index) => ({ id, username: `${"W".repeat(60)}${index}` })),
  );
  await insertRows(
    sql,
    "psychic_customers",
    ids.map((customer_id) => ({ psychic_id: psychic.id, customer_id })),
  );
  await insertRows(
    sql,
    "readings",
    ids.map((customer_id) => ({
      ...{ connection_id: `many-${customer_id}`, psychic_id: psychic.id, customer_id },
      ...{ conn_type: "Call", started_at: new Date(), minutes: 1_000, free_minutes: 0 },
      ...{ paid_minutes: 1_000, rate_cents: 200, revenue_cents: 200_000, result: "Completed" },
    })),
  );
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, table] of [
    ["customers?size=250", "Customers of"],
    ["readings?size=250", "Readings of"],
    ["compose", "Customers who may get a gift"],
  ] as const) {
    await new PsychicListPage(page, table).open(`/psychic/${path}`);
    const widths = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll(".table-scroller")].map(
        (box) => box.scrollWidth - box.clientWidth,
      ),
    );
    expect(widths, path).toEqual([0, 0]);
    expect(await page.locator("tr[data-row]").count()).toBeLessThan(100);
  }
});
