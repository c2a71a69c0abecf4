import type { Knex } from "knex";
import { makeGift } from "#seeds/builders/gift.ts";
import { insertRows } from "#seeds/builders/insert.ts";
import { makePsychic } from "#tests/support/people.ts";
import { ComposePage } from "../pages/compose-page.ts";
import { LoginPage } from "../pages/login-page.ts";
import { makeCustomerOf, makeReadingOf } from "../support/psychic-history.ts";
import { expect, test } from "../support/server.ts";

type Person = { id: number; username: string };

const daySeconds = 86_400;

test.beforeEach(({ signIn, manager }) => signIn(manager));

/** Makes ada, bea and cleo, whose calls bring $30, $20 and $10. Returns their ids. */
async function makeThreeCustomers(sql: Knex, psychic: Person): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, name] of ["ada", "bea", "cleo"].entries()) {
    const customer = await makeCustomerOf(sql, psychic, index, name, {
      redeemable_minutes: index * 3,
    });
    const minutes = 30 - 10 * index;
    await makeReadingOf(sql, psychic, 30 * daySeconds + index, {
      ...{ customer_id: customer.id, minutes, free_minutes: 0, rate: 1 },
    });
    ids.push(customer.id);
  }
  return ids;
}

async function giftsOf(sql: Knex, { id }: Person) {
  const gifts = await sql("gifts").where({ psychic_id: id }).orderBy("customer_id");
  return gifts.map((gift) => ({ ...gift, customer_id: Number(gift.customer_id) }));
}

test("R31, D23: gifts go to the chosen customers, except one who has just got a gift", async ({
  page,
  sql,
}) => {
  const compose = new ComposePage(page);
  await test.step("R31, V30, K3, K7, N12: gifts go to the chosen customers, and the list of gifts opens", async () => {
    const psychic = await makePsychic(sql);
    const [ada, bea] = await makeThreeCustomers(sql, psychic);
    await compose.open(psychic, 3);
    expect(await compose.customerNames()).toEqual(["ada", "bea", "cleo"]);
    await expect(compose.minutes).toHaveValue("3");
    await expect(compose.minutes.getByRole("option")).toHaveText(
      [3, 4, 5, 6, 7].map((minutes) => `${minutes} minutes`),
    );

    await compose.filter("RPC at least").fill("20");
    await expect.poll(() => compose.customerNames()).toEqual(["ada", "bea"]);
    await compose.filter("UFM exactly").fill("3");
    await expect.poll(() => compose.customerNames()).toEqual(["bea"]);
    await compose.filter("UFM exactly").press("Enter");
    await compose.filter("UFM exactly").fill("");
    await compose.filter("ALC at least").fill("10.5");
    await compose.selectAll(2);
    await compose.expectSelected(2, 3);
    await compose.filter("ALC at least").fill("");
    await compose.filter("RPC at least").fill("");
    await expect(compose.box("cleo")).not.toBeChecked();
    await compose.expectSelected(2, 3);

    await compose.write("  A gift <b>for</b> you ", "Call me.\n\n<i>5 < 6</i> & more");
    await compose.minutes.selectOption("5 minutes");
    await compose.sendTo(2);
    await expect(compose.notice("Gifts Sent")).toContainText("Your gifts are being processed now.");
    await expect(page).toHaveURL(`/psychics/${psychic.id}/sent`);
    await expect(page.getByText("1–2 of 2 gifts")).toBeVisible();

    const gifts = await giftsOf(sql, psychic);
    const sentGift = {
      subject: "A gift for you",
      body: "<p>Call me.</p><p>5 &lt; 6 &amp; more</p>",
      minutes: 5,
    };
    expect(gifts).toMatchObject([
      { customer_id: ada, ...sentGift },
      { customer_id: bea, ...sentGift },
    ]);
    const deliveries = await sql("deliveries").where({
      type: "gifts.sent",
      psychic_id: psychic.id,
    });
    expect(deliveries).toHaveLength(1);

    // A customer gets one gift a day.
    await compose.open(psychic, 1);
    expect(await compose.customerNames()).toEqual(["cleo"]);
  });

  await test.step("D23: a customer who has just got a gift is removed, and the user must confirm again", async () => {
    const psychic = await makePsychic(sql);
    const [ada, bea] = await makeThreeCustomers(sql, psychic);
    await compose.open(psychic, 3);
    await compose.box("ada").check();
    await compose.box("bea").check();
    await compose.write("Hello", "A few minutes on me.");
    await makeGift(sql, { psychic_id: psychic.id, customer_id: Number(ada) });
    await compose.sendTo(2);
    await expect(compose.recipients.getByRole("alert")).toContainText("They are not selected now.");
    await compose.expectSelected(1, 2);
    expect(await giftsOf(sql, psychic)).toHaveLength(1);
    await compose.sendTo(1);
    await expect(compose.notice("Gifts Sent")).toBeVisible();
    expect(await giftsOf(sql, psychic)).toMatchObject([{ customer_id: ada }, { customer_id: bea }]);
  });
});

