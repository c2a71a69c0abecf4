import { ComposePage } from "../pages/compose-page.ts";
import { PsychicListPage } from "../pages/psychic-list-page.ts";
import { makeCustomerOf, makeReadingOf } from "../support/psychic-history.ts";
import { expect, test } from "../support/server.ts";

test("R31, R32, V29, V30, N12: a psychic sends a gift and finds it among those sent", {
  tag: "@quick",
}, async ({ page, sql, signIn, psychic }) => {
  const ids: number[] = [];
  for (const [index, name] of ["ada", "bea"].entries()) {
    const made = await makeCustomerOf(sql, psychic, index, name, { redeemable_minutes: index });
    const minutes = 30 - 10 * index;
    await makeReadingOf(sql, psychic, index + 1, { customer_id: made.id, minutes, rate: 1 });
    ids.push(made.id);
  }
  await signIn(psychic);
  await page.goto("/psychic/sent");
  await expect(page.getByText("Gifts that are sent with Send Gifts appear")).toBeVisible();

  const compose = new ComposePage(page);
  await compose.openAsPsychic(2);
  expect(await compose.customerNames()).toEqual(["ada", "bea"]);
  await page.getByLabel("Sort by").selectOption("Last Reading");
  await page.getByRole("button", { name: "Descending, change to ascending" }).click();
  await expect.poll(() => compose.customerNames()).toEqual(["bea", "ada"]);
  await compose.send.click();
  await expect(page.getByText("You must select at least one recipient")).toBeVisible();
  await compose.filter("UFM exactly").fill("1");
  await expect.poll(() => compose.customerNames()).toEqual(["bea"]);
  await compose.box("bea").check();
  await compose.write("For you", "Call me.\n5 < 6");
  await compose.minutes.selectOption("4 minutes");
  await compose.sendTo(1);
  await expect(compose.notice("Gifts Sent")).toContainText("Your gifts are being processed now.");
  await expect(page).toHaveURL("/psychic/sent");

  const gifts = await sql("gifts").where({ psychic_id: psychic.id });
  expect(gifts.map((gift) => ({ ...gift, customer_id: Number(gift.customer_id) }))).toMatchObject([
    { customer_id: ids[1], subject: "For you", body: "<p>Call me.</p><p>5 &lt; 6</p>", minutes: 4 },
  ]);
  const deliveries = await sql("deliveries").where({ type: "gifts.sent", psychic_id: psychic.id });
  expect(deliveries).toHaveLength(1);

  const sent = new PsychicListPage(page, "Gifts sent by");
  await sent.settled();
  await expect(sent.rows.first()).toContainText("bea");
  await page.getByRole("button", { name: /^Details of/ }).click();
  const message = page.getByRole("dialog").getByRole("definition").last();
  expect((await message.innerText()).trim()).toBe("Call me.\n5 < 6");

  // A customer gets one gift a day.
  await compose.openAsPsychic(1);
  expect(await compose.customerNames()).toEqual(["ada"]);
});
