import { lastDays } from "#shared/rules/date-range.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { PsychicListPage } from "./pages/psychic-list-page.ts";
import { makeCustomerOf, makeReadingOf } from "./support/psychic-history.ts";
import { expect, test } from "./support/server.ts";

const longAgo = 20 * 86_400;

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R23, K1, K2, K3: the customers of the last 7 days, the latest first", {
  tag: "@hours",
}, async ({ page, sql, psychic, isMobile }) => {
  const ada = await makeCustomerOf(sql, psychic, 1, "ada", { redeemable_minutes: 7 });
  const bea = await makeCustomerOf(sql, psychic, 2, "bea");
  const old = await makeCustomerOf(sql, psychic, 3, "old");
  await makeReadingOf(sql, psychic, 50, { customer_id: ada.id, minutes: 10 });
  await makeReadingOf(sql, psychic, 60, { customer_id: ada.id, minutes: 5 });
  await makeReadingOf(sql, psychic, 10, { customer_id: bea.id, minutes: 0 });
  await makeReadingOf(sql, psychic, longAgo, { customer_id: old.id });
  const customers = new PsychicListPage(page, "Customers of");
  await customers.open(`/psychics/${psychic.id}/customers`);
  const { start, end } = lastDays(7, newYorkDay(Date.now()));
  await expect(customers.from).toHaveValue(start);
  await expect(customers.to).toHaveValue(end);
  await expect(customers.rowsPerPage).toHaveValue("10");
  expect(await customers.customerNames()).toEqual(["bea", "ada"]);

  if (isMobile) {
    await expect(customers.rows.last()).toHaveText(/^ada.* ET · 15 min\.2 readings$/);
    await page.getByRole("button", { name: "Descending, change to ascending" }).click();
    await expect.poll(() => customers.customerNames()).toEqual(["ada", "bea"]);
    await page.getByRole("button", { name: "Details of ada" }).click();
    await expect(customers.dialog("ada").getByRole("definition")).toHaveText([
      / ET$/,
      ...["2", "15", "7", "7.50"],
    ]);
    return;
  }
  await expect(customers.header("Last Reading")).toHaveAttribute("aria-sort", "descending");
  await customers.sortBy("Last Reading", "ascending");
  expect(await customers.customerNames()).toEqual(["ada", "bea"]);
  await expect(customers.rows.first().locator("> *")).toHaveText([
    ...["ada", / ET$/],
    ...["2", "15", "7", "7.50"],
  ]);
  const { lines } = await customers.exported();
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^ada,.* ET,2,15,7,7\.5$/);
});

test("R23: a customer's name opens all their readings in pages, and closing returns the focus", {
  tag: "@desktop",
}, async ({ page, sql, psychic }) => {
  const customers = new PsychicListPage(page, "Customers of");
  await page.goto(`/psychics/${psychic.id}/customers`);
  await expect(page.getByText("No customers on these dates")).toBeVisible();

  const { id: customer_id } = await makeCustomerOf(sql, psychic, 1, "ada");
  for (let minutes = 1; minutes <= 12; minutes++) {
    await makeReadingOf(sql, psychic, minutes * 10, { customer_id, minutes });
  }
  await makeReadingOf(sql, psychic, longAgo, { customer_id, minutes: 40 });
  await customers.open(`/psychics/${psychic.id}/customers`);
  const address = page.url();
  const member = page.getByRole("button", { name: "ada", exact: true });
  await member.click();
  const modal = customers.dialog("Readings with ada");
  const minutes = modal.getByRole("cell");
  await expect(minutes).toHaveText(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  await expect(modal.getByText("1–10 of 13 readings")).toBeVisible();
  await modal.getByRole("button", { name: "Next page" }).click();
  await expect(minutes).toHaveText(["11", "12", "40"]);
  await modal.getByRole("columnheader", { name: "Minutes" }).getByRole("button").click();
  await expect(minutes.first()).toHaveText("40");
  await expect(page).toHaveURL(address);
  await customers.closeDialog("Readings with ada");
  await expect(member).toBeFocused();
});
