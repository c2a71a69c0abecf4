import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeLogin } from "#seeds/builders/login.ts";
import { makePhone } from "#seeds/builders/phone.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { oneRow } from "#server/db/one-row.ts";
import type { AvailabilityCode } from "#shared/psychics.ts";
import { newYorkDay, weekday } from "#shared/rules/new-york.ts";
import { wholeChromium } from "#tests/support/chromium.ts";
import { makePsychic } from "#tests/support/people.ts";
import { SummaryPage } from "../pages/summary-page.ts";
import { expect, test } from "../support/server.ts";

// The chat opens in a window of its own.
test.use({ launchOptions: wholeChromium });

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R19, R20, R22, R58: the summary shows the psychic, revenue, last login and schedule", async ({
  page,
  sql,
  portal,
}) => {
  const { id, username, email, extension } = await makePsychic(sql, {
    first: "Marigold-Anastasia",
    last: "Featherstonehaugh-Cholmondeley",
  });
  const summary = new SummaryPage(page);
  await test.step("R19, R22: the summary shows the psychic's details, and the header marks the link to it", async () => {
    await makePhone(sql, { user_id: id, phone_number: "2125550166" });
    // The header shows before the psychic has loaded, and does not move.
    const answer = Promise.withResolvers<void>();
    await page.route(`**/api/psychics/${id}`, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`/psychics/${id}`);
    const lastButton = page.getByRole("link", { name: "Sent", exact: true });
    const boxWhileLoading = await lastButton.boundingBox();
    answer.resolve();
    await summary.status.waitFor();
    expect(await lastButton.boundingBox()).toEqual(boxWhileLoading);
    await expect(summary.heading).toHaveText(username);
    const main = page.getByRole("main");
    for (const text of [email, extension, "212-555-0166", "Featherstonehaugh-Cholmondeley"]) {
      await expect(main).toContainText(text);
    }
    const portrait = main.getByRole("img", { name: `Portrait of ${username}` });
    await expect(portrait).toHaveJSProperty("complete", true);
    const nav = page.getByRole("navigation", { name: "Psychic" });
    await expect(nav.getByRole("link", { name: "Summary" })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  await test.step("the figures come before the account's controls", async () => {
    const first = page.getByRole("main").locator(".tile, .account-controls").first();
    await expect(first).toContainText("Revenue");
  });

  await test.step("R20: the tiles show revenue, last login and today's schedule", async () => {
    await expect(summary.tile("Last Login")).toContainText("Not Recently");
    await expect(summary.tile("Today's Schedule")).toContainText("Not Available");
    await expect(summary.tile("Revenue")).toContainText("$0.00");
    await expect(summary.tile("Revenue")).toContainText("Last period $0.00");
    await expect(page.getByText("No readings in the last 60 days")).toBeVisible();

    const now = Date.now();
    await makeLogin(sql, {
      user_id: id,
      started_at: new Date(now - 3 * 3_600_000),
      last_action_at: new Date(now - 2 * 3_600_000),
      ended_at: new Date(now - 2 * 3_600_000),
    });
    const saved = await page.request.post(`/api/psychics/${id}/schedule`, {
      headers: { Origin: portal.url },
      data: {
        schedule: [{ day: weekday(newYorkDay(now)), status: "A", from: "21:00", to: "02:00" }],
      },
    });
    expect(saved.status()).toBe(204);
    for (let n = 1; n <= 6; n++) {
      const customer = await makeCustomer(sql, {
        id: 8_000_000 + id * 10 + n,
        username: `member ${n}`,
      });
      await makeReading(sql, {
        user_id: id,
        connection_id: `summary-${id}-${n}`,
        customer_id: customer.id,
        customer_username: customer.username,
        started_at: new Date(now - n * 3_600_000).toISOString(),
      });
    }
    await page.reload();
    await expect(summary.tile("Last Login")).toContainText("60 minutes");
    await expect(summary.tile("Today's Schedule")).toContainText("9:00 PM – 2:00 AM (next day)");
    const rows = page
      .getByRole("table", { name: "Latest Readings" })
      .locator("tbody")
      .getByRole("row");
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText("member 1");
  });

  await test.step("R58: the chat opens in a window of 600 by 600 at the API's address", async () => {
    const chat = "https://chat.cos.example/";
    await page.context().route(`${chat}**`, (route) => route.fulfill({ body: "the chat system" }));
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Open Chat" }).click();
    const popup = await opening;
    await popup.waitForURL(chat);
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 600]);
  });

  await test.step("an id that is no number shows that the psychic does not exist", async () => {
    await page.goto("/psychics/abc");
    await expect(page.getByText("This psychic does not exist")).toBeVisible();
  });
});

