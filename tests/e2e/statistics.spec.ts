import { lastDays } from "#shared/rules/date-range.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { payPeriod } from "#shared/rules/pay-period.ts";
import { escapeRegExp } from "./pages/portal-page.ts";
import { StatisticsPage } from "./pages/statistics-page.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

const today = () => newYorkDay(Date.now());

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R34, R35, S16, K1: the table shows every figure of the last 7 days, sorts and pages", {
  tag: ["@desktop", "@quick"],
}, async ({ page }) => {
  const statistics = new StatisticsPage(page);
  await test.step("R34, K1, K2, K3: opens on the last 7 days, 10 rows, by revenue", async () => {
    await statistics.open();
    const { start, end } = lastDays(7, today());
    expect(await statistics.range()).toEqual([start, end]);
    await expect(statistics.rowsPerPage).toHaveValue("10");
    await expect(statistics.rows).toHaveCount(10);
    await expect(
      page.getByText(/Data updates daily at 7am, 10am, 1pm, 4pm, 7pm and 10pm/),
    ).toBeVisible();
    await expect(
      page.getByText(/a customer new to that psychic during the first 24 hours/),
    ).toBeVisible();
    await expect(page.getByText(/^Last update .* ET$/)).toBeVisible();

    const answer = await page.request.get(
      `/api/statistics?start_date=${start}&end_date=${end}&sort=total_revenue&order=desc&limit=10`,
    );
    const { statistics: rows, total } = await answer.json();
    expect(await statistics.agents()).toEqual(
      rows.map((row: { user_name: string }) => row.user_name),
    );
    await expect(page.getByText(`1–10 of ${total} psychics with readings`)).toBeVisible();
    const summary = await page.request.get(
      `/api/statistics/summary?start_date=${start}&end_date=${end}`,
    );
    const revenue = (await summary.json()).total_revenue as number;
    const foot = statistics.table.getByRole("row").filter({ hasText: "All psychics" });
    const money = { style: "currency", currency: "USD" } as const;
    await expect(foot.locator("> *").nth(6)).toHaveText(revenue.toLocaleString("en-US", money));
    await expect(page.getByRole("button", { name: "Next Period" })).toBeDisabled();
  });

  await test.step("the overview fits a small laptop; the address has any other set of columns", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(statistics.header("Repeat Pct")).toBeVisible();
    await expect(statistics.header("New calls: Avg.")).toHaveCount(0);
    const box = page.locator(".table-scroller");
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "All Columns" }).click();
    await expect(page).toHaveURL(/columns=all/);
    await expect(statistics.header("New calls: Avg.")).toBeVisible();
    // The edge is faded only while more columns follow.
    await expect(box).toHaveAttribute("data-more");
    // A wider fade would cover the last figures in view.
    const fade = "rgba(0, 0, 0, 0) 0px, rgb(0, 0, 0) 16px";
    await expect(box).toHaveCSS("mask-image", new RegExp(escapeRegExp(fade)));
    await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect(box).not.toHaveAttribute("data-more");
  });

  await test.step("R35: every figure of a row", async () => {
    const answer = await page.request.get("/api/statistics?sort=total_revenue&order=desc&limit=1");
    const [row] = (await answer.json()).statistics;
    const shown = await statistics.rows.first().getByRole("cell").allInnerTexts();
    const keys = [
      ...["phone_extension", "total_calls", "rev_per_call", "tot_mins", "alc", "total_revenue"],
      ...["per_min_calls", "per_min_call_mins", "per_min_call_pct"],
      ...["per_min_chats", "per_min_chat_mins", "per_min_chat_pct"],
      ...[
        "new_calls",
        "new_call_mins",
        "new_call_avg",
        "new_chats",
        "new_chat_mins",
        "new_chat_avg",
      ],
      ...["rep_call_pct", "rep_calls", "rep_call_mins", "rep_calls_avg"],
      ...["rep_chats", "rep_chat_mins", "rep_chat_avg", "free_psychic_mins", "total_missed"],
    ];
    // An average of nothing is a dash; the server sends 0.
    expect(shown.map((text) => Number(text.replaceAll(/[$,–]/g, "")))).toEqual(
      keys.map((key) => Number(row[key])),
    );
  });

  await test.step("every column header has an explanation for keyboard and screen reader", async () => {
    const header = statistics.header("New calls: Avg.").getByRole("button");
    await expect(header).toHaveAccessibleDescription("Average length of a new call in minutes");
    await statistics.header("New calls: Min.").getByRole("button").focus();
    await page.keyboard.press("Tab");
    const bubble = page.locator("[popover]").getByText("Average length of a new call in minutes");
    await expect(bubble).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bubble).toBeHidden();
  });

  await test.step("S16: a new column sorts descending, a second click ascending, both on the first page", async () => {
    await statistics.nextPage(2);
    const revenue = page.getByRole("columnheader", { name: /Revenue$/ });
    await expect(revenue).toHaveAttribute("aria-sort", "descending");

    await statistics.sortBy("Agent", "descending");
    await expect(page).toHaveURL("/statistics?columns=all&sort=user_name&order=desc");
    const descending = await statistics.agents();

    await statistics.sortBy("Agent", "ascending");
    const ascending = await statistics.agents();
    expect(ascending).not.toEqual(descending);

    const answer = await page.request.get("/api/statistics?sort=user_name&order=asc&limit=10");
    const { statistics: rows } = await answer.json();
    expect(ascending).toEqual(rows.map((row: { user_name: string }) => row.user_name));
    await expect(revenue).not.toHaveAttribute("aria-sort");
  });

  await test.step("K1: pages and page sizes show every psychic once", async () => {
    const answer = await page.request.get("/api/statistics");
    const { statistics: all, total } = await answer.json();
    await statistics.showRows("50");
    const seen = await statistics.agents();
    for (let number = 2; number <= Math.ceil(total / 50); number += 1) {
      await statistics.nextPage(number);
      seen.push(...(await statistics.agents()));
    }
    expect(seen.toSorted()).toEqual(
      all.map((row: { user_name: string }) => row.user_name).toSorted(),
    );

    await statistics.showRows("5");
    await expect(statistics.rows).toHaveCount(5);
    await expect(page).toHaveURL(/size=5(&|$)/);
    await statistics.expectPage(1);

    await statistics.showRows("all");
    await expect(page.getByText(`1–${total} of ${total} psychics with readings`)).toBeVisible();
    await expect(statistics.pages).toHaveCount(0);
  });
});

