import { HelpPage } from "../pages/help-page.ts";
import { PortalPage } from "../pages/portal-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expectToFit } from "../support/fit.ts";
import { expect, test } from "../support/server.ts";

const pages = {
  "giving-advice-faqs": "Giving Advice FAQs",
  "honor-and-ethics": "Honor and Ethics",
  "free-customer-offer": "Understanding our Free Customer Offer",
  "online-chat": "Online Chat",
  "customer-feedback-and-ratings": "Customer Feedback & Ratings",
  "sales-pitch": "Sales Pitch",
  "my-listings": "My Listings",
  "recording-your-greeting-and-username": "Recording Your Greeting and Username",
  "booked-calls": "Booked Calls",
  "making-money": "Making Money",
  "readings-history": "Readings History",
  "login-history": "Login History",
};

test.beforeEach(({ signIn, psychic }) => signIn(psychic));

test("R54, R55: the index leads to every page and back; each has its address", async ({ page }) => {
  const help = new HelpPage(page);
  await help.open();
  await expectNoAxeViolations(page);
  await expectToFit(page);
  for (const [slug, title] of Object.entries(pages)) {
    await expect(help.entry(title)).toHaveAttribute("href", `/psychic/help/${slug}`);
  }
  // The other pages open in the same way.
  for (const slug of ["customer-feedback-and-ratings", "login-history"] as const) {
    const title = pages[slug];
    await help.entry(title).click();
    await expect(page).toHaveURL(`/psychic/help/${slug}`);
    await expect(help.heading).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · COS Advisor Portal`);
    await help.back.first().click();
    await expect(help.heading).toHaveText("Help");
  }
  await help.open("/recording-your-greeting-and-username");
  await expect(help.heading).toHaveText("Recording Your Greeting and Username");
  await expectToFit(page);
  await help.open("/readings-history?find=minutes#the-columns");
  await expect(help.highlights.first()).toBeVisible();
  await expectNoAxeViolations(page);
  await help.open("/no-such-page");
  await expect(page.getByText("This help page does not exist")).toBeVisible();
  await help.back.click();

  // Only a large screen's menu lists the chat page, but a phone opens it too.
  await expect(
    (await new PortalPage(page).menu()).getByRole("link", { name: "Chat FAQ" }),
  ).toBeHidden();
  await page.goto("/psychic/chat_faq");
  await expect(help.heading).toHaveText("Online Chat Welcome");
  await expect(help.section("What happens if I do not accept in time?")).toContainText(
    "We're sorry, the attempt request was refused.",
  );
  await help.back.last().click();
  await expect(page).toHaveURL("/psychic/help");

  await test.step("a screen's heading leads to the help about it", async () => {
    await page.goto("/psychic/readings");
    await page.getByRole("link", { name: "Help: Reading History" }).click();
    await expect(help.heading).toHaveText("Readings History");
    await page.goto("/psychic/statistics");
    await page.getByRole("link", { name: "Help: Statistics" }).click();
    const section = help.section("What your figures say");
    await expect(section.getByRole("heading")).toBeFocused();
    await section.getByRole("link", { name: "Readings" }).click();
    await expect(page).toHaveURL("/psychic/readings");
    await expect(page.getByRole("link", { name: /^Help: / })).toBeVisible();
  });
});

test("the search loads all pages when it gets the focus, and opens the passage it finds", async ({
  page,
  context,
}) => {
  const help = new HelpPage(page);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  const isRead = (slug: string) => files.some((file) => file.includes(`/assets/${slug}-`));
  await help.open();
  await expect(help.entry("Making Money")).toBeVisible();
  expect(Object.keys(pages).filter(isRead)).toEqual([]);
  await help.search.focus();
  await expect.poll(() => Object.keys(pages).every(isRead)).toBe(true);
  await help.entry("Sales Pitch").click();
  await help.back.first().click();

  // Pages that have loaded once can be searched and opened offline.
  await context.setOffline(true);
  await help.search.fill("30 SECONDS greet");
  await expect(help.count).toHaveText(/^\d+ passages? on 1 page for “30 SECONDS greet”$/);
  await expect(help.results.first()).toContainText("Recording Your Greeting and Username");
  await expect(help.results.first().locator("mark").first()).toBeVisible();
  await help.search.fill("refused accept");
  await expect(help.results.first()).toContainText("We're sorry, the attempt request was refused.");
  const found = page.getByRole("link", { name: "When a chat request arrives" });
  await found.focus();
  await page.keyboard.press("Enter");
  await expect(help.heading).toHaveText("Online Chat");
  const section = help.section("When a chat request arrives");
  await expect(section.getByRole("heading")).toBeFocused();
  await expect(section.getByRole("heading")).toBeInViewport();
  await expect(help.highlights.filter({ hasText: "refused" }).first()).toBeInViewport();

  await page.goBack();
  await expect(help.search).toHaveValue("refused accept");
  await expect(help.results.first()).toBeVisible();
  await expectNoAxeViolations(page);
  await expectToFit(page);
  await help.search.fill("zebra");
  await expect(help.count).toHaveText("The help has no answer to “zebra”.");
  await expect(help.results).toHaveCount(0);
  await expect(help.entry("Making Money")).toBeVisible();
  await help.search.fill("");
  await expect(help.count).toHaveCount(0);
  await expect(page).toHaveURL("/psychic/help");
});
