import { oneRow } from "#server/db/one-row.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { ProblemPage } from "./pages/problem-page.ts";
import { expect, test } from "./support/server.ts";

/** The five periods, by how many days they cover. */
const periods = { Today: 1, "Past Week": 7, "2 Weeks": 14, Month: 30, "2 Months": 60 };

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const whole = new Intl.NumberFormat("en-US");

/** Fields that the server never sends to a psychic (D23c, D31). */
const forbidden = ["connection_id", "has_recording", "revenue", "ssn", "password_hash"];
/**
 * Only the owner's profile has the PIN. The app fetches the profile some time after a start, for
 * its offline copy.
 */
const forbiddenIn = (url: string) =>
  new URL(url).pathname.endsWith("/profile") ? forbidden : [...forbidden, "pin"];

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}

test("R48: every period's figures match the readings, and every figure is explained", async ({
  page,
  sql,
  signIn,
  isMobile,
}) => {
  const luna = await oneRow(sql("users").where({ username: "luna" }).first("id"));
  const answers: Promise<{ url: string; keys: string[] }>[] = [];
  page.on("response", (response) => {
    if (!response.headers()["content-type"]?.includes("json")) return;
    const url = response.url();
    answers.push(
      response
        .json()
        .then(keysIn, () => [])
        .then((keys) => ({ url, keys })),
    );
  });
  await signIn({ username: "luna", password: "luna-demo" });
  await page.goto("/psychic");
  await expect(page.getByRole("article", { name: "Today" })).toContainText("$");
  await page.goto("/psychic/statistics");
  await expect(page).toHaveTitle("Statistics · COS Advisor Portal");
  await expect(page.getByText(/^Last update .* ET$/)).toBeVisible();
  await expect(page.getByText(/Data updates daily at 7am, 10am, 1pm, 4pm, 7pm/)).toBeVisible();

  const today = newYorkDay(Date.now());
  for (const [name, days] of Object.entries(periods)) {
    const sums = await oneRow(
      sql("readings")
        .where({ psychic_id: luna.id })
        // Only the demo's readings. Those of other tests are not yet in the statistics.
        .whereRaw("connection_id ~ '^[0-9]+$'")
        .whereBetween("day", [addDays(today, 1 - days), today])
        .select<Record<"cents" | "calls" | "minutes" | "free" | "attempted" | "missed", number>[]>(
          sql.raw("coalesce(sum(revenue_cents), 0)::float8 as cents"),
          sql.raw("count(*) filter (where minutes > 0)::int as calls"),
          sql.raw("coalesce(sum(minutes), 0)::int as minutes"),
          sql.raw("coalesce(sum(free_minutes), 0)::int as free"),
          sql.raw("count(*)::int as attempted"),
          sql.raw(
            "count(*) filter (where result in ('No Answer', 'Busy', 'Declined', 'Voicemail'))::int as missed",
          ),
        ),
    );
    if (isMobile) {
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
    }
    const column = Object.keys(periods).indexOf(name);
    const labelled = (label: string) => ({ hasText: new RegExp(`^${label}`) });
    const figure = (group: string, label: string) =>
      isMobile
        ? page
            .locator(".figure-group")
            .filter({ has: page.getByRole("heading", { name: group, exact: true }) })
            .locator("dl > div")
            .filter(labelled(label))
            .getByRole("definition")
        : page
            .locator("tbody")
            .filter({
              has: page.locator("[scope=rowgroup]", { hasText: new RegExp(`^${group}$`) }),
            })
            .getByRole("row")
            .filter({ has: page.locator("[scope=row]", labelled(label)) })
            .locator("td")
            .nth(column);
    await expect(figure("Money", "Customers paid")).toHaveText(dollars.format(sums.cents / 100));
    await expect(figure("Calls and chats", "Calls and chats")).toHaveText(whole.format(sums.calls));
    await expect(figure("Calls and chats", "Minutes")).toHaveText(whole.format(sums.minutes));
    await expect(figure("Calls and chats", "Free minutes")).toHaveText(whole.format(sums.free));
    await expect(figure("Missed", "Attempted")).toHaveText(whole.format(sums.attempted));
    await expect(figure("Missed", "Missed(?! %)")).toHaveText(whole.format(sums.missed));
    // The server sends 30 figures, one of them under two names; the screen adds what customers
    // paid per day.
    const figures = isMobile ? page.locator(".figure-group dd") : page.locator("tbody [scope=row]");
    await expect(figures).toHaveCount(30);
    await expect(figure("Money", "Per day")).toHaveText(dollars.format(sums.cents / 100 / days));
  }
  if (isMobile) {
    await expect(page).toHaveURL(/period=2months$/);
    await page.reload();
    await expect(page.getByRole("button", { name: "2 Months" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  } else {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(1200);
  }
  await expect(
    page.getByText("What customers paid, divided by paid minutes").first(),
  ).toBeVisible();
  const read = await Promise.all(answers);
  expect(new Set(read.flatMap(({ keys }) => keys)).size).toBeGreaterThan(30);
  const leaks = read.flatMap(({ url, keys }) =>
    forbiddenIn(url)
      .filter((key) => keys.includes(key))
      .map((key) => `${key} in ${url}`),
  );
  expect(leaks).toEqual([]);
});

test("R56: a psychic sees the manager's name, phone and e-mail", {
  tag: "@phone",
}, async ({ page, sql, signIn }) => {
  await signIn({ username: "luna", password: "luna-demo" });
  await page.goto("/psychic");
  const portal = new PortalPage(page);
  await portal.follow("Contact");
  await expect(page).toHaveTitle("Contact · COS Advisor Portal");
  const manager = await sql("users as m")
    .join("psychics as p", "p.manager_id", "m.id")
    .join("users as u", "u.id", "p.user_id")
    .join("phones as t", "t.user_id", "m.id")
    .where({ "u.username": "luna", "t.preferred": true })
    .first("m.first", "m.last", "m.email", "t.phone_number");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(
    `${manager.first} ${manager.last}`,
  );
  const digits = manager.phone_number;
  const shownNumber = `1-${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
  await expect(page.getByRole("link", { name: shownNumber })).toHaveAttribute(
    "href",
    `tel:+1${digits}`,
  );
  await expect(page.getByRole("link", { name: manager.email })).toHaveAttribute(
    "href",
    `mailto:${manager.email}`,
  );
});

test("R57, N11: a psychic's report is stored and mailed to support and the manager", {
  tag: "@phone",
}, async ({ page, portal, sql, psychic, signIn }) => {
  await signIn(psychic);
  const problem = new ProblemPage(page);
  await page.goto("/psychic");
  await problem.follow("Report a Problem");
  await expect(page).toHaveURL("/psychic/problem");
  await problem.submit.click();
  await expect(page.getByText("Details are required")).toBeVisible();

  const details = `My <i>headset</i> is silent ${psychic.id}.`;
  await problem.category.selectOption("Phone");
  await problem.details.fill(details);
  await problem.submit.click();
  await expect(page).toHaveURL("/psychic");
  await expect(problem.notice("Problem Submitted")).toContainText(
    "Your problem was submitted successfully.",
  );
  const stored = await sql("problems").where({ user_id: psychic.id });
  expect(stored).toMatchObject([{ category: "Phone", details }]);
  const { email } = await sql("users as m")
    .join("psychics as p", "p.manager_id", "m.id")
    .where({ user_id: psychic.id })
    .first("m.email");
  for (const address of ["support@cos.example", email]) {
    expect(await portal.letterTo(address, details)).toContain(psychic.username);
  }
});

test("a user who leaves a form for a slow screen can go elsewhere without a second question", {
  tag: "@phone",
}, async ({ page, signIn, psychic }) => {
  await signIn(psychic);
  const fileHeld = Promise.withResolvers<void>();
  await page.route(/assets\/notifications-/, async (route) => {
    await fileHeld.promise;
    await route.continue();
  });
  await page.goto("/psychic/problem");
  await new ProblemPage(page).details.fill("The headset crackles");
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/psychic/notifications");
  await expect(new ProblemPage(page).details).toHaveValue("The headset crackles");
  await page.getByRole("link", { name: "Schedule" }).click();
  await expect(page).toHaveURL("/psychic/schedule");
  fileHeld.resolve();
  await expect(page.getByRole("heading", { name: "Schedule", level: 1 })).toBeVisible();
});
