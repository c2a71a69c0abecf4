import type { Knex } from "knex";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { oneRow } from "#server/db/one-row.ts";
import { makePsychic } from "../support/people.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { expectNothingFound } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";

test.beforeEach(({ signIn, manager }) => signIn(manager));

/** Waits since long before anybody else does, so that what one psychic has stands together. */
const since = (id: number) => new Date(id * 1000);

async function sendInProfile(sql: Knex, id: number): Promise<void> {
  await makeProfileDetails(
    sql,
    id,
    { zodiac: 2, credentials: ["Reiki master", "Author"] },
    { zodiac: 1, credentials: ["Reiki master", "Author"] },
  );
  await sql("psychics")
    .where({ user_id: id })
    .update({ profile_status: "Pending", profile_since: since(id) });
}

const sendInListing = (sql: Knex, id: number) =>
  makeListing(sql, {
    psychic_id: id,
    status: "Pending",
    body: "<p>I have read the tarot for twenty years.</p><p>And the stars &amp; more.</p>",
    updated_at: since(id),
  });

test("R33, S6, N3: what changed beside the live version, approved, then the next one", async ({
  page,
  sql,
  psychic,
}) => {
  await makeListing(sql, { psychic_id: psychic.id });
  await sendInListing(sql, psychic.id);
  await sendInProfile(sql, psychic.id);
  const approvals = new ApprovalsPage(page);
  await page.goto("/dashboard");
  await approvals.follow("Approvals");
  await approvals.link("Listing", psychic.username).click();

  const listing = approvals.review("Listing", psychic.username);
  await expect(page).toHaveURL(`/approvals?open=Listing-${psychic.id}`);
  const body = listing.getByRole("row", { name: /^Bio Text/ });
  await expect(body.getByRole("insertion")).toHaveText("And the stars & more.");
  await expect(body.getByRole("deletion")).toHaveCount(0);
  await expect(listing.getByRole("definition").first()).toHaveText(
    "Love & Relationships, Tarot Readers",
  );
  await approvals.press("Approve Listing");
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

test("an account that requires approval is confirmed by nobody unawares (M1, N17)", {
  tag: ["@desktop", "@quick"],
}, async ({ page, sql, psychic }) => {
  const marks = { email: `same-${psychic.id}@people.example` };
  const raven = await makePsychic(sql, { ...marks, psychic: { account_status: "Blacklist" } });
  await sendInProfile(sql, psychic.id);
  await sql("users").where({ id: psychic.id }).update(marks);
  const account = { account_status: "Pending" as const, requires_approval: true };
  await sql("psychics").where({ user_id: psychic.id }).update(account);
  const stored = () => sql("psychics").where({ user_id: psychic.id }).first();
  const words =
    "This account requires special approval because it may be linked with other blacklisted accounts. If you would like to deactivate this account, click on Deactivate Now.";
  const label = "Approve Profile and Confirm the Account";
  const approvals = new ApprovalsPage(page);

  for (const path of [`/approvals?open=Profile-${psychic.id}`, `/psychics/${psychic.id}/profile`]) {
    await page.goto(path);
    const note = page.getByRole("region", { name: "Special Approval Required" });
    await expect(note).toContainText(words);
    await expect(note.getByRole("listitem")).toContainText(raven.username);
    await expect(note.getByRole("listitem")).toContainText("Same Email");
    await expect(page.getByRole("button", { name: "Approve Profile", exact: true })).toHaveCount(0);
    await expectNothingFound(page);
    // It asks, and No leaves everything as it was.
    await approvals.press(label);
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
  await approvals.press(label);
  await approvals.press("Approve and Confirm");
  await expect(approvals.notice("Profile Approved")).toContainText("The profile was approved.");
  expect(await stored()).toMatchObject({ profile_status: "Approved", requires_approval: false });
});

test("S1, S7, N4: rejected with a reason, which the psychic can read", async ({
  page,
  sql,
  psychic,
}) => {
  await sendInListing(sql, psychic.id);
  await sendInProfile(sql, psychic.id);
  const approvals = new ApprovalsPage(page);
  for (const [type, reason] of [
    ["Listing", "Too short"],
    ["Profile", "Which school?"],
  ] as const) {
    await approvals.open(`?open=${type}-${psychic.id}`);
    await approvals.press(`Reject ${type}`);
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

// The same on every size.
test("a reason outlives a server that fails, and an answer that comes late moves nobody on", {
  tag: "@desktop",
}, async ({ page, sql, psychic }) => {
  await sendInListing(sql, psychic.id);
  await sendInProfile(sql, psychic.id);
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Listing-${psychic.id}`);
  let answer = Promise.withResolvers<void>();
  let isFailing = true;
  await page.route("**/listings/*", async (route) => {
    await answer.promise;
    if (isFailing) return route.fulfill({ status: 503 });
    return route.continue();
  });
  await approvals.press("Reject Listing");
  const modal = page.getByRole("dialog", { name: "Reject Listing" });
  await modal.getByLabel("Reason").fill("Too short");
  answer.resolve();
  await modal.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(modal.getByRole("alert")).not.toBeEmpty();
  await expect(modal.getByLabel("Reason")).toHaveValue("Too short");
  expect(await sql("listings").where({ psychic_id: psychic.id })).toMatchObject([
    { status: "Pending" },
  ]);

  isFailing = false;
  answer = Promise.withResolvers<void>();
  await modal.getByRole("button", { name: "Reject", exact: true }).click();
  await modal.getByRole("button", { name: "Cancel" }).click();
  await approvals.link("Profile", psychic.username).click();
  await approvals.press("Reject Profile");
  const other = page.getByRole("dialog", { name: "Reject Profile" });
  await other.getByLabel("Reason").fill("Which school?");
  answer.resolve();
  await expect(approvals.notice("Listing Rejected")).toBeVisible();
  expect(await sql("listings").where({ psychic_id: psychic.id })).toMatchObject([
    { status: "Rejected", reason: "Too short" },
  ]);
  await expect(approvals.link("Listing", psychic.username)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`open=Profile-${psychic.id}$`));
  await expect(other.getByLabel("Reason")).toHaveValue("Which school?");
});

test("a double click approves one, not the next one unseen", { tag: "@desktop" }, async ({
  page,
  sql,
  psychic,
}) => {
  await sendInListing(sql, psychic.id);
  await sendInProfile(sql, psychic.id);
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Listing-${psychic.id}`);
  const answer = Promise.withResolvers<void>();
  await page.route("**/profile/*/approve", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await approvals.press("Approve Listing");
  const next = page.getByRole("button", { name: "Approve Profile" });
  await next.hover();
  // The second half of a double click, which meets the next one's button.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(next).toBeEnabled();
  answer.resolve();
  await next.click();
  await expect(approvals.notice("Profile Approved")).toBeVisible();
});

test("D34a: a picture is approved beside the one that is shown", async ({ page, sql, psychic }) => {
  await makePicture(sql, { user_id: psychic.id, state: "pending", created_at: since(psychic.id) });
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Picture-${psychic.id}`);
  const review = approvals.review("Picture", psychic.username);
  await expect(review.getByRole("img")).toHaveCount(2);
  await approvals.press("Approve Picture");
  await expect(approvals.notice("Picture Approved")).toBeVisible();
  expect(await sql("pictures").where({ user_id: psychic.id })).toMatchObject([
    { state: "approved" },
  ]);
});

test("D34a: a picture that was replaced meanwhile is looked at before it is approved", async ({
  page,
  sql,
  psychic,
}) => {
  const name = (digit: string) => psychic.id.toString(16).padStart(32, digit);
  const own = { user_id: psychic.id, state: "pending" } as const;
  await makePicture(sql, { ...own, name: name("a"), created_at: since(psychic.id) });
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Picture-${psychic.id}`);
  const waiting = approvals
    .review("Picture", psychic.username)
    .getByRole("img", { name: "waiting" });
  await expect(waiting).toHaveAttribute("src", new RegExp(name("a")));
  await sql("pictures")
    .where(own)
    .update({ name: name("b") });
  await approvals.press("Approve Picture");
  await expect(page.getByRole("alert").getByText("Another picture is pending now")).toBeVisible();
  await expect(waiting).toHaveAttribute("src", new RegExp(name("b")));
  expect(await sql("pictures").where({ user_id: psychic.id })).toMatchObject([own]);
  await approvals.press("Approve Picture");
  await expect(approvals.notice("Picture Approved")).toBeVisible();
  expect(await sql("pictures").where({ user_id: psychic.id })).toMatchObject([
    { name: name("b"), state: "approved" },
  ]);
});

test("R33: words that changed are marked within their line", async ({ page, sql, psychic }) => {
  await makeListing(sql, {
    psychic_id: psychic.id,
    body: "<p>I have read the tarot for ten years.</p>",
  });
  await makeListing(sql, {
    psychic_id: psychic.id,
    status: "Pending",
    body: "<p>I have read the tarot for twenty years.</p>",
    updated_at: since(psychic.id),
  });
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Listing-${psychic.id}`);
  const body = page.getByRole("row", { name: /^Bio Text/ });
  await expect(body.getByRole("deletion")).toHaveText(["ten"]);
  await expect(body.getByRole("insertion")).toHaveText(["twenty"]);
});

test("a long unbroken username breaks; the list and the review keep their width (G13)", async ({
  page,
  sql,
}, { testId }) => {
  const { id } = await makePsychic(sql, {
    username: `${"W".repeat(58)}${testId.slice(-41)}`,
    email: `${testId}@people.example`,
  });
  await sendInProfile(sql, id);
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Profile-${id}`);
  await expect(page.getByRole("heading", { level: 2, name: /WWW/ })).toBeVisible();
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess).toBe(0);
});

test("R33: an account that waits leads to its summary", async ({ page, sql }) => {
  const newcomer = await makePsychic(sql, { psychic: { account_status: "Pending" } });
  const approvals = new ApprovalsPage(page);
  await approvals.open(`?open=Account-${newcomer.id}`);
  const review = approvals.review("Account", newcomer.username);
  await expect(review).toContainText(newcomer.email);
  await review.getByRole("link", { name: "Open the Account" }).click();
  await expect(page).toHaveURL(`/psychics/${newcomer.id}`);
});

test("R33: sorts as the API does; what no longer waits says so", async ({ page, psychic }) => {
  const approvals = new ApprovalsPage(page);
  await approvals.open("?sort=agent_user_name&order=desc&size=5");
  await expect(approvals.rows).toHaveCount(5);
  const header = page.getByRole("columnheader", { name: "Agent" });
  await expect(header).toHaveAttribute("aria-sort", "descending");
  const names = await approvals.rows
    .getByRole("link", { name: /^(?!.*: review$)/ })
    .allInnerTexts();
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a)));

  await approvals.open(`?open=Listing-${psychic.id}`);
  await expect(page.getByText("This is no longer pending")).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/approvals");
});
