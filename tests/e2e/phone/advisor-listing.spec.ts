import type { APIRequestContext } from "playwright/test";
import { ListingPage } from "../pages/listing-page.ts";
import { expectToFit } from "../support/fit.ts";
import { expect, test } from "../support/server.ts";

interface Person {
  username: string;
  password: string;
}

/** Signs a manager in outside the psychic's browser. */
async function managerIn(request: APIRequestContext, manager: Person, origin: string) {
  const headers = { Origin: origin };
  const signedIn = await request.post("/api/sessions", {
    data: { username: manager.username, password: manager.password },
    headers,
  });
  expect(signedIn.status()).toBe(200);
  return async (id: number, decision: "approve" | "reject", reason?: string) => {
    const answer = await request.post(`/api/psychics/${id}/listings/${decision}`, {
      data: reason === undefined ? {} : { reason },
      headers,
    });
    expect(answer.status()).toBe(204);
  };
}

test("R47, S4, S5, S8, S9, V27, N8: a listing is sent, rejected, reverted, approved and fixed", async ({
  page,
  request,
  run,
  sql,
  signIn,
  manager,
  psychic,
}) => {
  const storedListings = () =>
    sql("listings")
      .where({ psychic_id: psychic.id })
      .orderBy("status")
      .select("status", "sales_pitch", "body", "categories", "reason");
  const decide = await managerIn(request, manager, run.url);
  await signIn(psychic);
  const listing = new ListingPage(page);
  await listing.openAsPsychic();
  const status = (word: string) => listing.form.getByText(word, { exact: true });
  const rejected = page.getByRole("dialog", { name: "Rejected" });

  // An empty draft is refused. The top of the form lists what is missing.
  await expect(status("Draft")).toBeVisible();
  await listing.submit.click();
  await expect(page.getByRole("alert").first()).toContainText(
    "Not submitted. You must select at least one category. Sales Pitch is required. Listing Body is required.",
  );
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await listing.category("Tarot Readers").check();
  await listing.salesPitch.fill("Loud");
  await listing.bioText.fill("First <b>line</b>\nSecond: 5 < 6");
  // The preview shows what is typed, without markup, before it is sent.
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toBeHidden();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(preview.getByRole("paragraph")).toContainText([
    "What you type now",
    "Loud",
    "First line",
    "Second: 5 < 6",
  ]);
  await expect(preview.getByRole("listitem")).toHaveText(["Tarot Readers"]);
  await expect(listing.salesPitch).toBeHidden();
  await expectToFit(page);
  // The form is hidden, but still asks before the user leaves.
  const bar = page.getByRole("navigation", { name: "Most used" });
  await bar.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Write" }).click();
  await listing.press("Submit for Approval", "No");
  expect(await storedListings()).toEqual([]);
  await listing.press("Submit for Approval", "Yes");
  await expect(listing.notice("Listing Submitted")).toContainText(
    "Your listing was submitted for Approval.",
  );
  expect(await storedListings()).toEqual([
    {
      status: "Pending",
      sales_pitch: "Loud",
      body: "<p>First line</p><p>Second: 5 &lt; 6</p>",
      categories: [25],
      reason: null,
    },
  ]);
  await expect(status("Pending")).toBeVisible();
  await expect(listing.form).toContainText("This listing is waiting for approval");
  await expect(listing.salesPitch).toBeDisabled();
  await expect(page.getByRole("button", { name: /^(Submit|Reset|Approve|Reject)/ })).toHaveCount(0);

  // Rejected: Revert empties the form, because no listing was live.
  await decide(psychic.id, "reject", "No <b>capitals</b>, please");
  await listing.openAsPsychic();
  await expect(rejected).toContainText("Reason: No <b>capitals</b>, please");
  await rejected.getByRole("button", { name: "Revert" }).click();
  await expect(rejected).toHaveCount(0);
  await expect(status("Draft")).toBeVisible();
  await expect(listing.salesPitch).toHaveValue("");
  expect(await storedListings()).toEqual([]);

  // Approved: Reset empties the form. Customers still see the live listing.
  await listing.category("Mediums").check();
  await listing.salesPitch.fill("Live");
  await listing.bioText.fill("A line");
  await listing.press("Submit for Approval", "Yes");
  await expect(status("Pending")).toBeVisible();
  await decide(psychic.id, "approve");
  await listing.openAsPsychic();
  await expect(status("Approved")).toBeVisible();
  await listing.press("Reset", "No");
  await expect(listing.salesPitch).toHaveValue("Live");
  await listing.press("Reset", "Yes");
  await expect(listing.salesPitch).toHaveValue("");
  await expect(listing.live).toContainText("Live");

  // A rejected replacement can be corrected.
  await listing.category("Numerology").check();
  await listing.salesPitch.fill("Newer");
  await listing.bioText.fill("Another line");
  await listing.press("Submit for Approval", "Yes");
  await expect(status("Pending")).toBeVisible();
  await expect(listing.live).toContainText("A line");
  await decide(psychic.id, "reject");
  await listing.openAsPsychic();
  await expect(rejected).toContainText("No reason was given.");
  await expect(rejected.getByRole("button", { name: "Edit" })).toBeFocused();
  await rejected.getByRole("button", { name: "Edit" }).click();
  await expect(status("Draft")).toBeVisible();
  await expect(listing.salesPitch).toHaveValue("Newer");
  await listing.salesPitch.fill("Mended");
  await listing.press("Submit for Approval", "Yes");
  await expect(status("Pending")).toBeVisible();
  await expect(listing.live).toContainText("A line");
  expect(await storedListings()).toMatchObject([
    { status: "Approved", sales_pitch: "Live" },
    { status: "Pending", sales_pitch: "Mended", categories: [13] },
  ]);
});

test("D4: a pending account cannot send a listing or gifts, and the screens say why", async ({
  page,
  sql,
  signIn,
  psychic,
}) => {
  await sql("psychics")
    .where({ user_id: psychic.id })
    .update({ account_status: "Pending", requires_approval: true });
  await signIn(psychic);
  const listing = new ListingPage(page);
  await listing.openAsPsychic();
  await expect(listing.form).toContainText("Your account is waiting for approval");
  await expect(listing.salesPitch).toBeDisabled();
  await expect(listing.submit).toHaveCount(0);
  await page.goto("/psychic/compose");
  await expect(page.getByText("Gifts cannot be sent yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Gifts" })).toHaveCount(0);
});
