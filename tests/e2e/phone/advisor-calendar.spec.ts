import { makeSegment } from "#seeds/builders/schedule.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expect, test } from "../support/server.ts";

test("R81: a psychic makes a calendar address, and a new one ends the earlier one", async ({
  page,
  request,
  portal,
  sql,
  psychic,
  signIn,
}) => {
  await makeSegment(sql, { psychic_id: psychic.id, day: 3, starts: "09:00", ends: "17:00" });
  await signIn(psychic);
  await page.goto("/psychic/schedule");
  const calendar = page.getByRole("region", { name: "Your Calendar" });
  const address = calendar.getByLabel("Calendar address");
  await calendar.getByRole("button", { name: "Make an Address" }).click();
  await expect(calendar).toContainText("No calendar has read it yet.");
  await expectNoAxeViolations(page);
  const first = new URL(await address.inputValue()).pathname;
  const read = async (path: string) => (await request.get(`${portal.url}${path}`)).text();
  expect(await read(first)).toContain("SUMMARY:Available");
  await calendar.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText(/can now be pasted|Select the address/)).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);

  await calendar.getByRole("button", { name: "Make a New Address" }).click();
  await expect(address).not.toHaveValue(new RegExp(first));
  expect(await read(first)).toContain("not_found");
  await page.reload();
  await expect(calendar.getByRole("button", { name: "Remove the Address" })).toBeVisible();
  // Only the answer that made it has the address.
  await expect(address).toHaveCount(0);
  await calendar.getByRole("button", { name: "Remove the Address" }).click();
  await expect(calendar.getByRole("button", { name: "Make an Address" })).toBeVisible();
  expect(await sql("calendar_addresses").where({ psychic_id: psychic.id })).toEqual([]);
});
