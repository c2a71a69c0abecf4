import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { DashboardPage } from "../pages/dashboard-page.ts";
import { StatisticsPage } from "../pages/statistics-page.ts";
import { expect, test } from "../support/server.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const wholeNumber = new Intl.NumberFormat("en-US");

/** Selects the demo's readings. Statistics lack the readings of other tests until a refresh. */
const isDemoReading = "connection_id ~ '^[0-9]+$'";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R14, K4, R4: the figures match the database, and the menu marks the current screen", {
  tag: "@hours",
}, async ({ page, sql, manager }) => {
  const dashboard = new DashboardPage(page);
  await test.step("R14: every figure matches the database", async () => {
    // Other tests change approvals and availability, so compare with the answers that the page got.
    const answers = Promise.all(
      ["**/api/approvals?*", "**/api/psychics/busy"].map(async (address) =>
        (await page.waitForResponse(address)).json(),
      ),
    );
    await page.goto("/dashboard");
    await expect(dashboard.heading).toHaveText(`Welcome, ${manager.username}`);
    const [approvals, busy] = await answers;
    const { start, end } = payPeriod(1, newYorkDay(Date.now()));

    const { cents } = await oneRow(
      sql("readings")
        .whereBetween("day", [start, end])
        .whereRaw(isDemoReading)
        .select<{ cents: number }[]>(sql.raw("coalesce(sum(revenue_cents), 0)::float8 as cents")),
    );
    await expect(dashboard.revenue).toContainText(dollars.format(cents / 100));
    const lastPeriod = periodBefore({ start, end });
    const lastRevenue = await oneRow(
      sql("readings")
        .whereBetween("day", [lastPeriod.start, lastPeriod.end])
        .whereRaw(isDemoReading)
        .select<{ cents: number }[]>(sql.raw("sum(revenue_cents)::float8 as cents")),
    );
    await expect(dashboard.revenue).toContainText(
      `Last period, all 7 days ${dollars.format(lastRevenue.cents / 100)}`,
    );

    await expect(dashboard.approvals).toContainText(wholeNumber.format(approvals.total));
    await expect(dashboard.busy).toContainText(wholeNumber.format(busy.busy));
    const needsYou = page.getByRole("region", { name: "Needs You" });
    const [oldest] = approvals.approvals;
    await expect(needsYou.getByRole("link").first()).toHaveAttribute(
      "href",
      `/approvals?open=${oldest.to_approve}-${oldest.agent_user_id}`,
    );
    await expect(page.getByText(/^Last update .* ET$/)).toBeVisible();
  });

  await test.step("R14, K4: the top five by revenue match the readings", async () => {
    const period = payPeriod(1, newYorkDay(Date.now()));
    const current = await topFiveOf(sql, period);
    // Until five psychics have readings in this period, the last period's top five show (H2).
    const best = current.length === 5 ? current : await topFiveOf(sql, periodBefore(period));
    expect(await dashboard.topRows()).toEqual(
      best.map(({ username, extension, calls, minutes, cents }, index) => [
        String(index + 1),
        username,
        extension,
        wholeNumber.format(calls),
        wholeNumber.format(minutes),
        dollars.format(cents / 100),
      ]),
    );
  });

  await test.step("R14: the revenue tile opens the statistics of the same days, with the same revenue", async () => {
    await expect(dashboard.revenue).toContainText("$");
    const revenue = await dashboard.revenue.innerText();
    await dashboard.revenue.click();

    const statistics = new StatisticsPage(page);
    await statistics.loaded();
    const { start, end } = payPeriod(1, newYorkDay(Date.now()));
    expect(await statistics.range()).toEqual([start, end]);
    const [figure = "no figure"] = /\$[\d,.]+/.exec(revenue) ?? [];
    // In the first minutes of a period there are no readings to sum.
    const sum = figure === "$0.00" ? "No statistics for these dates" : figure;
    await expect(page.getByText(sum, { exact: true })).toBeVisible();
  });

  await test.step("Last period shows the last period's figures, and the address keeps the choice", async () => {
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Last period" }).click();
    await expect(page).toHaveURL("/dashboard?days=last");
    const lastPeriod = periodBefore(payPeriod(1, newYorkDay(Date.now())));
    const { cents } = await oneRow(
      sql("readings")
        .whereBetween("day", [lastPeriod.start, lastPeriod.end])
        .whereRaw(isDemoReading)
        .select<{ cents: number }[]>(sql.raw("sum(revenue_cents)::float8 as cents")),
    );
    await expect(dashboard.revenue).toContainText(dollars.format(cents / 100));
    const names = (await dashboard.topRows()).map(([, name]) => name);
    expect(names).toEqual((await topFiveOf(sql, lastPeriod)).map(({ username }) => username));
    await page.reload();
    await expect(page.getByRole("button", { name: "Last period" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await test.step("R4: the menu marks the current screen", async () => {
    await page.goto("/Dashboard");
    const dashboardLink = (await dashboard.menu()).getByRole("link", { name: "Dashboard" });
    await expect(dashboardLink).toHaveAttribute("aria-current", "page");
    await dashboard.follow("Statistics");
    await expect(page).toHaveURL("/statistics");
    await expect(dashboard.heading).toBeFocused();
    await expect(page).toHaveTitle("Statistics · COS");
    await expect(page.getByText("Copyright 2020 COS")).toBeVisible();
  });
});

const topFiveOf = (sql: Knex, { start, end }: DateRange) =>
  sql("readings as r")
    .join("users as u", "u.id", "r.psychic_id")
    .join("psychics as p", "p.user_id", "u.id")
    .whereBetween("r.day", [start, end])
    .whereRaw(isDemoReading)
    .groupBy("u.id", "u.username", "p.extension")
    .orderBy([{ column: "cents", order: "desc" }, "u.id"])
    .limit(5)
    .select(
      "u.username",
      "p.extension",
      sql.raw("sum(r.revenue_cents)::float8 as cents"),
      sql.raw("count(*) filter (where r.minutes > 0)::int as calls"),
      sql.raw("sum(r.minutes)::int as minutes"),
    );

test("R14, H2: figures show once all have loaded; a new period shows the last period's top five", async ({
  page,
  sql,
}) => {
  const dashboard = new DashboardPage(page);
  await test.step("R14: figures show once all have loaded", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/psychics/busy", async (route) => {
      await released;
      await route.continue();
    });
    const dailyAnswer = page.waitForResponse("**/api/statistics/daily?*");
    await page.goto("/dashboard");
    await dailyAnswer;
    await expect(dashboard.revenue.getByRole("progressbar")).toHaveAccessibleName(
      "Loading: Revenue",
    );
    await expect(dashboard.revenue).not.toContainText("$");
    // Placeholders have the size of the figures, so nothing moves.
    const top = page.getByRole("heading", { name: /^Top 5/ });
    const boxBefore = await top.boundingBox();
    release();
    await expect(dashboard.revenue).toContainText("$");
    expect((await top.boundingBox())?.y).toBe(boxBefore?.y);
  });

  await test.step("H2: at the start of a period the last period's top five show, and the heading says so", async () => {
    const period = payPeriod(1, newYorkDay(Date.now()));
    const emptyStatistics = { statistics: [], total: 0, as_of: new Date().toISOString() };
    await page.route(`**/api/statistics?*start_date=${period.start}*`, (route) =>
      route.fulfill({ json: emptyStatistics }),
    );
    await page.goto("/dashboard");
    const title = "Top 5 Psychics by Revenue for the Last Period";
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText(/^The current period has too few readings so far/)).toBeVisible();
    const best = await topFiveOf(sql, periodBefore(period));
    const names = (await dashboard.topRows()).map(([, name]) => name);
    expect(names).toEqual(best.map(({ username }) => username));
    // The chart shows the seven days of the current period.
    const days = page.getByRole("table", { name: "Revenue per day" }).getByRole("rowheader");
    await expect(days).toHaveCount(7);
    await expect(days.filter({ hasText: ", today" })).toHaveCount(1);
    const chart = page.getByRole("slider", { name: "Revenue per day, choose a day" });
    await chart.press("Home");
    await expect(chart).toHaveAttribute("aria-valuetext", /^Sun .*\$/);
  });
});
