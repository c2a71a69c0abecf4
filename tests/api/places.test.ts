import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadPlaces } from "#server/features/places/load-places.ts";
import { regions } from "#shared/reference/regions.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const find = (zip: string) => portal.visit().get(`/api/locations/${encodeURIComponent(zip)}`);

describe("E5: GET /locations/{zip}", () => {
  test.each([
    ["10025", { city: "New York", region: "NY", country: "US" }],
    ["10025-1234", { city: "New York", region: "NY", country: "US" }],
    [" 02116 ", { city: "Boston", region: "MA", country: "US" }],
    ["20001", { city: "Washington", region: "DC", country: "US" }],
    ["V4W 1A1", { city: "Langley Township East", region: "BC", country: "CA" }],
    ["v4w1a1", { city: "Langley Township East", region: "BC", country: "CA" }],
    ["V4W", { city: "Langley Township East", region: "BC", country: "CA" }],
    // In the source package these names lack letters.
    ["H4A 1A1", { city: "Notre-dame-de-grâce Northeast", region: "QC", country: "CA" }],
    ["J5L 1A1", { city: "Saint-jérôme West", region: "QC", country: "CA" }],
    ["J6Z", { city: "Sainte-thérèse- De-blainville Northeast", region: "QC", country: "CA" }],
    ["G4R", { city: "Sept-Îles Southeast", region: "QC", country: "CA" }],
    ["G5R", { city: "Rivière-du-loup", region: "QC", country: "CA" }],
    ["H7B", { city: "Saint-françois", region: "QC", country: "CA" }],
    ["H4E", { city: "Ville Émard", region: "QC", country: "CA" }],
    // The source package says 'Ottawa (highland Park / Carlingwood)'.
    ["K2A 0A1", { city: "Ottawa", region: "ON", country: "CA" }],
  ])("%s", async (zip, place) => {
    const answer = await find(zip);
    expect([answer.status, answer.body]).toEqual([200, place]);
  });

  test.each(["00000", "1002", "100255", "SW1A 1AA", "V4W 1A", "Z9Z", "' or 1=1", "x".repeat(100)])(
    "%s is 404",
    async (zip) => {
      expect((await find(zip)).status).toBe(404);
    },
  );
});

describe("the table of postal codes", () => {
  test("has each code once after migrating, in regions that the forms know", async () => {
    const { sql } = portal.services.db;
    const counts = await sql("postal_codes")
      .select("country")
      .count({ codes: "*" })
      .groupBy("country")
      .orderBy("country");
    expect(counts).toEqual([
      { country: "CA", codes: 1620 },
      { country: "US", codes: 42_555 },
    ]);
    const knownRegions = regions.map((region) => `${region.country_abbr} ${region.state_abbr}`);
    const storedRegions = await sql("postal_codes").distinct("country", "region");
    for (const { country, region } of storedRegions)
      expect(knownRegions).toContain(`${country} ${region}`);
    const names: string[] = await sql("postal_codes").distinct().pluck("city");
    expect(names.filter((name) => !/^[\w\p{L}][\w\p{L} .'’/&-]{1,98}$/u.test(name))).toEqual([]);
  });

  test("is filled only when it is empty", async () => {
    const { sql } = portal.services.db;
    await sql("postal_codes").delete();
    await sql("postal_codes").insert({ country: "US", code: "00001", city: "X", region: "NY" });
    await loadPlaces(sql);
    expect(await sql("postal_codes").pluck("code")).toEqual(["00001"]);
    await sql("postal_codes").delete();
    await loadPlaces(sql);
    const { length } = await sql("postal_codes").pluck("code");
    expect(length).toBe(44_175);
  });
});
