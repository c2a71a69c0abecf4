import { expect, test } from "vitest";
import { categories } from "#shared/reference/categories.ts";
import { answerWords, callAnswers, ladder, lateChoices } from "#shared/rules/call-answers.ts";
import { giftRules } from "#shared/rules/gifts.ts";
import { categoriesAtMost, listingBodyAtMost, salesPitchAtMost } from "#shared/rules/listing.ts";
import { findPassages, passagesOf } from "#web/advisor/help/find-passages.ts";
import { termsOf } from "#web/advisor/help/find-words.ts";
import { helpedPaths, helpOf } from "#web/advisor/help/help-of.ts";
import { anchorOf } from "#web/advisor/help/help-page-content.ts";
import { helpPages } from "#web/advisor/help/help-pages.ts";
import { loadedPages } from "#web/advisor/help/loaded-page.ts";
import { kindWords } from "#web/advisor/notifications/kind-words.ts";

const pages = await loadedPages();
const passages = pages.flatMap(({ entry, content }) => passagesOf(entry, content));
const textOf = (title: string) =>
  passages
    .filter(({ page }) => page === title)
    .flatMap(({ section, sentences }) => [section ?? "", ...sentences])
    .join(" ");

/** The paths in the psychics' menu (D35). The help may link to these. */
const screens = new Set(
  [
    ...["", "/listing", "/statistics", "/profile", "/customers", "/schedule", "/readings"],
    ...["/day", "/logins", "/compose", "/sent", "/help", "/chat_faq", "/contact", "/problem"],
    "/notifications",
  ].map((end) => `/psychic${end}`),
);

/** Every address in the help: its pages and their sections. */
const addresses = new Set(
  pages.flatMap(({ entry: { path }, content }) => [
    path,
    ...content.sections.map(({ title }) => `${path}#${anchorOf(title)}`),
  ]),
);

test("R54, R55: the twelve help pages and the chat's page are in order", () => {
  expect(helpPages.map(({ title }) => title)).toEqual([
    ...["Giving Advice FAQs", "Honor and Ethics", "Understanding our Free Customer Offer"],
    ...["Online Chat", "Online Chat Welcome", "Customer Feedback & Ratings", "Sales Pitch"],
    ...["My Listings", "Recording Your Greeting and Username", "Booked Calls", "Making Money"],
    ...["Readings History", "Login History"],
  ]);
});

test.each(pages)(
  "$entry.title has 400 to 900 words, and each section its own anchor",
  ({ entry, content }) => {
    const words = textOf(entry.title).split(/\s+/);
    expect(words.length).toBeGreaterThanOrEqual(400);
    expect(words.length).toBeLessThanOrEqual(900);
    const anchors = content.sections.map(({ title }) => anchorOf(title));
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(textOf(entry.title)).not.toMatch(/[![\]]/);
  },
);

test("every link leads to a screen of the menu, or to a page or section of the help", () => {
  const links = [...JSON.stringify(pages).matchAll(/\]\(([^)]+)\)/g)].map(([, to = ""]) => to);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((to) => !screens.has(to) && !addresses.has(to))).toEqual([]);
});

test("each screen's help exists, and is found whatever the case of the address", () => {
  const helpAddresses = helpedPaths.map((path) => helpOf(path) ?? "");
  expect(helpAddresses.filter((to) => !screens.has(to) && !addresses.has(to))).toEqual([]);
  expect(helpedPaths.filter((path) => !screens.has(path))).toEqual([]);
  expect(helpOf("/psychic/Readings/")).toBe("/psychic/help/readings-history");
  expect(helpOf("/psychic/notifications")).toBe("/psychic/help/booked-calls");
  expect(helpOf("/psychic/help/readings-history")).toBeNull();
});

test("K10, K13, N18: the help states the rules correctly", () => {
  const money = textOf("Making Money");
  expect(money).toContain("Sunday 12:01 am to Saturday 11:59 pm, New York time");
  expect(money).toContain("within five days of the end of the period");
  expect(money).toContain("18 or older");
  const refused = '"We\'re sorry, the attempt request was refused."';
  for (const page of ["Online Chat", "Online Chat Welcome"]) {
    expect(textOf(page)).toContain(refused);
    expect(textOf(page)).toContain("2 minutes");
  }
  expect(textOf("Customer Feedback & Ratings")).toContain("from 1 to 5");
  const recording = textOf("Recording Your Greeting and Username");
  expect(recording).toContain("Your name: Up to 5 seconds.");
  expect(recording).toContain("Your greeting: Up to 30 seconds.");
  const offer = textOf("Understanding our Free Customer Offer");
  expect(offer).toContain("gets 5 minutes free. A card is required");
  expect(offer).toContain(`${giftRules.minutesAtLeast} to ${giftRules.minutesAtMost} free minutes`);
});

test("S28, R78, R79: the help names the answers, their times and the switches of questions", () => {
  const booked = textOf("Booked Calls");
  for (const answer of callAnswers) expect(booked).toContain(`${answerWords(answer)}: `);
  expect(booked).toContain(
    `${lateChoices.slice(0, -1).join(", ")} or ${lateChoices.at(-1)} minutes`,
  );
  expect(booked).toContain(`${ladder.soon / 60_000} minutes before the call`);
  expect(booked).toContain(`${ladder.again / 60_000} minutes before it`);
  expect(booked).toContain(`until ${-ladder.end / 60_000} minutes after the call's time`);
  for (const kind of ["stuck", "missed", "promised"] as const) {
    expect(booked).toContain(kindWords[kind].label);
  }
});

test("K5: the help states the rules for listings that the form has", () => {
  const listings = textOf("My Listings");
  expect(listings).toContain(`at most ${categoriesAtMost}.`);
  expect(listings).toContain(`at most ${salesPitchAtMost} characters`);
  expect(listings).toContain(`at most ${listingBodyAtMost.toLocaleString("en-US")} characters`);
  expect(listings).toContain(categories.map(({ name }) => name).join(", "));
  expect(textOf("Sales Pitch")).toContain(`at most ${salesPitchAtMost} characters`);
});

const found = (asked: string) =>
  findPassages(passages, termsOf(asked)).map(({ page, section }) => `${page}: ${section}`);

test("a search finds words by their beginning and in any case, and ignores small words", () => {
  expect(found("attempt REFUSED")[0]).toMatch(/^Online Chat/);
  expect(found("greet seconds")).toContain(
    "Recording Your Greeting and Username: Two recordings, two lengths",
  );
  expect(found("ratings")).toEqual(found("rating"));
  expect(found("espanol")).toContain("Sales Pitch: If you read in Spanish");
  expect(found("when am I paid?")[0]).toBe("Making Money: When you are paid");
  expect(found("")).toEqual([]);
  expect(found("zebra")).toEqual([]);
  expect(found("paid zebra")).toEqual([]);
});

test("a search for a page's title finds the page first, but not each of its passages", () => {
  const results = found("login history");
  expect(results[0]).toBe("Login History: null");
  expect(results.length).toBeLessThan(6);
});
