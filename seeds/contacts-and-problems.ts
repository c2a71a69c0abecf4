import type { Knex } from "knex";
import { contactRow } from "./builders/contact.ts";
import { insertRows } from "./builders/insert.ts";
import { problemRow } from "./builders/problem.ts";
import { createIdentities } from "./people/identities.ts";
import type { DemoPsychic } from "./people/people.ts";
import type { Random } from "./random.ts";
import { contactTexts, problemTexts } from "./texts/messages.ts";
import { places } from "./texts/places.ts";

const hourMs = 3_600_000;

/** Applications to both brands within two months, the latest 1 to 36 hours ago. */
export async function makeContacts(sql: Knex, random: Random, now: number): Promise<void> {
  const identities = createIdentities(random);
  const rows = [...contactTexts, ...contactTexts].map((comments, index) => {
    const { first, last } = identities.name(random.chance(0.75) ? "F" : "M");
    const brand = random.chance(0.6) ? "cos" : "onesun";
    const host = random.pick(["mail.example", "post.example", "inbox.example"]);
    return contactRow({
      brand,
      name: `${first} ${last}`,
      email: `${first}.${last}@${host}`.toLowerCase().replace(/[^a-z.@-]/g, ""),
      phone: identities.phone(random.pick(places)),
      method: random.chance(0.65) ? "P" : "E",
      comments: index < contactTexts.length || random.chance(0.6) ? comments : null,
      referral: brand === "onesun" ? 200_100 : null,
      created_at: new Date(now - (1 + index * 40 + random.int(0, 35)) * hourMs),
    });
  });
  await insertRows(sql, "contacts", rows.reverse());
}

/** Problems that active psychics reported, the latest 4 to 54 hours ago. */
export async function makeProblems(
  sql: Knex,
  random: Random,
  psychics: readonly DemoPsychic[],
  now: number,
): Promise<void> {
  const active = psychics.filter(({ status }) => status === "Active");
  const rows = random.shuffle(problemTexts).map(([category, details], index) =>
    problemRow({
      user_id: random.pick(active).id,
      category,
      details,
      created_at: new Date(now - (4 + index * 60 + random.int(0, 50)) * hourMs),
    }),
  );
  await insertRows(sql, "problems", rows.reverse());
}
