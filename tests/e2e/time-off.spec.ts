import { readFile } from "node:fs/promises";
import type { Knex } from "knex";
import type { Locator, Page } from "playwright/test";
import { insertRows } from "#seeds/builders/insert.ts";
import { exceptionRow } from "#seeds/builders/schedule-exception.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { makeManager, makePsychic } from "#tests/support/people.ts";
import { expectNoAxeViolations } from "./support/axe.ts";
import { expectToFit } from "./support/fit.ts";
import { expect, test } from "./support/server.ts";

// The tests of a run share a database: each has a manager of its own, and looks at Mine. The clocks
// change on March 9 of 2053.

type Plan = Parameters<typeof exceptionRow>[0];

const announce = (sql: Knex, psychic_id: number, ...plans: Omit<Plan, "psychic_id">[]) =>
  insertRows(
    sql,
    "schedule_exceptions",
    plans.map((plan) => exceptionRow({ psychic_id, ...plan })),
  );

/** Three Active psychics of a new manager, with dates in March 2053, and a page that shows Mine. */
async function makeMarch(sql: Knex, name: string) {
  const own = await makeManager(sql);
  const make = (username: string, brand: "cos" | "onesun" = "cos") =>
    makePsychic(sql, {
      ...{ manager_id: own.id, username: `${username}-${name}`, brand },
      psychic: { account_status: "Active" },
    });
  const [ada, bea, cleo] = [await make("ada"), await make("bea"), await make("cleo", "onesun")];
  await announce(
    sql,
    ada.id,
    { first_day: "2053-02-26", last_day: "2053-03-02", note: "Moving house" },
    { first_day: "2053-03-08", last_day: "2053-03-15", note: "Travelling" },
  );
  await announce(sql, bea.id, {
    ...{ first_day: "2053-03-09", last_day: "2053-03-09", kind: "extra" },
    ...{ starts: "18:00", ends: "02:00", created_by: "manager" },
  });
  await announce(sql, cleo.id, { first_day: "2053-03-09", last_day: "2053-03-10", kind: "chat" });
  return { own, ada, bea, cleo };
}

const marks = (row: Locator) => row.locator(".calendar-mark .is-sr-only");