test("K1: 150 customers are listed without pages, and each can be chosen", async ({
  page,
  sql,
  psychic,
}) => {
  const customerIds = Array.from({ length: 150 }, (_, index) => psychic.id * 10_000 + index);
  await insertRows(
    sql,
    "customers",
    customerIds.map((id, index) => ({ id, username: `member${String(index).padStart(3, "0")}` })),
  );
  await insertRows(
    sql,
    "psychic_customers",
    customerIds.map((customer_id) => ({ psychic_id: psychic.id, customer_id })),
  );
  await insertRows(
    sql,
    "readings",
    customerIds.map((customer_id) => ({
      ...{ connection_id: `many-${customer_id}`, psychic_id: psychic.id, customer_id },
      ...{ conn_type: "Call", started_at: new Date(), minutes: 10, free_minutes: 0 },
      ...{ paid_minutes: 10, rate_cents: 200, revenue_cents: 2_000, result: "Completed" },
    })),
  );
  const compose = new ComposePage(page);
  await compose.open(psychic, 150);
  await compose.selectAll(150);
  await compose.expectSelected(150, 150);
  // Only the rows near the window are in the page. Scrolling adds the last one.
  await expect(compose.box("member149")).toHaveCount(0);
  const box = page.getByRole("region", { name: "Customers who may get a gift" });
  await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(compose.box("member149")).toBeChecked();
  await compose.box("member149").uncheck();
  await compose.expectSelected(149, 150);
  await page.getByRole("button", { name: "Clear Selection" }).click();
  await compose.box("member149").check();
  await compose.write("Hello", "A few minutes on me.");
  await compose.sendTo(1);
  await expect(compose.notice("Gifts Sent")).toBeVisible();
  expect(await giftsOf(sql, psychic)).toMatchObject([
    { customer_id: customerIds[149], minutes: 3 },
  ]);
});

test("V29, D4: gifts that cannot be sent say why, and leaving asks first", async ({
  page,
  sql,
  psychic,
}) => {
  const compose = new ComposePage(page);
  await test.step("if the customers fail to load, the user can try again, and typed text stays", async () => {
    await makeThreeCustomers(sql, psychic);
    await page.route("**/gifts/eligible", (route) => route.fulfill({ status: 500 }));
    await page.goto(`/psychics/${psychic.id}/compose`);
    await expect(page.getByText("The customers could not be loaded")).toBeVisible();
    await compose.subject.fill("Hello");
    await page.unroute("**/gifts/eligible");
    await page.getByRole("button", { name: "Try Again" }).click();
    await compose.expectSelected(0, 3);
    await expect(compose.subject).toHaveValue("Hello");
  });

  await test.step("V29: missing or too long fields show errors, and nothing is sent", async () => {
    await compose.subject.fill("");
    await compose.send.click();
    for (const error of [
      "Subject is required",
      "Message body is required",
      "You must select at least one recipient",
    ]) {
      await expect(page.getByText(error)).toBeVisible();
    }
    await expect(compose.subject).toBeFocused();

    await compose.write("s".repeat(101), "b".repeat(4_001));
    await expect(page.getByText("Subject cannot exceed 100 characters")).toBeVisible();
    await expect(page.getByText("Message body cannot exceed 4000 characters")).toBeVisible();
    await compose.write("s".repeat(100), "b".repeat(4_000));
    await expect(page.getByText(/cannot exceed/)).toHaveCount(0);
    await compose.send.click();
    await expect(compose.recipients).toBeFocused();
    await compose.box("bea").check();
    await expect(page.getByText("You must select at least one recipient")).toHaveCount(0);
    // Enter on a checkbox sends nothing. The button asks first, with the number of recipients (M4).
    await compose.box("bea").press("Enter");
    const question = page.getByRole("dialog", { name: "Send these gifts?" });
    await expect(question).toHaveCount(0);
    await compose.send.click();
    await expect(question).toContainText("1 customer gets 3 free minutes.");
    await expect(question).toContainText(/To bea/);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await giftsOf(sql, psychic)).toHaveLength(0);
  });

  await test.step("leaving with unsent text asks first", async () => {
    await page.getByRole("link", { name: "Sent", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(compose.subject).toHaveValue("s".repeat(100));
    await page.getByRole("link", { name: "Sent", exact: true }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(`/psychics/${psychic.id}/sent`);
  });

  await test.step("an empty list says that no customer can get a gift now", async () => {
    await compose.open(await makePsychic(sql), 0);
    await expect(page.getByText("No customer can get a gift now")).toBeVisible();
  });

  await test.step("D4: a blocked account says why, and has no Send button", async () => {
    await sql("psychics").where({ user_id: psychic.id }).update({ account_status: "Blacklist" });
    const pending = await makePsychic(sql, {
      psychic: { account_status: "Pending", requires_approval: true },
    });
    for (const [id, reason] of [
      [psychic.id, "The account is on the Blacklist."],
      [pending.id, "The account is Pending and requires approval."],
    ]) {
      await page.goto(`/psychics/${id}/compose`);
      await expect(page.getByText(String(reason))).toBeVisible();
      await expect(compose.send).toHaveCount(0);
    }
  });
});

test("D7: after a session ends, signing in restores the gift's text and customers", {
  tag: "@sweep",
}, async ({ page, sql, psychic, manager }) => {
  await makeThreeCustomers(sql, psychic);
  const compose = new ComposePage(page);
  await compose.open(psychic, 3);
  const keyReceived = page.waitForResponse("**/api/kept_key");
  await compose.write("Hello", "A few minutes on me.");
  await compose.box("bea").check();
  await keyReceived;
  await sql("users").where({ id: manager.id }).increment("session_epoch");
  await compose.sendTo(1);
  await expect(page).toHaveURL("/login");
  await new LoginPage(page).signIn(manager);
  await expect(page).toHaveURL(`/psychics/${psychic.id}/compose`);
  await expect(compose.subject).toHaveValue("Hello");
  await expect(compose.box("bea")).toBeChecked();
  await compose.sendTo(1);
  await expect(compose.notice("Gifts Sent")).toBeVisible();
  expect(await giftsOf(sql, psychic)).toHaveLength(1);
});
