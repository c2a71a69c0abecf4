import type { Knex } from "knex";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePsychic } from "#tests/support/people.ts";
import { ListingPage } from "../pages/listing-page.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

const storedListings = (sql: Knex, id: number) =>
  sql("listings")
    .where({ psychic_id: id })
    .orderBy("status")
    .select("status", "sales_pitch", "body", "categories", "reason");

test("R25, S3, S5, S6, S7, S9, D27: a listing is submitted, rejected, resubmitted and approved", async ({
  page,
  sql,
  psychic,
}) => {
  const listing = new ListingPage(page);
  await test.step("R25, S3, S5, V27, N8: an empty draft is filled in and submitted", async () => {
    await listing.open(psychic.id);
    await expect(listing.form.getByText("Draft", { exact: true })).toBeVisible();

    await listing.submit.click();
    await expect(page.getByRole("alert").first()).toContainText(
      "Not submitted. You must select at least one category. Sales Pitch is required. Listing Body is required.",
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    const names = ["Tarot Readers", "Numerology", "Past Lives", "Mediums", "Dream Analysis"];
    for (const name of names) await listing.category(name).check();
    await listing.category("Spiritual Guides").click();
    await expect(listing.category("Spiritual Guides")).not.toBeChecked();
    await expect(page.getByText(/5 of 5 chosen. Spiritual Guides was not added/)).toBeVisible();

    await listing.salesPitch.fill("Clear & kind");
    await listing.bioText.fill("First <b>line</b>\n\n  Second line: 5 < 6");
    await listing.press("Submit for Approval", "No");
    expect(await storedListings(sql, psychic.id)).toEqual([]);
    await listing.press("Submit for Approval", "Yes");
    await expect(listing.notice("Listing Submitted")).toContainText(
      "Your listing was submitted for Approval.",
    );

    expect(await storedListings(sql, psychic.id)).toMatchObject([
      {
        status: "Pending",
        sales_pitch: "Clear & kind",
        body: "<p>First line</p><p>Second line: 5 &lt; 6</p>",
        categories: [25, 13, 29, 128, 32],
      },
    ]);
    await expect(listing.form.getByText("Pending", { exact: true })).toBeVisible();
    await expect(listing.salesPitch).toBeDisabled();
    await expect(listing.bioText).toHaveValue("First line\nSecond line: 5 < 6");
    await expect(listing.submit).toHaveCount(0);
    await expect(listing.reset).toHaveCount(0);
  });

  await test.step("S7, S3: Reject Listing takes a reason; the rejected listing is a draft again", async () => {
    await listing.press("Reject Listing", "Yes", "  No capitals, please ");
    await expect(listing.notice("Listing Rejected")).toContainText("The listing was rejected.");
    expect(await storedListings(sql, psychic.id)).toMatchObject([
      { status: "Rejected", reason: "No capitals, please" },
    ]);
    await expect(listing.form.getByText("Draft", { exact: true })).toBeVisible();
    await expect(listing.form).toContainText("Reason: No capitals, please");
  });

  await test.step("D27: Reset discards what was typed", async () => {
    await listing.salesPitch.fill("Something else");
    await listing.press("Reset", "No");
    await expect(listing.salesPitch).toHaveValue("Something else");
    await listing.press("Reset", "Yes");
    await expect(listing.salesPitch).toHaveValue("Clear & kind");
  });

  await test.step("S3: the rejected listing is submitted again", async () => {
    await listing.salesPitch.fill("Quiet");
    await listing.press("Submit for Approval", "Yes");
    await expect(listing.form.getByText("Pending", { exact: true })).toBeVisible();
    expect(await storedListings(sql, psychic.id)).toMatchObject([
      { status: "Pending", sales_pitch: "Quiet" },
    ]);
  });

  await test.step("S6: Approve Listing asks first, then the pending listing is live", async () => {
    await makeListing(sql, { psychic_id: psychic.id, sales_pitch: "The old one" });
    await listing.open(psychic.id);
    await expect(listing.live).toContainText("The old one");
    await expect(listing.live).toContainText("I have read the tarot for twenty years.");

    await listing.press("Approve Listing", "No");
    await listing.press("Approve Listing", "Yes");
    await expect(listing.notice("Listing Approved")).toContainText("The listing was approved.");
    await expect(listing.form.getByText("Approved", { exact: true })).toBeVisible();
    await expect(listing.salesPitch).toHaveValue("Quiet");
    await expect(listing.salesPitch).toBeEnabled();
    await expect(listing.heading).toBeFocused();
    expect(await storedListings(sql, psychic.id)).toMatchObject([
      { status: "Approved", sales_pitch: "Quiet" },
    ]);
  });

  await test.step("S9: Reset of an approved listing empties only the form", async () => {
    await listing.press("Reset", "Yes");
    await expect(listing.form.getByText("Draft", { exact: true })).toBeVisible();
    await expect(listing.salesPitch).toHaveValue("");
    await expect(listing.live).toContainText("Quiet");
    expect(await storedListings(sql, psychic.id)).toMatchObject([{ status: "Approved" }]);
  });
});

test("a listing that somebody else has changed is neither approved unseen nor overwritten", {
  tag: "@sweep",
}, async ({ page, sql, run }) => {
  const listing = new ListingPage(page);
  await test.step("a listing that somebody else has changed is neither approved unseen nor overwritten", async () => {
    const psychic = await makePsychic(sql);
    await makeListing(sql, { psychic_id: psychic.id, sales_pitch: "Live" });
    await listing.open(psychic.id);
    await listing.salesPitch.fill("Mine");
    const theirs = { sales_pitch: "Theirs", body: "A line", categories: [26] };
    const submitted = await page.request.post(`/api/psychics/${psychic.id}/listings`, {
      data: { listing: theirs },
      headers: { Origin: run.url },
    });
    expect(submitted.status()).toBe(204);
    await listing.press("Submit for Approval", "Yes");
    const conflict = page.getByRole("dialog", { name: "This Has Changed" });
    await expect(conflict.getByRole("row", { name: /^Sales Pitch/ })).toContainText(/Mine.*Theirs/);
    await conflict.getByRole("button", { name: "Keep theirs" }).click();
    await expect(listing.salesPitch).toHaveValue("Theirs");

    await page.reload();
    await expect(page.getByRole("button", { name: "Approve Listing" })).toBeVisible();
    for (const action of ["reject", "listings"]) {
      const path = action === "reject" ? "listings/reject" : action;
      const data = action === "reject" ? {} : { listing: { ...theirs, sales_pitch: "Newer" } };
      const answer = await page.request.post(`/api/psychics/${psychic.id}/${path}`, {
        data,
        headers: { Origin: run.url },
      });
      expect(answer.status()).toBe(204);
    }
    await listing.press("Approve Listing", "Yes");
    await expect(page.getByText(/This has changed since you opened it/)).toBeVisible();
    await expect(listing.salesPitch).toHaveValue("Newer");
    expect(await storedListings(sql, psychic.id)).toMatchObject([
      { status: "Approved" },
      { status: "Pending" },
    ]);
  });

  await test.step("S9: text typed into an emptied form stays when another listing is submitted", async () => {
    const psychic = await makePsychic(sql);
    await makeListing(sql, { psychic_id: psychic.id, sales_pitch: "Live" });
    await page.clock.install();
    await listing.open(psychic.id);
    await listing.press("Reset", "Yes");
    await listing.category("Tarot Readers").check();
    await listing.salesPitch.fill("Mine");
    await listing.bioText.fill("My line");
    const submitted = await page.request.post(`/api/psychics/${psychic.id}/listings`, {
      data: { listing: { sales_pitch: "Theirs", body: "A line", categories: [26] } },
      headers: { Origin: run.url },
    });
    expect(submitted.status()).toBe(204);
    // A return to the tab after a minute loads the listing again.
    await page.clock.fastForward(60_000);
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(listing.form.getByText("Pending", { exact: true })).toBeVisible();
    await expect(listing.salesPitch).toHaveValue("Mine");
    await expect(listing.bioText).toHaveValue("My line");
    await listing.press("Submit for Approval", "Yes");
    const conflict = page.getByRole("dialog", { name: "This Has Changed" });
    await expect(conflict.getByRole("row", { name: /^Sales Pitch/ })).toContainText(/Mine.*Theirs/);
    await conflict.getByRole("button", { name: "Keep theirs" }).click();
    await expect(listing.salesPitch).toHaveValue("Theirs");
    await expect(listing.salesPitch).toBeDisabled();
  });
});
