import { makePsychic } from "#tests/support/people.ts";
import { ApprovalsPage } from "../pages/approvals-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { demoUserId } from "../support/demo.ts";
import { checkManagerScreen } from "../support/manager-screen.ts";
import { makePendingProfile } from "../support/pending-items.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("axe finds nothing on a psychic's lists, nor on what their rows open", async ({
  page,
  sql,
  isMobile,
}) => {
  const id = await demoUserId(sql, "luna");
  const openers: [list: string, opener: RegExp | null][] = [
    ["readings?sort=has_recording&order=desc", /^(Details of|Play the call)/],
    ["readings?sort=rating_text&order=desc", /^(Details of|Rating by)/],
    ["customers", /./],
    ["logins", null],
    ["sent", /^(Details of|Message to)/],
  ];
  for (const [list, opener] of openers) {
    await page.goto(`/psychics/${id}/${list}`);
    const rows = page.locator("tr[data-row]");
    await expect(rows.first()).toBeVisible();
    await checkManagerScreen(page, isMobile);
    if (!opener) continue;
    // This opens a recording, a rating, a customer's readings or a message. On a phone, some lists
    // open a row's details instead.
    await rows.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoAxeViolations(page);
  }
});

test("axe finds nothing on the floor", async ({ page, isMobile }) => {
  await page.goto("/floor");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await page.getByText("What the marks mean").click();
  await checkManagerScreen(page, isMobile);
});

test("axe finds nothing where staff turn on notifications", async ({ page, isMobile }) => {
  await page.goto("/notifications");
  await expect(page.getByText("No device yet")).toBeVisible();
  await checkManagerScreen(page, isMobile);
});

test("axe finds nothing on Time Off, as a calendar and as a list", async ({ page, isMobile }) => {
  for (const path of ["/time-off", "/time-off?view=list"]) {
    await page.goto(path);
    await expect(page.locator("tr[data-row]").first()).toBeVisible();
    await checkManagerScreen(page, isMobile);
  }
});

test("axe finds nothing on the audit trail, nor on a psychic's history", async ({
  page,
  sql,
  manager,
  isMobile,
}) => {
  const id = await demoUserId(sql, "luna");
  await sql("users").where({ id: manager.id }).update({ staff_role: "owner" });
  await sql("audit_trail").insert({
    ...{ at: new Date(), actor_id: manager.id, subject_id: id, action: "permissions changed" },
    detail: { old: "AgentPhone", new: "AgentPhone,AgentChat" },
  });
  for (const path of ["/audit", `/psychics/${id}/history`]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await checkManagerScreen(page, isMobile);
  }
});

test("axe finds nothing on Privacy, nor on the modal that erases a person", async ({
  page,
  sql,
  manager,
  isMobile,
}) => {
  await sql("users").where({ id: manager.id }).update({ staff_role: "owner" });
  // Both sizes share the database.
  const person_id = isMobile ? 990_002 : 990_001;
  await sql("erasures").insert({
    ...{ kind: "customer", person_id, reason: "The customer asked for it by phone" },
    ...{ asked_by: manager.id, asked_at: new Date() },
  });
  await page.goto("/privacy");
  await expect(page.getByRole("main").getByText(`Customer ${person_id}`)).toBeVisible();
  await checkManagerScreen(page, isMobile);
  await page.getByRole("button", { name: "Erase a Person" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe finds nothing on the gift composer, a schedule and its day, nor on a listing", async ({
  page,
  sql,
  isMobile,
}) => {
  const luna = await demoUserId(sql, "luna");
  await page.goto(`/psychics/${luna}/compose`);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await page.getByRole("button", { name: "Send Gifts" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  await checkManagerScreen(page, isMobile);

  await page.goto(`/psychics/${luna}/schedule`);
  await page.getByRole("button", { name: "Edit Saturday" }).waitFor();
  await checkManagerScreen(page, isMobile);
  await page.getByRole("button", { name: "Edit Saturday" }).click();
  await page.getByRole("button", { name: "Add a Time" }).click();
  await checkManagerScreen(page, isMobile);

  await page.goto(`/psychics/${await demoUserId(sql, "iris")}/listing`);
  await page.getByLabel("Sales Pitch").fill("");
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(page.getByText("Not submitted.")).toBeVisible();
  await checkManagerScreen(page, isMobile);
});

test("axe finds nothing on approvals, contacts and problem reports", async ({ page, isMobile }) => {
  const rows = page.locator("tr[data-row]");
  const { approvals } = await (await page.request.get("/api/approvals")).json();
  for (const type of ["Listing", "Profile", "Picture"]) {
    const { agent_user_id } = approvals.find(
      (approval: { to_approve: string }) => approval.to_approve === type,
    );
    await page.goto(`/approvals?open=${type}-${agent_user_id}`);
    await expect(page.getByRole("button", { name: `Reject ${type}` })).toBeVisible();
    await checkManagerScreen(page, isMobile);
  }
  const waiting = new ApprovalsPage(page);
  await waiting.open();
  await expect(waiting.rows.first()).toBeVisible();
  await checkManagerScreen(page, isMobile);
  if (isMobile) await expectNoAxeViolations(page);
  // A phone shows the list or a review, which opens from anywhere on a row. A desktop shows both.
  if (isMobile) await waiting.rows.first().getByRole("rowheader").tap();
  else {
    await waiting.rows
      .getByRole("link", { name: /: review$/ })
      .first()
      .click();
  }
  await expect(
    page.getByRole("region", { name: /^(Account|Listing|Picture|Profile) of / }),
  ).toBeVisible();
  if (isMobile) await expect(waiting.rows.first()).toBeHidden();
  await page.goBack();
  await expect(waiting.rows.first()).toBeVisible();
  for (const [list, opener] of [
    ["/contacts?sort=comments&order=asc", /^(Details of|View Comment)/],
    ["/contacts/problems", /^(Details of|View Details)/],
  ] as const) {
    await page.goto(list);
    await expect(rows.first()).toBeVisible();
    await checkManagerScreen(page, isMobile);
    if (isMobile) await expectNoAxeViolations(page);
    await rows.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoAxeViolations(page);
  }
  await page.goto("/problem");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Details are required")).toBeVisible();
  await checkManagerScreen(page, isMobile);
});

test("a long username without blanks wraps; the list and the review keep their width (G13)", async ({
  page,
  sql,
}, { testId }) => {
  const { id } = await makePsychic(sql, {
    username: `${"W".repeat(58)}${testId.slice(-41)}`,
    email: `${testId}@people.example`,
  });
  await makePendingProfile(sql, id);
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Profile-${id}`);
  await expect(page.getByRole("heading", { level: 2, name: /WWW/ })).toBeVisible();
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess).toBe(0);
});
