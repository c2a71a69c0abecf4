import { createRequire } from "node:module";
import type { Knex } from "knex";

/** A row of the package zipcodes, which has no types. */
interface Packaged {
  zip: string;
  city: string;
  state: string;
  country: "US" | "Canada";
}

/**
 * Canada's provinces by the first letter of the postal code; the package spells them
 * inconsistently.
 */
const provinces: Record<string, string> = {
  A: "NL",
  B: "NS",
  C: "PE",
  E: "NB",
  G: "QC",
  H: "QC",
  J: "QC",
  K: "ON",
  L: "ON",
  M: "ON",
  N: "ON",
  P: "ON",
  R: "MB",
  S: "SK",
  T: "AB",
  V: "BC",
  Y: "YT",
};

/** Two territories share X. */
const provinceOf = (area: string): string =>
  provinces[area.charAt(0)] ?? (/^X0[ABC]/.test(area) ? "NU" : "NT");

/**
 * The package lost letters (U+FFFD) in about ninety French names. These rules run in this order;
 * the last one turns every letter that is still lost into é.
 */
const lostLetters: [where: RegExp, letter: string][] = [
  [/(?<=\bc|j\uFFFDr)\uFFFD(?=te|me)/gi, "ô"],
  [/(?<=i|m|ad|th\uFFFDr)\uFFFD(?=re|ve|le|que|se)/gi, "è"],
  [/(?<=ch|gr)\uFFFD(?=te|ce)/gi, "â"],
  [/(?<=fran)\uFFFD/gi, "ç"],
  [/\uFFFD(?=les?\b)/g, "Î"],
  [/(?<=^| )\uFFFD/g, "É"],
  [/\uFFFD/g, "é"],
];

/** `Gasp\uFFFDsie-sud (new Richmond)`: parts of a city are in parentheses. */
const canadianCity = (city: string): string =>
  lostLetters.reduce(
    (name, [where, letter]) => name.replace(where, letter),
    city.replace(/ *\(.*/, ""),
  );

const rowOf = ({ zip, city, state, country }: Packaged) =>
  country === "US"
    ? { country: "US", code: zip, city, region: state }
    : { country: "CA", code: zip, city: canadianCity(city), region: provinceOf(zip) };

/**
 * Fills the table of postal codes if it is empty: about 44,000 rows in one statement. The package,
 * 5 MB of JavaScript, is loaded only then.
 */
export async function loadPlaces(sql: Knex): Promise<void> {
  if (await sql("postal_codes").first("code")) return;
  const { codes }: { codes: Record<string, Packaged> } = createRequire(import.meta.url)("zipcodes");
  const rows = Object.values(codes).map(rowOf);
  await sql.raw(
    `insert into postal_codes (country, code, city, region)
     select * from unnest(:countries::text[], :codes::text[], :cities::text[], :regions::text[])
     on conflict do nothing`,
    {
      countries: rows.map(({ country }) => country),
      codes: rows.map(({ code }) => code),
      cities: rows.map(({ city }) => city),
      regions: rows.map(({ region }) => region),
    },
  );
}
