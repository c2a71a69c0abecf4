import { dirname, join } from "node:path";
import { makePicture } from "#seeds/builders/picture.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { makePsychic } from "#tests/support/people.ts";
import { ApprovalsPage } from "../pages/approvals-page.ts";
import { makePendingListing, makePendingProfile, pendingSince } from "../support/pending-items.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("a double click, a late answer or a failing server never decides an unseen approval", {
  tag: "@sweep",
}, async ({ page, sql }) => {
  const approvals = new ApprovalsPage(page);
  await test.step("a failed rejection keeps the reason, and a late answer does not close the open approval", async () => {
    const psychic = await makePsychic(sql);
    await makePendingListing(sql, psychic.id);
    await makePendingProfile(sql, psychic.id);
    await approvals.open(`?open=Listing-${psychic.id}`);
    let answer = Promise.withResolvers<void>();
    let isFailing = true;
    await page.route("**/listings/*", async (route) => {
      await answer.promise;
      if (isFailing) return route.fulfill({ status: 503 });
      return route.continue();
    });
    await approvals.press("Reject Listing");
    const listingModal = page.getByRole("dialog", { name: "Reject Listing" });
    await listingModal.getByLabel("Reason").fill("Too short");
    answer.resolve();
    await listingModal.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(listingModal.getByRole("alert")).not.toBeEmpty();
    await expect(listingModal.getByLabel("Reason")).toHaveValue("Too short");
    expect(await sql("listings").where({ psychic_id: psychic.id })).toMatchObject([
      { status: "Pending" },
    ]);

    isFailing = false;
    answer = Promise.withResolvers<void>();
    await listingModal.getByRole("button", { name: "Reject", exact: true }).click();
    await listingModal.getByRole("button", { name: "Cancel" }).click();
    await approvals.link("Profile", psychic.username).click();
    await approvals.press("Reject Profile");
    const profileModal = page.getByRole("dialog", { name: "Reject Profile" });
    await profileModal.getByLabel("Reason").fill("Which school?");
    answer.resolve();
    await expect(approvals.notice("Listing Rejected")).toBeVisible();
    expect(await sql("listings").where({ psychic_id: psychic.id })).toMatchObject([
      { status: "Rejected", reason: "Too short" },
    ]);
    await expect(approvals.link("Listing", psychic.username)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`open=Profile-${psychic.id}$`));
    await expect(profileModal.getByLabel("Reason")).toHaveValue("Which school?");
  });

  await test.step("a double click decides one approval, and not the next", async () => {
    const psychic = await makePsychic(sql);
    await makePendingListing(sql, psychic.id);
    await makePendingProfile(sql, psychic.id);
    await approvals.open(`?open=Listing-${psychic.id}`);
    const answer = Promise.withResolvers<void>();
    let decisions = 0;
    await page.route("**/profile/*/approve", async (route) => {
      decisions++;
      await answer.promise;
      await route.continue();
    });
    await approvals.press("Approve Listing");
    const next = page.getByRole("button", { name: "Approve Profile" });
    await next.hover();
    // The second click of a double click lands on the next approval's button.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(next).toBeEnabled();
    answer.resolve();
    await next.click();
    await expect(approvals.notice("Profile Approved")).toBeVisible();
    expect(decisions).toBe(1);
  });
});

test("D34a: if a picture is replaced during its review, the new one shows before approval", {
  tag: "@sweep",
}, async ({ page, portal, sql, psychic }) => {
  const pictureName = (digit: string) => psychic.id.toString(16).padStart(32, digit);
  const pendingPicture = { user_id: psychic.id, state: "pending" } as const;
  await makePicture(sql, {
    ...pendingPicture,
    name: pictureName("a"),
    created_at: pendingSince(psychic.id),
  });
  /** Holds back the new picture's file until it is resolved. */
  const arrived = Promise.withResolvers<void>();
  const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  await page.route(`**/${pictureName("a")}_l.jpg`, (route) =>
    route.fulfill({ body: pixel, contentType: "image/gif" }),
  );
  await page.route(`**/${pictureName("b")}_l.jpg`, async (route) => {
    await arrived.promise;
    await route.fulfill({ body: pixel, contentType: "image/gif" });
  });
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Picture-${psychic.id}`);
  const review = approvals.review("Picture", psychic.username);
  await expect(review.getByRole("img")).toHaveCount(2);
  const waiting = review.getByRole("img", { name: "waiting" });
  await expect(waiting).toHaveAttribute("src", new RegExp(pictureName("a")));
  const files = createFolderStore(join(dirname(portal.mailDir), "files"));
  await files.write(`pictures/${pictureName("b")}_l.jpg`, pixel);
  await sql("pictures")
    .where(pendingPicture)
    .update({ name: pictureName("b") });
  await approvals.press("Approve Picture");
  await expect(page.getByRole("alert").getByText("Another picture is pending now")).toBeVisible();
  await expect(waiting).toHaveAttribute("src", new RegExp(pictureName("b")));
  expect(await sql("pictures").where({ user_id: psychic.id })).toMatchObject([pendingPicture]);
  // The new picture has not loaded yet.
  await expect(page.getByRole("button", { name: "Approve Picture" })).toBeDisabled();
  arrived.resolve();
  await approvals.press("Approve Picture");
  await expect(approvals.notice("Picture Approved")).toBeVisible();
  expect(await sql("pictures").where({ user_id: psychic.id })).toMatchObject([
    { name: pictureName("b"), state: "approved" },
  ]);
});
