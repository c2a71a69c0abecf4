import { makeListing } from "#seeds/builders/listing.ts";
import { oneRow } from "#server/db/one-row.ts";
import { compareTexts } from "#shared/rules/text-order.ts";
import { makePsychic } from "#tests/support/people.ts";
import { ApprovalsPage } from "../pages/approvals-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { makePendingListing, makePendingProfile } from "../support/pending-items.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R33, S1, S6, S7, N3, N4: a manager compares pending versions with live ones and decides", async ({
  page,
  sql,
}) => {
  const approvals = new ApprovalsPage(page);
  await test.step("R33, S6, N3: a change shows beside the live version; then the next approval opens", async () => {
    const psychic = await makePsychic(sql);
    await makeListing(sql, {
      psychic_id: psychic.id,
      body: "<p>I have read the tarot for ten years.</p>",
    });
    await makePendingListing(sql, psychic.id);
    await makePendingProfile(sql, psychic.id);
    await page.goto("/dashboard");
    await approvals.follow("Approvals");
    // On a wide screen the first approval opens by itself, and the focus stays on the heading.
    const first = approvals.rows
      .first()
      .getByRole("link", { name: /: review$/ })
      .first();
    await expect(first).toHaveAttribute("aria-current", "true");
    await expect(approvals.heading).toBeFocused();
    await approvals.link("Listing", psychic.username).click();

    const listing = approvals.review("Listing", psychic.username);
    await expect(page).toHaveURL(`/approvals?open=Listing-${psychic.id}`);
    const body = listing.getByRole("row", { name: /^Bio Text/ });
    // Changed words are marked within their line.
    await expect(body.getByRole("deletion")).toHaveText(["ten"]);
    await expect(body.getByRole("insertion")).toHaveText(["twenty", "And the stars & more."]);
    await expect(listing.getByRole("definition").first()).toHaveText(
      "Love & Relationships, Tarot Readers",
    );
    const card = listing.getByRole("article", { name: psychic.username });
    await expect(card).toContainText("And the stars & more.");
    // The review is longer than the window, and the decision stays in view.
    await page.setViewportSize({ width: 1440, height: 610 });
    await expect(listing.getByRole("button", { name: "Approve Listing" })).toBeInViewport();
    await expect(card.getByText("And the stars & more.")).not.toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 900 });
    // A key presses the button once the listing has been in view for a moment.
    await expect(listing.getByRole("button", { name: "Approve Listing" })).toHaveAttribute(
      "aria-keyshortcuts",
      "A",
    );
    await page.keyboard.press("a");
    await expect(approvals.notice("Listing Approved")).toContainText("The listing was approved.");
    expect(await sql("listings").where({ psychic_id: psychic.id })).toMatchObject([
      { status: "Approved", body: expect.stringContaining("stars") },
    ]);

    const profile = approvals.review("Profile", psychic.username);
    await expect(page).toHaveURL(`/approvals?open=Profile-${psychic.id}`);
    await expect(profile.getByRole("heading")).toBeFocused();
    const zodiac = profile.getByRole("row", { name: /^Zodiac Sign/ });
    await expect(zodiac).toContainText(/Aries.*Taurus/s);
    await approvals.press("Approve Profile");
    await expect(approvals.notice("Profile Approved")).toContainText("The profile was approved.");
    await expect(page).not.toHaveURL(new RegExp(`-${psychic.id}$`));
    expect(await sql("psychics").where({ user_id: psychic.id }).first()).toMatchObject({
      profile_status: "Approved",
    });
    expect(
      await sql("profile_details").where({ psychic_id: psychic.id, state: "approved" }).first(),
    ).toMatchObject({ zodiac: 2 });
  });

  await test.step("S1, S7, N4: a rejection stores its reason", async () => {
    const psychic = await makePsychic(sql);
    await makePendingListing(sql, psychic.id);
    await makePendingProfile(sql, psychic.id);
    await approvals.open(`?open=Listing-${psychic.id}`);
    // The list has loaded. The neighbors may be approvals of other tests.
    await expect(page.getByRole("button", { name: "Next", exact: true })).toBeVisible();
    for (const key of ["j", "k"]) {
      const opened = page.url();
      await page.keyboard.press(key);
      await expect(page).not.toHaveURL(opened);
    }
    await approvals.open(`?open=Listing-${psychic.id}`);
    for (const [type, reason] of [
      ["Listing", "Too short"],
      ["Profile", "Which school?"],
    ] as const) {
      await expect(page.getByRole("button", { name: `Reject ${type}` })).toBeVisible();
      await page.keyboard.press("r");
      const modal = page.getByRole("dialog", { name: `Reject ${type}` });
      await modal.getByLabel("Reason").fill(reason);
      await modal.getByRole("button", { name: "Reject", exact: true }).click();
      await expect(approvals.notice(`${type} Rejected`)).toContainText(
        `The ${type.toLowerCase()} was rejected.`,
      );
    }
    expect(await sql("listings").where({ psychic_id: psychic.id })).toMatchObject([
      { status: "Rejected", reason: "Too short" },
    ]);
    const answer = await page.request.get(`/api/psychics/${psychic.id}/profile`);
    expect(await answer.json()).toMatchObject({
      profile_status: "Rejected",
      reason: "Which school?",
    });
  });

  await test.step("R33: a pending account links to its summary and can be activated", async () => {
    const newcomer = await makePsychic(sql, { psychic: { account_status: "Pending" } });
    await approvals.open(`?open=Account-${newcomer.id}`);
    const review = approvals.review("Account", newcomer.username);
    await expect(review).toContainText(newcomer.email);
    await review.getByRole("link", { name: "Open the Account" }).click();
    await expect(page).toHaveURL(`/psychics/${newcomer.id}`);
    await page.goBack();
    await approvals.press("Activate");
    await expect(approvals.notice("Account Activated")).toContainText(newcomer.username);
    expect(await sql("psychics").where({ user_id: newcomer.id }).first()).toMatchObject({
      account_status: "Active",
    });
  });

  await test.step("R33: the address sets the sort order; an approval that is no longer pending says so", async () => {
    const psychic = await makePsychic(sql);
    await approvals.open("?sort=agent_user_name&order=desc&size=5");
    await expect(approvals.rows).toHaveCount(5);
    const header = page.getByRole("columnheader", { name: "Agent" });
    await expect(header).toHaveAttribute("aria-sort", "descending");
    const names = await approvals.rows
      .getByRole("link", { name: /^(?!.*: review$)/ })
      .allInnerTexts();
    expect(names).toEqual(names.toSorted((a, b) => compareTexts(b, a)));

    await approvals.open(`?open=Listing-${psychic.id}`);
    await expect(page.getByText("This is no longer pending")).toBeVisible();
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL("/approvals");
  });
});