async function openMine(page: Page, search = "?month=2053-03"): Promise<void> {
  await page.goto(`/time-off${search}`);
  await expect(page.getByRole("heading", { name: "Time Off", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Mine" }).click();
}

test(
  "R82: a manager sees a month with a row for each psychic, and narrows it",
  {
    tag: "@desktop",
  },
  async ({ page, sql, signIn }, info) => {
    const { own, ada, bea, cleo } = await makeMarch(sql, info.testId);
    await signIn(own);
    await page.goto("/dashboard");
    const menu = page.getByRole("navigation", { name: "Psychic Manager Menu" });
    await menu.getByRole("link", { name: "Time Off" }).click();
    await openMine(page);
    const table = page.getByRole("table", { name: "Dates in March 2053" });
    const row = ({ username }: { username: string }) =>
      table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: username }) });
    const day = (name: RegExp) => page.getByRole("radio", { name });

    await test.step("the calendar", async () => {
      await expect(marks(row(ada))).toHaveText([
        "Off 02/26/2053 to 03/02/2053, Moving house",
        "Off 03/08/2053 to 03/15/2053, Travelling",
      ]);
      await expect(marks(row(bea))).toHaveText([
        "Extra hours 03/09/2053, 6:00 PM – 2:00 AM (next day)",
      ]);
      await expect(marks(row(cleo))).toHaveText(["Chat only 03/09/2053 to 03/10/2053"]);
      await expect(page.getByRole("radio")).toHaveCount(31);
      await expect(
        day(/^Sunday 03\/09\/2053: 1 off, 1 with extra hours, 1 chat only$/),
      ).toHaveCount(1);
      await expect(day(/^Thursday 03\/20\/2053: nobody$/)).toHaveCount(1);
      await expectNoAxeViolations(page);
    });
    await test.step("a day, by keyboard", async () => {
      await day(/03\/09\/2053/).focus();
      await page.keyboard.press("Space");
      await expect(page).toHaveURL(/day=2053-03-09/);
      await page.keyboard.press("ArrowRight");
      await expect(page).toHaveURL(/day=2053-03-10/);
      await expect(
        page.getByText("Monday 03/10/2053: 1 off, 1 chat only", { exact: true }),
      ).toBeVisible();
      await expect(row(bea)).toHaveCount(0);
      await expect(row(ada)).toHaveCount(1);
      await page.getByRole("button", { name: "Show Whole Month" }).focus();
      await page.keyboard.press("Enter");
      await expect(row(bea)).toHaveCount(1);
      await expect(page).not.toHaveURL(/day=/);
      await expect(day(/03\/10\/2053/)).toBeFocused();
    });
    await test.step("a kind and a brand", async () => {
      await page.getByRole("button", { name: "Chat only" }).click();
      await expect(row(ada)).toHaveCount(0);
      await expect(
        page.getByText("Each day has the number of psychics who take chats"),
      ).toBeVisible();
      await page.getByRole("button", { name: "All" }).last().click();
      await page.getByLabel("Brand").selectOption({ index: 1 });
      await expect(row(cleo)).toHaveCount(0);
      await expect(day(/03\/09\/2053: 1 off, 1 with extra hours$/)).toHaveCount(1);
      await page.getByLabel("Brand").selectOption("All");
      await expect(row(cleo)).toHaveCount(1);
    });
    await test.step("the list, with every fact, and paper", async () => {
      await page.getByRole("button", { name: "List" }).click();
      await expect(table.getByRole("row").nth(2)).toContainText(/Sat 03\/08\/2053.*Travelling/);
      await expect(table.getByRole("row", { name: new RegExp(bea.username) })).toHaveText(
        /Extra hours.*Sun 03\/09\/2053.*6:00 PM – 2:00 AM \(next day\).*Manager$/,
      );
      await expectNoAxeViolations(page);
      await page.getByRole("button", { name: "Calendar" }).click();
      await expect(marks(row(cleo))).toHaveCount(1);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await expect(table.getByRole("row")).toHaveCount(5);
      await expect(table.getByRole("row", { name: new RegExp(bea.username) })).toContainText(
        "Manager",
      );
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(marks(row(cleo))).toHaveCount(1);
    });
    await test.step("the CSV has what the screen shows", async () => {
      await page.getByRole("button", { name: "Extra hours" }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("time off 2053-03 ET.csv");
      expect(
        (await readFile(await file.path(), "utf8")).replace("\uFEFF", "").split("\r\n"),
      ).toEqual([
        "Psychic,What,First Day,Last Day,Times (ET),Note,Entered By",
        `${bea.username},Extra hours,Sun 03/09/2053,Sun 03/09/2053,6:00 PM – 2:00 AM (next day),,Manager`,
        "",
      ]);
      const [entry] = await sql("audit_trail")
        .where({ actor_id: own.id, action: "list exported" })
        .select("detail");
      expect(entry?.detail).toMatchObject({ list: "time off", start_date: "2053-03-01" });
      await page.getByRole("button", { name: "All" }).last().click();
    });
    await test.step("other months, which the address has", async () => {
      await page.getByRole("button", { name: "Month After" }).click();
      await expect(page).toHaveURL(/month=2053-04/);
      await expect(page.getByText("No dates in April 2053")).toBeVisible();
      await expect(page.getByRole("radio")).toHaveCount(30);
      await expectNoAxeViolations(page);
      await page.goBack();
      await expect(marks(row(ada))).toHaveCount(2);
      await page.getByRole("button", { name: "This Month" }).click();
      await expect(page).not.toHaveURL(/month=/);
      await expect(day(/, today/)).toHaveCount(1);
      await page.getByRole("button", { name: "Month Before" }).click();
      await expect(day(/, today/)).toHaveCount(0);
    });
    await test.step("a row leads to the schedule", async () => {
      await page.goto("/time-off?month=2053-03");
      await row(ada).getByRole("link", { name: ada.username }).click();
      await expect(page).toHaveURL(`/psychics/${ada.id}/schedule`);
    });
  },
);

