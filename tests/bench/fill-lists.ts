import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { contactRow } from "#seeds/builders/contact.ts";
import { insertRows } from "#seeds/builders/insert.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeProfileDetails, makePsychic } from "#seeds/builders/psychic.ts";
import type { Inserted } from "#server/db/table.ts";

/** As many as the largest page of a list has. */
export const fullPage = 250;

/** Ten letters, different for each number: names of one pattern would all be equally wide. */
const nameOf = (number: number) =>
  createHash("sha256").update(`${number}`).digest("hex").replaceAll(/\d/g, "").slice(0, 10);

/**
 * Adds to the demo until every list has a full page: psychics with statistics, approvals, contacts.
 * Call it before anybody asks for statistics, because they are cached.
 */
export async function fillLists(sql: Knex): Promise<void> {
  const luna = await sql("users").where({ username: "luna" }).first("id");
  const manager = await sql("users").where({ username: "manager" }).first("id");
  if (!luna || !manager) throw new Error("The demo has no luna or no manager");
  const days = await sql("daily_statistics").where({ psychic_id: luna.id });
  const statistics: Inserted<"daily_statistics">[] = [];
  for (let number = 0; number < fullPage; number++) {
    const { user } = await makePsychic(sql, {
      manager_id: manager.id,
      profile_status: "Pending",
      user: { username: `${nameOf(number)}${number}` },
    });
    await makeProfileDetails(sql, user.id, { experience: 11 }, { experience: 10 });
    if (number % 2) await makeListing(sql, { psychic_id: user.id, status: "Pending" });
    // Another share of luna's days for each, so that the figures differ.
    const own = days.filter((_, place) => place % (1 + (number % 5)) === 0);
    statistics.push(...own.map((day) => ({ ...day, psychic_id: user.id })));
  }
  await insertRows(sql, "daily_statistics", statistics);
  const contacts = Array.from({ length: fullPage }, (_, number) =>
    contactRow({ name: `${nameOf(number)} Applicant`, comments: "I have read cards for years." }),
  );
  await insertRows(sql, "contacts", contacts);
}
