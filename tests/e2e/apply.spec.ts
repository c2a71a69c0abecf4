import { oneRow } from "#server/db/one-row.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { ApplyPage } from "./pages/apply-page.ts";
import { expect, test } from "./support/server.ts";

const [cos, onesun] = brands;

/** An applicant that no other test uses. */
const applicantOf = (id: string) => ({
  name: `Jordan ${id}`,
  email: `jordan-${id}@visitors.example`,
  phone: "2125550100",
});

test(
  "R5, V1 to V5, N13: a visitor corrects the form and applies, and support gets a letter",
  {
    tag: "@phone",
  },
  async ({ page, sql, portal }, { testId }) => {
    const apply = new ApplyPage(page);
    const applicant = applicantOf(testId);
    const requestedPaths: string[] = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto("/cos/apply");
    await expect(apply.submit).toBeEnabled();
    // The prefix fits on one line, on a phone too (G15).
    const lines = await page.locator("#prefix").evaluate((prefix) => {
      const words = document.createRange();
      words.selectNodeContents(prefix);
      return words.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(requestedPaths.some((path) => /solve|bot_check/.test(path))).toBe(false);

    await apply.submit.click();
    await expect(apply.error("name")).toHaveText("Name is required.");
    await expect(apply.error("email")).toHaveText("Email is required.");
    await expect(apply.error("phone")).toHaveText("Phone is required.");
    await expect(apply.name).toBeFocused();
    await expect.poll(() => requestedPaths.some((path) => path.includes("solve"))).toBe(true);

    await apply.email.fill("nobody");
    await expect(apply.error("email")).toHaveText("Email is invalid");
    await apply.phone.pressSequentially("21255501");
    await expect(apply.phone).toHaveValue("212-555-01");
    await expect(apply.error("phone")).toHaveText("Phone is not valid");
    await apply.phone.clear();
    await apply.fill(applicant);
    await expect(apply.phone).toHaveValue("212-555-0100");
    for (const field of ["name", "email", "phone"] as const) {
      await expect(apply.error(field)).toHaveText("");
    }
    // A browser without maxlength would let this through.
    await apply.comment.evaluate((element) => element.removeAttribute("maxlength"));
    await apply.comment.fill("x".repeat(201));
    await expect(apply.error("comments")).toHaveText("Comments are too long");
    await expect(page.getByText("201 of 200 characters")).toBeVisible();
    await apply.comment.fill("Tarot, <b>twenty</b> years");
    await expect(page.getByText("26 of 200 characters")).toBeVisible();

    await page.reload();
    await expect(apply.name).toHaveValue(applicant.name);
    await expect(apply.comment).toHaveValue("Tarot, <b>twenty</b> years");
    await apply.submit.dblclick();
    await expect(apply.success).toContainText("Your information has been submitted.");
    await expect(apply.success).toContainText("replies within 48 hours, by phone.");
    await expect(apply.success).toBeInViewport();
    await expect(apply.name).toHaveValue("");
    await expect(apply.method("Phone")).toBeChecked();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

    const stored = await sql("contacts").where({ email: applicant.email });
    expect(stored).toMatchObject([
      { ...applicant, brand: "cos", method: "P", comments: "Tarot, twenty years", referral: null },
    ]);
    const letter = await portal.letterTo(cos.supportEmail, applicant.email);
    expect(letter).toContain("Tarot, twenty years");
    expect(letter).not.toMatch(/altcha|signature/i);
  },
);

test(
  "R6, D37: the second brand's page shows the agreement and sends its referral",
  { tag: "@desktop" },
  async ({ page, sql }, { testId }) => {
    const apply = new ApplyPage(page);
    const applicant = applicantOf(testId);
    // The path decides the brand, even on a host that belongs to no brand.
    await page.goto("/onesun/apply");
    await page.locator("iframe").scrollIntoViewIfNeeded();
    const agreement = page.frameLocator("iframe").getByRole("heading", { level: 1 });
    await expect(agreement).toHaveText("Psychic Agreement and Privacy Policy");
    await apply.fill(applicant);
    await apply.method("Email").check();
    await apply.submit.click();
    await expect(apply.success).toContainText("replies within 48 hours, by email.");
    const { id, created_at, ...stored } = await oneRow(
      sql("contacts").where({ email: applicant.email }),
    );
    expect(stored).toEqual({
      ...{ ...applicant, brand: "onesun", method: "E" },
      ...{ comments: null, referral: onesun.referral, manager_id: expect.any(Number) },
    });
  },
);

test(
  "a refused application keeps its text; if the answer is lost, it is stored once",
  {
    tag: ["@desktop", "@sweep"],
  },
  async ({ page, context, sql }, { testId }) => {
    const apply = new ApplyPage(page);
    const applicant = applicantOf(testId);
    await page.goto("/cos/apply");
    await apply.fill(applicant);
    await page.route("**/api/contacts", async (route) => {
      const body = route.request().postDataJSON();
      const answer = await route.fetch({ postData: { ...body, altcha: "none" } });
      await route.fulfill({ response: answer });
    });
    await apply.submit.click();
    await expect(apply.failure).toContainText("The bot check did not succeed. Please try again.");
    await expect(apply.email).toHaveValue(applicant.email);
    await page.unroute("**/api/contacts");

    await context.setOffline(true);
    await apply.submit.click();
    await expect(apply.failure).toContainText("Error Communicating With Server");
    await context.setOffline(false);

    // The server stores the application, but its answer is lost.
    await page.route("**/api/contacts", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await apply.submit.click();
    await expect.poll(() => sql("contacts").where({ email: applicant.email })).toHaveLength(1);
    await expect(apply.failure).toContainText("Error Communicating With Server");
    await page.unroute("**/api/contacts");
    await page.reload();
    await expect(apply.email).toHaveValue(applicant.email);
    await apply.submit.click();
    await expect(apply.success).toBeVisible();
    expect(await sql("contacts").where({ email: applicant.email })).toHaveLength(1);
  },
);
