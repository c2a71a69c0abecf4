import { list } from "./list.ts";

export interface Place {
  city: string;
  region: string;
  postalCode: string;
  country: "US" | "CA";
  areaCode: string;
  timeZone: number;
}

/** The ids of time zones as phones carry them. */
const zones = {
  Hawaiian: 3,
  Alaskan: 4,
  Pacific: 5,
  Mountain: 8,
  Central: 9,
  Eastern: 11,
  Atlantic: 12,
  Newfoundland: 14,
};

const place =
  (country: Place["country"]) =>
  (
    city: string,
    region: string,
    postalCode: string,
    areaCode: string,
    zone: keyof typeof zones = "Eastern",
  ): Place => ({ city, region, postalCode, country, areaCode, timeZone: zones[zone] });
const us = place("US");
const canada = place("CA");

export const places: readonly Place[] = [
  us("New York", "NY", "10025", "212"),
  us("Brooklyn", "NY", "11215", "718"),
  us("Buffalo", "NY", "14201", "716"),
  us("Boston", "MA", "02116", "617"),
  us("Philadelphia", "PA", "19103", "215"),
  us("Pittsburgh", "PA", "15213", "412"),
  us("Baltimore", "MD", "21218", "410"),
  us("Atlanta", "GA", "30307", "404"),
  us("Savannah", "GA", "31401", "912"),
  us("Asheville", "NC", "28801", "828"),
  us("Miami", "FL", "33130", "305"),
  us("Orlando", "FL", "32801", "407"),
  us("Tampa", "FL", "33602", "813"),
  us("Detroit", "MI", "48226", "313"),
  us("Cleveland", "OH", "44113", "216"),
  us("New Orleans", "LA", "70115", "504", "Central"),
  us("Houston", "TX", "77006", "713", "Central"),
  us("Austin", "TX", "78704", "512", "Central"),
  us("San Antonio", "TX", "78205", "210", "Central"),
  us("Dallas", "TX", "75206", "214", "Central"),
  us("Chicago", "IL", "60614", "312", "Central"),
  us("Milwaukee", "WI", "53202", "414", "Central"),
  us("Minneapolis", "MN", "55408", "612", "Central"),
  us("St. Louis", "MO", "63104", "314", "Central"),
  us("Nashville", "TN", "37206", "615", "Central"),
  us("Denver", "CO", "80205", "303", "Mountain"),
  us("Santa Fe", "NM", "87501", "505", "Mountain"),
  us("Salt Lake City", "UT", "84102", "801", "Mountain"),
  us("Sedona", "AZ", "86336", "928", "Mountain"),
  us("Las Vegas", "NV", "89101", "702", "Pacific"),
  us("Los Angeles", "CA", "90026", "213", "Pacific"),
  us("San Diego", "CA", "92103", "619", "Pacific"),
  us("Oakland", "CA", "94610", "510", "Pacific"),
  us("Portland", "OR", "97211", "503", "Pacific"),
  us("Seattle", "WA", "98103", "206", "Pacific"),
  us("Anchorage", "AK", "99501", "907", "Alaskan"),
  us("Honolulu", "HI", "96816", "808", "Hawaiian"),
  canada("Toronto", "ON", "M5V 2T6", "416"),
  canada("Ottawa", "ON", "K1N 5S7", "613"),
  canada("Montréal", "QC", "H2X 1Y4", "514"),
  canada("Winnipeg", "MB", "R3C 0B1", "204", "Central"),
  canada("Calgary", "AB", "T2P 1J9", "403", "Mountain"),
  canada("Vancouver", "BC", "V6B 1A1", "604", "Pacific"),
  canada("Halifax", "NS", "B3J 1S9", "902", "Atlantic"),
  canada("St. John's", "NL", "A1C 5M2", "709", "Newfoundland"),
];

export const streets = list(`
  Maple Street, Oak Avenue, Linden Lane, Harbor Road, Chestnut Street, Prospect Place,
  Juniper Court, Mill Road, Riverside Drive, Orchard Street, Lakeview Terrace, Sycamore Avenue,
  Garden Street, Hillcrest Road, Willow Way, Cedar Boulevard, Meadow Lane, Union Street,
  Church Street, Sunset Drive, Elm Street, Park Avenue South, Magnolia Street, Birch Lane
`);