test(
  "R82: a phone shows the month's weeks and a card for each exception",
  {
    tag: "@phone",
  },
  async ({ page, sql, signIn }, info) => {
    const { own, ada, bea } = await makeMarch(sql, info.testId);
    await signIn(own);
    await openMine(page);
    const cards = page.locator("tr[data-row]");
    await expect(cards).toHaveCount(4);
    await expect(cards.nth(1)).toContainText(`${ada.username}`);
    await expect(cards.nth(1)).toContainText("Off · All day · Travelling");
    await expect(cards.nth(1)).toContainText("to 03/15");
    await expect(
      page.getByRole("rowheader", { name: "Sat 03/08/2053", exact: true }),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page);
    const boxes = await page
      .locator(".month-days label")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    for (const { width, height } of boxes)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    // March 1 is a Saturday, and the 2nd begins the next week.
    expect(boxes[1]?.x).toBeLessThan(boxes[0]?.x ?? 0);

    await page.locator(".month-days label", { hasText: /^Su9/ }).tap();
    await expect(
      page.getByText("Sunday 03/09/2053: 1 off, 1 with extra hours, 1 chat"),
    ).toBeVisible();
    await expect(cards).toHaveCount(3);
    await cards
      .filter({ hasText: bea.username })
      .getByRole("button", { name: `Details of ${bea.username}` })
      .tap();
    const detail = page.getByRole("dialog", { name: bea.username });
    await expect(detail).toContainText("6:00 PM – 2:00 AM (next day)");
    await expectNoAxeViolations(page);
  },
);

test(
  "what people typed is text, a long name is cut, and a failure can be tried again",
  {
    tag: "@desktop",
  },
  async ({ page, sql, signIn }, info) => {
    const own = await makeManager(sql);
    const markup = "<img src=x onerror=alert(1)>";
    const psychic = await makePsychic(sql, {
      ...{ manager_id: own.id, username: `<b>${info.testId.slice(-20)}</b>${"W".repeat(60)}` },
      email: `${info.testId}@people.example`,
      psychic: { account_status: "Active" },
    });
    await announce(sql, psychic.id, {
      ...{ first_day: "2053-05-05", last_day: "2053-05-15" },
      note: `${markup} ${"n".repeat(150)}`,
    });
    await signIn(own);
    await page.route("**/api/schedule/exceptions*", (route) => route.abort());
    await openMine(page, "?month=2053-05");
    await expect(page.getByText("The dates could not be loaded")).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try Again" }).click();
    const link = page.getByRole("link", { name: psychic.username });
    await expect(link).toBeVisible();
    await expect(page.locator(".calendar-mark")).toContainText(markup);
    await expect(page.locator("img[src=x]")).toHaveCount(0);
    const { width = 999 } = (await page.locator("tr[data-row] th").boundingBox()) ?? {};
    expect(width).toBeLessThan(160);
    await page.goto(`/time-off?month=${encodeURIComponent(markup)}&day=${markup}&kind=${markup}`);
    await expect(page.getByRole("radio", { name: /, today/ })).toHaveCount(1);
    await expect(page.locator("img[src=x]")).toHaveCount(0);
  },
);

test(
  "a month with 150 psychics renders the rows in view, below days that stay there",
  {
    tag: "@desktop",
  },
  async ({ page, sql, signIn }, info) => {
    const own = await makeManager(sql);
    await Promise.all(
      Array.from({ length: 150 }, async (_, place) => {
        const { id } = await makePsychic(sql, {
          ...{ manager_id: own.id, username: `p${place + 100}-${info.testId}` },
          psychic: { account_status: "Active" },
        });
        await announce(sql, id, { first_day: "2053-06-03", last_day: "2053-06-05" });
      }),
    );
    await signIn(own);
    await openMine(page, "?month=2053-06");
    const days = page.getByRole("radio", { name: "Wednesday 06/04/2053: 150 off" });
    await expect(days).toHaveCount(1);
    const rows = page.locator("tr[data-row]");
    await expect(rows.first()).toContainText("p100-");
    expect(await rows.count()).toBeLessThan(80);
    await page.getByRole("region", { name: "Dates in June 2053" }).focus();
    await page.keyboard.press("End");
    await expect(rows.last()).toContainText("p249-");
    await expect(page.locator(".month-days")).toBeInViewport();
  },
);

test("today is marked in the present month", { tag: "@desktop" }, async ({
  page,
  signIn,
  manager,
}) => {
  await signIn(manager);
  await page.goto("/time-off");
  const label = page.locator(".month-days label[data-today]");
  await expect
    .poll(async () => {
      const shown = Number(/\d+/.exec(await label.innerText())?.[0]);
      return shown - Number(newYorkDay(Date.now()).slice(8));
    })
    .toBe(0);
  await expect(label.getByRole("radio", { name: /, today/ })).toHaveCount(1);
});
