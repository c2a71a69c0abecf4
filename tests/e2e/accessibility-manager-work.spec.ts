import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";
import { expectNothingFound } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

const idOf = async (sql: Knex, username: string): Promise<number> =>
  (await oneRow(sql("users").where({ username }).first("id"))).id;

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: "reduce" } });

    test("axe finds nothing on a schedule and its day, nor on a listing", async ({
      page,
      sql,
      signIn,
      manager,
    }) => {
      await signIn(manager);
      await page.goto(`/psychics/${await idOf(sql, "luna")}/schedule`);
      await page.getByRole("button", { name: "Edit Saturday" }).waitFor();
      await expectNothingFound(page);
      await page.getByRole("button", { name: "Edit Saturday" }).click();
      await page.getByRole("button", { name: "Add a Time" }).click();
      await expectNothingFound(page);

      await page.goto(`/psychics/${await idOf(sql, "iris")}/listing`);
      await page.getByLabel("Sales Pitch").fill("");
      await page.getByRole("button", { name: "Submit for Approval" }).click();
      await expect(page.getByText("Not submitted.")).toBeVisible();
      await expectNothingFound(page);
    });

    test("axe finds nothing on approvals, contacts and problem reports", async ({
      page,
      signIn,
      manager,
    }) => {
      await signIn(manager);
      const rows = page.locator("tr[data-row]");
      for (const type of ["Listing", "Profile", "Picture"]) {
        const first = (await (await page.request.get("/api/approvals")).json()).approvals.find(
          (one: { to_approve: string }) => one.to_approve === type,
        );
        await page.goto(`/approvals?open=${type}-${first.agent_user_id}`);
        await expect(page.getByRole("button", { name: `Reject ${type}` })).toBeVisible();
        await expectNothingFound(page);
      }
      for (const [list, opener] of [
        ["/contacts?sort=comments&order=asc", /^(Details of|View Comment)/],
        ["/contacts/problems", /^(Details of|View Details)/],
      ] as const) {
        await page.goto(list);
        await expect(rows.first()).toBeVisible();
        await expectNothingFound(page);
        await rows.getByRole("button", { name: opener }).first().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectNothingFound(page);
      }
      await page.goto("/problem");
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByText("Details are required")).toBeVisible();
      await expectNothingFound(page);
    });
  });
}

test("nothing of these screens is wider than a phone of 320 pixels", async ({
  page,
  sql,
  signIn,
  manager,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(manager);
  const luna = await idOf(sql, "luna");
  const { approvals } = await (await page.request.get("/api/approvals")).json();
  const [first] = approvals.filter((one: { to_approve: string }) => one.to_approve === "Listing");
  for (const [path, there] of [
    [`/psychics/${luna}/schedule`, "Save Schedule"],
    [`/psychics/${luna}/listing`, "Listing"],
    [`/approvals?open=Listing-${first.agent_user_id}`, "Approve Listing"],
    ["/approvals", "Export CSV"],
    ["/contacts", "Export CSV"],
    ["/contacts/problems", "Export CSV"],
    ["/problem", "Submit"],
  ] as const) {
    await page.goto(path);
    await page.getByText(there, { exact: true }).last().waitFor();
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess, path).toBe(0);
  }
});
