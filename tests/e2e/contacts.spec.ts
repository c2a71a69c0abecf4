import { readFile } from "node:fs/promises";
import { makeContact } from "#seeds/builders/contact.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { PortalPage } from "./pages/portal-page.ts";
import { expect, test } from "./support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

/** Later than the rows of other tests, so that the lists show it first. */
const inOneHour = () => new Date(Date.now() + 3_600_000);

test("R36: a manager reads a submission and deletes it after a question", async ({
  page,
  isMobile,
  sql,
  manager,
}) => {
  const name = `Applicant ${manager.id}`;
  const contact = await makeContact(sql, {
    ...{ name, brand: "onesun", method: "E", created_at: inOneHour() },
    comments: "First line <b>not bold</b>\nSecond line",
  });
  const portal = new PortalPage(page);
  await page.goto("/dashboard");
  await portal.follow("Contact Submissions");
  await expect(portal.heading).toHaveText("Contact Submissions");

  if (isMobile) {
    // At most two rows of controls are between the tabs and the list.
    const controls = page
      .getByRole("button", { name: /^Copy / })
      .or(page.getByLabel("Sort by"))
      .or(page.getByRole("button", { name: /^(A|De)scending/ }));
    await expect(controls).toHaveCount(4);
    const boxes = await controls.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()),
    );
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(2);
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
    const title = await portal.heading.boundingBox();
    const exporting = await page.getByRole("button", { name: "Export CSV" }).boundingBox();
    expect(exporting?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  }

  const row = page.getByRole("row", { name: new RegExp(name) });
  const submission = isMobile ? page.getByRole("dialog", { name, exact: true }) : row;
  if (isMobile) await page.getByRole("button", { name: `Details of ${name}` }).click();
  for (const text of ["jordan@visitors.example", "212-555-0100", "Email", "One Sun"]) {
    await expect(submission).toContainText(text);
  }
  if (isMobile) await expect(submission).toContainText("First line <b>not bold</b>");
  else {
    await row.getByRole("button", { name: "View Comment" }).click();
    const comment = page.getByRole("dialog", { name: `Comment of ${name}` });
    await expect(comment).toContainText("First line <b>not bold</b>\nSecond line");
    await page.keyboard.press("Escape");
  }

  const remove = page.getByRole("button", { name: `Delete the contact of ${name}` });
  const question = page.getByRole("dialog", { name: `Delete the contact of ${name}?` });
  await remove.click();
  await question.getByRole("button", { name: "Keep" }).click();
  expect(await sql("contacts").where({ id: contact.id })).toHaveLength(1);
  await remove.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(portal.notice("Contact Deleted")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await sql("contacts").where({ id: contact.id })).toHaveLength(0);
});

test("R36, D34: new applicants appear, the CSV has all, and a tab has the problem reports", {
  tag: "@desktop",
}, async ({ page, sql, manager, psychic }) => {
  const exported = `Exported ${manager.id}`;
  await makeContact(sql, { name: exported, comments: "=1+1", created_at: inOneHour() });

  await test.step("a new applicant is listed when a manager returns to the screen", async () => {
    await page.goto("/contacts");
    // Wait for the first answer: otherwise it could include the new applicant.
    await expect(page.locator("tr[data-row]").first()).toBeVisible();
    const name = `Meanwhile ${manager.id}`;
    await makeContact(sql, { name, created_at: inOneHour() });
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  });

  await test.step("R36: the CSV has every submission with its comment, and no formula", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("contact submissions.csv");
    const [head, ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(head).toMatch(
      /^\uFEFF?From,Date \(.+\),Email,Phone,Best Way to Contact,Brand,Manager,Comment$/,
    );
    expect(lines.find((line) => line.startsWith(exported))).toMatch(/,Phone,COS,,'=1\+1$/);
  });

  await test.step("D34: the problem reports are beside the contacts", async () => {
    await makeProblem(sql, {
      ...{ user_id: psychic.id, category: "Pay", created_at: inOneHour() },
      details: `My check <i>of</i> ${psychic.id}\nis late`,
    });
    await page.getByRole("link", { name: "Problem Reports" }).click();
    await expect(page).toHaveURL("/contacts/problems");
    const row = page.getByRole("row", { name: new RegExp(psychic.username) });
    await expect(row).toContainText("Pay");
    await row.getByRole("button", { name: "View Details" }).click();
    const modal = page.getByRole("dialog", { name: `Pay: reported by ${psychic.username}` });
    await expect(modal).toContainText(`My check <i>of</i> ${psychic.id}\nis late`);
    await page.keyboard.press("Escape");
    await row.getByRole("link", { name: psychic.username }).click();
    await expect(page).toHaveURL(`/psychics/${psychic.id}`);
  });
});
