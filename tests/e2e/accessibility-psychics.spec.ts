import { oneRow } from "#server/db/one-row.ts";
import { PsychicsPage } from "./pages/psychics-page.ts";
import { SummaryPage } from "./pages/summary-page.ts";
import { expectNothingFound } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    // Without motion, so that nothing is looked at while it fades in.
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: "reduce" } });
    test.beforeEach(({ signIn, manager }) => signIn(manager));

    test("axe finds nothing on the list of psychics, nor on what is searched for", async ({
      page,
    }) => {
      const psychics = new PsychicsPage(page);
      await psychics.open("?size=10");
      await expect(psychics.rows.first()).toBeVisible();
      await expectNothingFound(page);
      await psychics.find("a");
      await expect(psychics.rows.first()).toBeVisible();
      await expectNothingFound(page);
    });

    test("axe finds nothing on an account, nor on the question it may ask", async ({
      page,
      sql,
    }) => {
      const idOf = async (username: string) =>
        (await oneRow(sql("users").where({ username }).first())).id;
      const summary = new SummaryPage(page);
      await summary.open(await idOf("luna"));
      await expect(page.getByRole("table", { name: "Latest Readings" })).toContainText("$");
      await expect(summary.tile("Revenue")).toContainText("$");
      await expectNothingFound(page);
      await summary.open(await idOf("sage"));
      await expect(summary.approval.getByRole("listitem").first()).toBeVisible();
      await expectNothingFound(page);
      await summary.open(await idOf("raven"));
      await expect(summary.availability).toBeEnabled();
      await expectNothingFound(page);
    });
  });
}