test("S10, S11, S12, R19, R21: a choice is saved at once and overwrites nobody else's choice", async ({
  page,
  sql,
}, info) => {
  const { id } = await makePsychic(sql, {
    psychic: { account_status: "Active", permissions: ["AgentPhone"], auto_email: true },
  });
  const stored = () => sql("psychics").where({ user_id: id }).first();
  const summary = new SummaryPage(page);
  await test.step("S10, S12: each choice is saved at once", async () => {
    await summary.open(id);

    await expect(summary.phone).toBeChecked();
    await summary.chat.click();
    await expect(summary.chat).toBeChecked();
    await expect(summary.outcome).toHaveText("Saved");
    await expect(summary.saved("Chat")).toBeVisible();
    await expect
      .poll(async () => (await oneRow(stored())).permissions)
      .toEqual(["AgentPhone", "AgentChat"]);
    await expect(summary.chat).toBeFocused();

    await summary.autoEmail.click();
    await expect(summary.autoEmail).not.toBeChecked();
    await expect(summary.saved("Automated Free Minute Emails")).toBeVisible();
    await expect(summary.saved("Chat")).toBeHidden();
    await expect.poll(async () => (await oneRow(stored())).auto_email).toBe(false);

    await expect(summary.availability).toBeEnabled();
    await summary.availability.selectOption("C");
    await expect
      .poll(async () => (await sql("availability").where({ psychic_id: id }).first())?.code)
      .toBe("C");

    await summary.status.selectOption("Flagged");
    await expect.poll(async () => (await oneRow(stored())).account_status).toBe("Flagged");
    // A psychic who leaves Active is unavailable (D23a), and the screen says so.
    await expect(summary.availability).toHaveValue("U");
  });

  await test.step("S10: a choice that could not be saved or read back shows the last known value", async () => {
    await page.route(`**/api/psychics/${id}**`, (route) => route.abort());
    await summary.status.focus();
    await summary.status.selectOption("Active");
    await expect(summary.refusal).toBeVisible();
    await expect(summary.status).toHaveValue("Flagged");
    await expect(summary.status).toBeFocused();
    expect((await oneRow(stored())).account_status).toBe("Flagged");
  });

  await test.step("R19: another manager's change is shown, not overwritten (C8)", async () => {
    const { id } = await makePsychic(sql, { psychic: { account_status: "Active" } });
    const setAvailability = (code: AvailabilityCode) =>
      sql("availability")
        .insert({ psychic_id: id, code, at: new Date() })
        .onConflict("psychic_id")
        .merge();
    await setAvailability("A");
    await summary.open(id);
    await expect(summary.availability).toHaveValue("A");
    await setAvailability("B");
    await summary.availability.selectOption("U");
    await expect(summary.refusal).toBeVisible();
    await expect(summary.availability).toHaveValue("B");
    await setAvailability("R");
    await page.getByRole("button", { name: "Refresh before changing" }).click();
    await expect(summary.availability).toHaveValue("R");

    const updateAccount = (account: object) =>
      sql("psychics").where({ user_id: id }).update(account);
    await updateAccount({ account_status: "Blacklist" });
    await summary.status.selectOption("Flagged");
    await expect(summary.outcome).toContainText("it is Blacklist now");
    await expect(summary.status).toHaveValue("Blacklist");
    await summary.status.selectOption("Flagged");
    await expect(summary.outcome).toHaveText("Saved");
    // Open the screen again. Otherwise its reload after the last save could show the change before
    // the click.
    await summary.open(id);
    await expect(summary.phone).toBeChecked();
    await updateAccount({ permissions: [] });
    await summary.phone.click();
    await expect(summary.outcome).toContainText("The permissions have changed");
    await expect(summary.phone).not.toBeChecked();
    await expect(summary.chat).not.toBeChecked();
  });

  await test.step("R21, N17, S11: a linked account asks for a decision; Deactivate Now blacklists it", async () => {
    const email = `shared-${info.testId}-${info.project.name}@people.example`;
    const other = await makePsychic(sql, { email, psychic: { account_status: "Blacklist" } });
    const { id } = await makePsychic(sql, {
      email,
      psychic: { account_status: "Pending", requires_approval: true },
    });
    await summary.open(id);
    await expect(summary.approval).toContainText(
      "This account requires special approval because it may be linked with other blacklisted accounts. If you would like to deactivate this account, click on Deactivate Now.",
    );
    await expect(summary.approval.getByRole("link", { name: other.username })).toBeVisible();
    await expect(summary.approval).toContainText("Same Email");
    await summary.approval.getByRole("button", { name: "Ok" }).click();
    await expect(summary.approval).toBeHidden();
    await expect(summary.phone).toBeDisabled();

    await page.reload();
    await summary.approval.getByRole("button", { name: "Deactivate Now" }).click();
    await page
      .getByRole("dialog", { name: /^Blacklist / })
      .getByRole("button", { name: "Blacklist" })
      .click();
    await expect(summary.approval).toBeHidden();
    await expect(summary.status).toHaveValue("Blacklist");
    const stored = await oneRow(sql("psychics").where({ user_id: id }).first("account_status"));
    expect(stored.account_status).toBe("Blacklist");
    const availability = await oneRow(sql("availability").where({ psychic_id: id }).first("code"));
    expect(availability.code).toBe("U");
  });
});
