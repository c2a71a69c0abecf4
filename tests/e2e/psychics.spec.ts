import { readFile } from "node:fs/promises";
import { lastDays } from "#shared/rules/date-range.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { makePsychic } from "../support/people.ts";
import { PsychicsPage } from "./pages/psychics-page.ts";
import { expect, test } from "./support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R15, R16, S16, K1: all psychics by rank, in fifteen columns, sorted and as a CSV", {
  tag: ["@desktop", "@hours", "@quick"],
}, async ({ page }) => {
  const psychics = new PsychicsPage(page);
  await test.step("R15, K1: opens on the last 7 days, 20 rows, by rank", async () => {
    await psychics.open();
    await expect(psychics.rowsPerPage).toHaveValue("20");
    await expect(psychics.rows).toHaveCount(20);
    const { start, end } = lastDays(7, newYorkDay(Date.now()));
    const answer = await page.request.get(
      `/api/psychics?start_date=${start}&end_date=${end}&sort=ranking&order=asc&limit=20`,
    );
    const { psychics: rows } = await answer.json();
    expect(await psychics.names()).toEqual(rows.map((row: { user_name: string }) => row.user_name));
  });

  await test.step("R16: the table has fifteen columns, and a row leads to its account", async () => {
    const headers = await psychics.table.getByRole("columnheader").allInnerTexts();
    expect(headers.map((text) => text.trim())).toEqual([
      ...["Agent", "Last Nm.", "First Nm.", "Ext.", "Tot. Min.", "Rep. Min.", "Tot. Calls"],
      ...[
        "Rep. Calls",
        "Miss. Calls",
        "% Rep.",
        "ALC",
        "Signup Date",
        "Status",
        "Rnk",
        "Free Min.",
      ],
    ]);
    const [name = ""] = await psychics.names();
    await page.evaluate(() => {
      const start = document.startViewTransition;
      document.startViewTransition = (update) => {
        performance.mark("view transition");
        return start.call(document, update);
      };
    });
    const transitions = () =>
      page.evaluate(() => performance.getEntriesByName("view transition").length);
    await psychics.rows.first().getByRole("link", { name }).click();
    await expect(page).toHaveURL(/\/psychics\/\d+$/);
    await expect(psychics.heading).toHaveText(name);
    expect(await transitions()).toBe(1);

    await page.goBack();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await psychics.rows.first().getByRole("link", { name }).click();
    await expect(psychics.heading).toHaveText(name);
    expect(await transitions()).toBe(1);
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step("a small laptop and a tablet show fewer columns, each of them whole", async () => {
    await page.goBack();
    await psychics.settled();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(psychics.table.getByRole("columnheader")).toHaveCount(13);
    const box = page.locator(".table-scroller");
    const hidden = () => box.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await hidden()).toBe(0);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(psychics.table.getByRole("columnheader")).toHaveCount(8);
    expect(await hidden()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    const cells = psychics.table.getByRole("row").nth(1).locator(".is-short");
    await cells.evaluateAll((names) => {
      for (const name of names) name.textContent = "Wolfeschlegelstein".repeat(5);
    });
    expect(await cells.count()).toBe(3);
    expect(await hidden()).toBe(0);
  });

  await test.step("S16: a column sorts descending first, and the address has the order", async () => {
    await page.getByRole("button", { name: "Tot. Calls" }).click();
    await expect(page).toHaveURL(/sort=total_calls&order=desc/);
    await expect(page.getByRole("columnheader", { name: "Tot. Calls" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await page.getByRole("button", { name: "Tot. Calls" }).click();
    await expect(page).toHaveURL(/sort=total_calls&order=asc/);
    await page.goBack();
    await expect(page).toHaveURL(/sort=total_calls&order=desc/);
  });

  await test.step("the CSV has every row of the table", async () => {
    await psychics.open("?sort=user_name&order=asc&size=all");
    const names = await page.evaluate(async () => {
      const answer = await fetch("/api/psychics?sort=user_name&order=asc");
      const { psychics: rows } = await answer.json();
      return rows.map((row: { user_name: string }) => row.user_name);
    });
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^psychics .* ET\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    const lines = text.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^Agent,Last Name,First Name,Extension,Total Minutes,/);
    const listedNames = lines.slice(1).map((line) => line.split(",")[0]);
    // Other tests make psychics at the same time, so the file may list more than `names`.
    for (const name of names) expect(listedNames).toContain(name);
  });
});

test("R15, R16, R17: a search finds by username, name and extension, on a phone, too", async ({
  page,
  sql,
  isMobile,
}, info) => {
  const psychics = new PsychicsPage(page);
  await test.step("R15, R17: a search finds by username, name and extension; Clear shows everyone", async () => {
    const made = await makePsychic(sql, {
      username: `zephyr%_${info.testId}`,
      first: "Ottoline",
      last: `Quill${info.testId.slice(-6)}`,
    });
    await psychics.open();
    const names = [made.username.toUpperCase(), `ottoline quill${info.testId.slice(-6)}`];
    // A phone gets the same answers, so one term is enough there.
    for (const term of isMobile ? [made.extension] : [...names, made.extension]) {
      await psychics.find(term);
      await expect(psychics.rows).toHaveCount(1);
      await expect.poll(() => psychics.names()).toEqual([made.username]);
    }
    // On a phone, one column has both names and the extension.
    await expect(psychics.table.getByRole("columnheader")).toHaveText(
      isMobile
        ? ["Agent", "Name", "Status"]
        : ["Agent", "Last Name", "First Name", "Extension", "Status"],
    );
    await expect(psychics.rows).toContainText(made.extension);
    await psychics.find("nobody has <b>this</b> name");
    await expect(page.getByText("No psychic found")).toBeVisible();
    await psychics.clear.click();
    await expect(psychics.rows).toHaveCount(20);
    await expect(psychics.term).toHaveValue("");
  });

  if (!isMobile) return;
  await test.step("R16: on a phone the eye opens every figure of a row", async () => {
    const [name = ""] = await psychics.names();
    await page.getByRole("button", { name: `Details of ${name}` }).click();
    const detail = page.getByRole("dialog", { name });
    await expect(detail.getByText("Signup Date")).toBeVisible();
    await expect(detail.getByText(/^Free Minutes/)).toBeVisible();
  });
});
