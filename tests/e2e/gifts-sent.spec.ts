import { makeGift } from "#seeds/builders/gift.ts";
import { PsychicListPage } from "./pages/psychic-list-page.ts";
import { makeCustomerOf } from "./support/psychic-history.ts";
import { expect, test } from "./support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R32, K1, K3: sent gifts are listed, the newest first, and a message opens as text", async ({
  page,
  sql,
  psychic,
  isMobile,
}) => {
  const sent = new PsychicListPage(page, "Gifts sent by");
  await page.goto(`/psychics/${psychic.id}/sent`);
  await expect(page.getByText("No gifts sent yet")).toBeVisible();

  for (let number = 1; number <= 11; number++) {
    const { id } = await makeCustomerOf(sql, psychic, number, `member${number}`);
    await makeGift(sql, {
      ...{ psychic_id: psychic.id, customer_id: id, subject: `Gift ${number}` },
      ...{ minutes: number === 5 ? 7 : 3, sent_at: new Date(Date.now() - number * 60_000) },
      body: "<p>Tom &amp; I say:</p><p>I &lt;3 calls</p>",
    });
  }
  await sent.open(`/psychics/${psychic.id}/sent`);
  await expect(page.getByRole("heading", { name: "Sent Gifts" })).toBeVisible();
  await expect(sent.rowsPerPage).toHaveValue("10");
  await expect(sent.rows).toHaveCount(10);
  if (!isMobile) await expect(sent.header("Date")).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByText("1–10 of 11 gifts")).toBeVisible();
  await expect(sent.rows.first().getByText("member1", { exact: true })).toBeVisible();
  await sent.sortBy(isMobile ? "Minutes" : "Min.", "descending");
  await expect(sent.rows.first()).toContainText("member5");

  const lines = "Tom & I say:\nI <3 calls";
  if (isMobile) {
    await page
      .getByRole("button", { name: /^Details of/ })
      .first()
      .click();
    const message = page.getByRole("dialog").getByRole("definition").last();
    expect((await message.innerText()).trim()).toBe(lines);
    return;
  }
  const opener = page.getByRole("button", { name: /^Message to member5: Tom & I say/ });
  await opener.click();
  const modal = sent.dialog("Gift 5");
  await expect(modal).toContainText("To member5,");
  await expect(modal).toContainText("7 minutes");
  expect(await modal.locator("p").last().innerText()).toBe(lines);
  await sent.closeDialog("Gift 5");
  await expect(opener).toBeFocused();

  const file = await sent.exported();
  expect(file.lines).toHaveLength(12);
  expect(file.lines[1]).toMatch(/ ET,member5,Gift 5,7,Tom & I say: I <3 calls$/);
});