test("S17, V31: the buttons and Update choose the dates, and the address has the view", {
  tag: "@desktop",
}, async ({ page }) => {
  const statistics = new StatisticsPage(page);
  await test.step("the address has the view: Back, a reload and a shared link return to it", async () => {
    await statistics.open();
    await statistics.sortBy("Agent", "descending");
    await statistics.showRows("20");
    await statistics.nextPage(2);
    const view = page.url();
    const agents = await statistics.agents();

    const { start } = lastDays(7, today());
    await statistics.period("Prev", addDays(start, -7), addDays(start, -1));
    await page.goBack();
    await expect(page).toHaveURL(view);
    await expect.poll(() => statistics.agents()).toEqual(agents);
    await page.reload();
    await statistics.settled();
    expect(await statistics.agents()).toEqual(agents);
  });

  await test.step("S17: the period buttons move by 7 days, and Current returns", async () => {
    const { start } = lastDays(7, today());

    await statistics.period("Prev", addDays(start, -7), addDays(start, -1));
    await statistics.period("Prev", addDays(start, -14), addDays(start, -8));
    await statistics.period("Next", addDays(start, -7), addDays(start, -1));
    const current = payPeriod(1, today());
    await statistics.period("Current", current.start, current.end);
    await expect(statistics.dates).toContainText("Current period");
  });

  await test.step("V31: Update shows a range, corrects its years and checks its order", async () => {
    const year = today().slice(0, 4);
    const before = page.url();
    const exportButton = page.getByRole("button", { name: "Export CSV" });
    const box = await exportButton.boundingBox();
    await statistics.askFor(`${year}-01-10`, `${year}-01-02`);
    await expect(page.getByRole("alert")).toContainText(["The end date is before the start date."]);
    expect(page.url()).toBe(before);
    expect(await exportButton.boundingBox()).toEqual(box);
    await expectNoAxeViolations(page);

    await statistics.askFor("1850-01-01", `${Number(year) + 3}-01-31`);
    await expect(page).toHaveURL(new RegExp(`start_date=1900-01-01&end_date=${year}-01-31`));
    await expect(statistics.from).toHaveValue("1900-01-01");
    await expect(statistics.to).toHaveValue(`${year}-01-31`);
  });

  await test.step("days without a reading say so", async () => {
    await statistics.askFor("1990-01-01", "1990-01-07");
    await expect(page.getByText("No statistics for these dates")).toBeVisible();
    await page.getByRole("button", { name: "Current Period", exact: true }).click();
    await statistics.settled();
  });

  await test.step("invalid parts of an address are ignored", async () => {
    await statistics.open("?start_date=2026-02-30&end_date=x&sort=password&size=7&page=-3");
    const { start, end } = lastDays(7, today());
    expect(await statistics.range()).toEqual([start, end]);
    await expect(statistics.rowsPerPage).toHaveValue("10");
    await statistics.open("?page=99999");
    await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
    await expect(page).toHaveURL(/page=\d{1,3}$/);
  });
});

// A desktop shows every figure in the table.
test("R35: on a phone the eye opens every figure; closing returns the focus", {
  tag: "@phone",
}, async ({ page }) => {
  const statistics = new StatisticsPage(page);
  await statistics.open();
  await expect(statistics.table.getByRole("columnheader")).toHaveText(["Agent", /Total: Revenue/]);
  const total = statistics.table.getByRole("cell", { name: /^\$[\d,.]+$/ });
  expect(await total.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  const answer = await page.request.get("/api/statistics?sort=total_revenue&order=desc&limit=1");
  const [row] = (await answer.json()).statistics;

  const eye = page.getByRole("button", { name: `Details of ${row.user_name}` });
  await eye.click();
  const modal = page.getByRole("dialog", { name: row.user_name });
  await expect(modal.getByRole("term")).toHaveCount(27);
  await expect(modal).toContainText(row.phone_extension);
  await page.keyboard.press("Escape");
  await expect(modal).toHaveCount(0);
  await expect(eye).toBeFocused();

  // The head has no hidden button. It stays below the bar, to name the figures of all cards.
  const head = statistics.table.getByRole("columnheader").getByRole("button");
  await expect(head).toHaveCount(2);
  await statistics.rows.last().scrollIntoViewIfNeeded();
  for (const button of await head.all()) await expect(button).toBeInViewport({ ratio: 1 });

  // A tap anywhere else on the card follows its link.
  await statistics.rows.first().getByRole("cell").getByText(/^\$/).tap();
  await expect(page).toHaveURL(/\/psychics\/\d+$/);
});
