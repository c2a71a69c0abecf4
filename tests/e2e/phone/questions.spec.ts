import { expectNoAxeViolations } from "../support/axe.ts";
import { expect, test } from "../support/server.ts";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test("S30, D71: a psychic who is stuck on Busy asks the phone system", async ({
  page,
  sql,
  signIn,
  psychic,
}) => {
  const { id } = psychic;
  const busy = { psychic_id: id, code: "B", at: ago(47), set_by: "platform" } as const;
  await sql("availability").insert(busy);
  const times = { initiated_at: ago(47), answered_at: ago(47), ended_at: ago(44) };
  const call = {
    id: `stuck-${id}`,
    psychic_id: id,
    event_at: ago(44),
    result: "Completed",
  } as const;
  await sql("call_attempts").insert({ ...call, ...times });
  await signIn(psychic);
  await page.goto("/psychic");
  const question = page.getByRole("region", { name: /^Busy for \d+ min/ });
  await expect(question).toContainText(
    /Busy for 4\d min, your last call ended 4\d min ago\. Are you free\?/,
  );
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "I’m Free" }).click();
  await expect(question).toContainText(/We asked the phone system at \d+:\d\d [AP]M ET\./);
  await expect(question.getByRole("button")).toHaveCount(0);
  const sent = await sql("deliveries").where({ psychic_id: id });
  expect(sent).toMatchObject([{ type: "availability.questioned" }]);
  expect(await sql("availability").where({ psychic_id: id })).toMatchObject([{ code: "B" }]);
  // The platform answers.
  await sql("availability")
    .where({ psychic_id: id })
    .update({ code: "A", at: new Date(), set_by: "platform" });
  const answered = page.getByRole("region", { name: "Your question about Busy" });
  await expect(answered).toContainText(/It answered at \d+:\d\d [AP]M ET: Available\./);
});

test("S31, D71: after a missed call, Unavailable is one tap away", async ({
  page,
  sql,
  signIn,
  psychic,
}) => {
  const { id } = psychic;
  await sql("availability").insert({ psychic_id: id, code: "O", at: ago(60), set_by: "platform" });
  const call = {
    id: `missed-${id}`,
    psychic_id: id,
    event_at: ago(2),
    result: "No Answer",
  } as const;
  await sql("call_attempts").insert({ ...call, initiated_at: ago(3), ended_at: ago(2) });
  await signIn(psychic);
  await page.goto("/psychic");
  const question = page.getByRole("region", { name: /^You missed a call \d min ago/ });
  await expect(question).toContainText("Still there?");
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "Unavailable" }).click();
  await expect(question).toHaveCount(0);
  expect(await sql("availability").where({ psychic_id: id })).toMatchObject([{ code: "U" }]);
});

test("D71: the app asks once a day, and after a change, which phone rings", async ({
  page,
  sql,
  signIn,
  psychic,
}) => {
  const { id } = psychic;
  await sql("availability").insert({ psychic_id: id, code: "U", at: ago(60), set_by: "platform" });
  const phone = { user_id: id, place: 1, phone_number: "6125550191", country_code: 1 };
  await sql("phones").insert({ ...phone, type: 3, time_zone_id: 11, preferred: true });
  await signIn(psychic);
  await page.goto("/psychic");
  const question = page.getByRole("region", { name: /^Calls ring/ });
  await expect(question).toContainText("Calls ring 612-555-0191. Right?");
  await expectNoAxeViolations(page);
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(question).toHaveCount(0);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/questions"));
  await page.reload();
  await answered;
  await expect(page.getByRole("group", { name: "Change your status" })).toBeVisible();
  await expect(question).toHaveCount(0);
  await sql("phones").where({ user_id: id }).update({ phone_number: "6125550192" });
  await page.reload();
  await expect(question).toContainText("Calls ring 612-555-0192. Right?");
});