test("M1, N17: an account that requires approval is never confirmed without a question", {
  tag: "@quick",
}, async ({ page, sql, psychic }) => {
  const sameEmail = { email: `same-${psychic.id}@people.example` };
  const blacklisted = await makePsychic(sql, {
    ...sameEmail,
    psychic: { account_status: "Blacklist" },
  });
  await makePendingProfile(sql, psychic.id);
  await sql("users").where({ id: psychic.id }).update(sameEmail);
  const account = { account_status: "Pending" as const, requires_approval: true };
  await sql("psychics").where({ user_id: psychic.id }).update(account);
  const stored = () => sql("psychics").where({ user_id: psychic.id }).first();
  const noteText =
    "This account requires special approval because it may be linked with other blacklisted accounts. If you would like to deactivate this account, click on Deactivate Now.";
  const approveAndConfirm = "Approve Profile and Confirm the Account";
  const approvals = new ApprovalsPage(page);

  for (const path of [`/approvals?open=Profile-${psychic.id}`, `/psychics/${psychic.id}/profile`]) {
    await page.goto(path);
    const note = page.getByRole("region", { name: "Special Approval Required" });
    await expect(note).toContainText(noteText);
    await expect(note.getByRole("listitem")).toContainText(blacklisted.username);
    await expect(note.getByRole("listitem")).toContainText("Same Email");
    await expect(page.getByRole("button", { name: "Approve Profile", exact: true })).toHaveCount(0);
    await expectNoAxeViolations(page);
    // Cancel changes nothing.
    await approvals.press(approveAndConfirm);
    const question = page.getByRole("dialog", { name: "Confirm the Account?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await stored()).toMatchObject({ profile_status: "Pending", requires_approval: true });
  }
  await approvals.press("Deactivate Now");
  await approvals.press("Blacklist");
  await expect(page.getByRole("button", { name: "Deactivate Now" })).toHaveCount(0);
  expect((await oneRow(stored())).account_status).toBe("Blacklist");

  await sql("psychics").where({ user_id: psychic.id }).update(account);
  await approvals.open(`?open=Profile-${psychic.id}`);
  await approvals.press(approveAndConfirm);
  await approvals.press("Approve and Confirm");
  await expect(approvals.notice("Profile Approved")).toContainText("The profile was approved.");
  expect(await stored()).toMatchObject({ profile_status: "Approved", requires_approval: false });
});
