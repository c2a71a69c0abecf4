import type { Knex } from "knex";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";

/** Earlier than all other approvals, so that one psychic's are next to each other in the list. */
export const pendingSince = (id: number) => new Date(id * 1000);

/** Adds a pending profile beside the approved one. */
export async function makePendingProfile(sql: Knex, id: number): Promise<void> {
  await makeProfileDetails(
    sql,
    id,
    { zodiac: 2, credentials: ["Reiki master", "Author"] },
    { zodiac: 1, credentials: ["Reiki master", "Author"] },
  );
  await sql("psychics")
    .where({ user_id: id })
    .update({ profile_status: "Pending", profile_since: pendingSince(id) });
}

/** Adds a pending listing. */
export const makePendingListing = (sql: Knex, id: number) =>
  makeListing(sql, {
    psychic_id: id,
    status: "Pending",
    body: "<p>I have read the tarot for twenty years.</p><p>And the stars &amp; more.</p>",
    updated_at: pendingSince(id),
  });
