import { describe, expect, test } from "vitest";
import { makeListing } from "#seeds/builders/listing.ts";
import { goodListing, setUpListings } from "./fixtures/listings.ts";

const fixture = setUpListings();
const { submit, approve, reject, listings, stored } = fixture;

describe("V27: the fields of a listing", () => {
  const bodyOf = async () => (await listings()).Pending.body;

  test("markup is stripped and each line becomes a safe paragraph", async () => {
    await submit({
      ...goodListing,
      sales_pitch: "<b>Kind</b>\nand <i>clear</i>, 5 < 6",
      body: '<h1>Hello</h1><script>alert(1)</script>\r\n\r\nI <3 "tarot" & tea\n<p onclick=x>End</p>',
    });
    expect(await bodyOf()).toBe(
      '<p>Hello</p><p>alert(1)</p><p>I &lt;3 "tarot" &amp; tea</p><p>End</p>',
    );
    expect((await listings()).Pending.sales_pitch).toBe("Kind and clear, 5 < 6");
  });

  test("a body that was read may be submitted again and stays the same", async () => {
    await submit({ ...goodListing, body: "Tom & Jerry\n5 < 6" });
    const body = await bodyOf();
    await approve();
    await submit({ ...goodListing, body });
    expect(await bodyOf()).toBe(body);
  });

  test.each([
    ["a list", [26, 25], [26, 25]],
    ["text with commas", "26,25, 82", [26, 25, 82]],
    ["94 to 104 as 82, once (D28)", [94, 26, 104, 82, 26], [82, 26]],
    ["eight that fold to five", "94,95,96,97,26,27,28,25", [82, 26, 27, 28, 25]],
  ])("categories: %s", async (_, categories, expected) => {
    expect((await submit({ ...goodListing, categories })).status).toBe(204);
    expect((await listings()).Pending.categories).toEqual(expected);
  });

  test("categories that were stored before the fold are folded in the answer (D28)", async () => {
    await makeListing(fixture.portal.services.db.sql, {
      psychic_id: fixture.id,
      categories: [94, 95, 26, 82],
    });
    expect((await listings()).Approved.categories).toEqual([82, 26]);
  });

  const pitch = "listing.sales_pitch";
  const text = "listing.body";
  const categories = "listing.categories";
  test.each([
    ["no pitch", { sales_pitch: undefined }, pitch, "Sales Pitch is required"],
    ["an empty pitch", { sales_pitch: "  " }, pitch, "Sales Pitch is required"],
    ["a pitch of markup", { sales_pitch: "<b></b>" }, pitch, "Sales Pitch is required"],
    [
      "a pitch of 501",
      { sales_pitch: "x".repeat(501) },
      pitch,
      "Sales Pitch cannot exceed 500 characters",
    ],
    ["no body", { body: null }, text, "Listing Body is required"],
    ["an empty body", { body: "\n \n" }, text, "Listing Body is required"],
    ["a body of markup", { body: "<p></p><br>" }, text, "Listing Body is required"],
    [
      "a body of 8001",
      { body: "x".repeat(8001) },
      text,
      "Listing Body cannot exceed 8000 characters",
    ],
    ["no category", { categories: [] }, categories, "You must select at least one category"],
    [
      "no categories",
      { categories: undefined },
      categories,
      "You must select at least one category",
    ],
    ["an empty text", { categories: "" }, categories, "You must select at least one category"],
    [
      "six categories",
      { categories: [26, 27, 28, 25, 31, 13] },
      categories,
      "You can select at most 5 categories",
    ],
    ["an unknown category", { categories: [26, 1] }, categories, "Category is not valid"],
    ["a text that is no list", { categories: "26;25" }, categories, "Category is not valid"],
    [
      "a category name",
      { categories: ["Tarot"] },
      categories,
      "You must select at least one category",
    ],
    ["an unknown key", { status: "Approved" }, "listing.status", "Unknown field"],
  ])("%s is 422 and stores nothing", async (_, change, place, message) => {
    const { status, body } = await submit({ ...goodListing, ...change });
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ path: place, message })]);
    expect(await stored()).toEqual([]);
  });

  test("500 and 8000 characters are accepted, even if escaping makes them longer", async () => {
    const listing = { ...goodListing, sales_pitch: "x".repeat(500), body: "&".repeat(8000) };
    expect((await submit(listing)).status).toBe(204);
  });

  test("a reason of 501 is 422", async () => {
    await submit();
    const { status, body } = await reject({ reason: "x".repeat(501) });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      expect.objectContaining({ path: "reason", message: "Reason cannot exceed 500 characters" }),
    ]);
    expect(Object.keys(await listings())).toEqual(["Pending"]);
  });
});
