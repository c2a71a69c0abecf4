import type { Knex } from "knex";
import { paragraphsOf } from "#shared/rules/paragraphs.ts";
import { insertRows } from "./builders/insert.ts";
import { listingRow } from "./builders/listing.ts";
import type { DemoPsychic } from "./people/people.ts";
import type { Random } from "./random.ts";
import {
  categoryTexts,
  closings,
  listingReasons,
  longListing,
  openings,
} from "./texts/listings.ts";

const hourMs = 3_600_000;

/**
 * Creates each psychic's listings as `listing` says. A psychic with a long username has long texts
 * in the approved listing.
 */
export async function makeListings(
  sql: Knex,
  random: Random,
  psychics: readonly DemoPsychic[],
  now: Date,
): Promise<void> {
  const rows: ReturnType<typeof listingRow>[] = [];
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);
  for (const psychic of psychics) {
    const { id, listing, joined } = psychic;
    // Nothing is older than the account.
    const days = Math.max(1, joined);
    if (listing.startsWith("approved")) {
      const isLong = psychic.username.length > 50;
      const text = isLong ? longText(psychic) : randomText(random, psychic, random.int(0, 2));
      const updated_at = hoursAgo(random.int(Math.min(days * 12, 300), days * 23));
      rows.push(listingRow({ psychic_id: id, status: "Approved", ...text, updated_at }));
    }
    if (listing.endsWith("pending")) {
      const text = randomText(random, psychic, random.int(0, 2));
      const updated_at = hoursAgo(random.int(1, Math.min(days * 23, 140)));
      rows.push(listingRow({ psychic_id: id, status: "Pending", ...text, updated_at }));
    }
    if (listing.endsWith("rejected")) {
      const text = randomText(random, psychic, random.int(0, 2));
      const updated_at = hoursAgo(random.int(5, Math.min(days * 23, 200)));
      const reason = random.pick(listingReasons);
      rows.push(listingRow({ psychic_id: id, status: "Rejected", ...text, reason, updated_at }));
    }
  }
  await insertRows(sql, "listings", rows);
}

function randomText(random: Random, psychic: DemoPsychic, variant: number) {
  const texts = psychic.specialties.flatMap((category) => categoryTexts[category] ?? []);
  const [main] = texts;
  if (!main) throw new Error(`${psychic.username} has no category with a text`);
  const years = String(psychic.details.experience);
  return {
    sales_pitch: main.pitches[variant] ?? random.pick(main.pitches),
    body: paragraphsOf([
      random.pick(openings).replace("{years}", years),
      ...texts.slice(0, 3).map((category) => random.pick(category.paragraphs)),
      random.pick(closings),
    ]),
    categories: psychic.specialties,
  };
}

function longText({ specialties }: DemoPsychic) {
  return {
    sales_pitch: longListing.pitch,
    body: paragraphsOf(longListing.body),
    categories: specialties,
  };
}
