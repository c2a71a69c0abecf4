import { countries as packaged } from "countries-list";
import { expect, test } from "vitest";
import { countries, dialPrefix, isCountry } from "#shared/reference/countries.ts";
import { isLanguage, languages } from "#shared/reference/languages.ts";
import { regions } from "#shared/reference/regions.ts";
import { isTimeZone, timeZones } from "#shared/reference/time-zones.ts";
import { zodiac } from "#shared/reference/zodiac.ts";

test("T14: the countries are those of countries-list, the US and Canada first", () => {
  expect(countries.length).toBeGreaterThan(240);
  const known = Object.entries(packaged).map(([code, { name, phone }]) => ({
    country_code: code,
    country_name: name,
    intl_prefix: phone[0],
  }));
  const byCode = (a: { country_code: string }, b: { country_code: string }) =>
    a.country_code < b.country_code ? -1 : 1;
  expect([...countries].sort(byCode)).toEqual(known.sort(byCode));
  expect(countries.slice(0, 2).map(({ country_code }) => country_code)).toEqual(["US", "CA"]);
  const names = countries.slice(2).map(({ country_name }) => country_name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("en").compare));
});

test("V10: a country has a dial prefix, an unknown one has 1", () => {
  expect([dialPrefix("US"), dialPrefix("DE"), dialPrefix("ZZ")]).toEqual([1, 49, 1]);
  expect([isCountry("US"), isCountry("us"), isCountry("ZZ"), isCountry("")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("V13: each region of the US and Canada has its own two letters", () => {
  const keys = regions.map((region) => `${region.country_abbr} ${region.state_abbr}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(regions.filter(({ country_abbr }) => country_abbr === "CA")).toHaveLength(13);
  expect(regions).toContainEqual({
    state_abbr: "DC",
    state_name: "District of Columbia",
    country_abbr: "US",
  });
  for (const region of regions) expect(region.state_abbr).toMatch(/^[A-Z]{2}$/);
});

test("T8, T9, T12: languages, time zones and signs have the ids that the platform knows", () => {
  expect(languages.map(({ id }) => id)).toEqual([1, 2, 3, 5, 6, 7, 8]);
  expect(isLanguage(4)).toBe(false);
  expect(timeZones).toHaveLength(14);
  expect([isTimeZone(11), isTimeZone(10)]).toEqual([true, false]);
  expect(zodiac.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});
