import type { Knex } from "knex";
import { makeContact } from "#seeds/builders/contact.ts";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeGift } from "#seeds/builders/gift.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import type { DailyStatistics } from "#server/db/tables.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { paragraphsOf } from "#shared/rules/paragraphs.ts";
import { type Account, makeManager, makePsychic } from "#tests/support/people.ts";
import { payloads } from "./payloads.ts";

/** The payload at an index, counted round. Different indexes make the fields of a row differ. */
export const payload = (place: number) => payloads[place % payloads.length] as string;

/** A name and an address in which every field is a payload. */
const person = (place: number) => ({
  first: payload(place + 1),
  last: payload(place + 2),
  address1: payload(place + 3),
  address2: payload(place + 4),
  city: payload(place + 5),
  region: payload(place + 6),
  postal_code: payload(place + 7),
});

export interface HostilePeople {
  manager: Account;
  /** One for each payload, which is the username. Every fourth has everything pending approval. */
  psychics: Account[];
}

/**
 * Writes straight into the tables, because the API removes markup. A screen must show any stored
 * value as text.
 */
export async function makeHostilePeople(sql: Knex): Promise<HostilePeople> {
  const username = "<b onclick=t()>boss</b>";
  const manager = await makeManager(sql, { ...person(0), username, email: "boss@people.example" });
  const psychics: Account[] = [];
  const statistics = { ...zeroes(await figuresOf(sql)), day: newYorkDay(Date.now()) };
  for (const [place, username] of payloads.entries()) {
    // A table of more than 100 rows renders only those near the window, so keep approvals few.
    const isPending = place % 4 === 2;
    const psychic = await makePsychic(sql, {
      ...person(place),
      username,
      email: place === 0 ? "first@people.example" : `${username}@people.example`,
      manager_id: manager.id,
      psychic: {
        account_status: isPending ? "Pending" : "Active",
        requires_approval: isPending,
        profile_status: isPending ? "Pending" : "Rejected",
        profile_reason: payload(place + 8),
        referral: payload(place + 9),
      },
    });
    const { id } = psychic;
    psychics.push(psychic);
    const six = (from: number) => [0, 1, 2, 3, 4, 5].map((n) => payload(place + from + n));
    await makeProfileDetails(sql, id, { credentials: six(10) }, { credentials: six(16) });
    const pitch = { psychic_id: id, sales_pitch: username };
    await makeListing(sql, { ...pitch, body: payload(place + 1) });
    await makeListing(sql, {
      psychic_id: id,
      // A psychic sees why a listing was rejected.
      status: place === 0 ? "Rejected" : "Pending",
      reason: payload(place + 2),
      sales_pitch: payload(place + 3),
      body: paragraphsOf([payload(place + 4), payload(place + 5)]),
    });
    await makePicture(sql, { user_id: id, name: username });
    if (isPending) await makePicture(sql, { user_id: id, name: `${username}?`, state: "pending" });
    await makeProblem(sql, { user_id: id, category: payload(place + 1), details: username });
    await makeContact(sql, {
      name: username,
      email: payload(place + 1),
      comments: payload(place + 2),
    });
    const call_revenue_cents = 100 * (payloads.length - place);
    await sql("daily_statistics").insert({ ...statistics, psychic_id: id, call_revenue_cents });
  }
  await sql("statistics_state").update({ number: 1, refreshed_at: new Date() });
  const [first] = psychics;
  if (first) await makeHistory(sql, first.id);
  return { manager, psychics };
}

/** Uses every payload as a customer's name, in a rating, in a gift and in a scheduled call. */
async function makeHistory(sql: Knex, id: number): Promise<void> {
  for (const [place, username] of payloads.entries()) {
    const customer = { psychic_id: id, customer_id: 1_000 + place };
    await makeCustomer(sql, { id: customer.customer_id, username });
    await makeReading(sql, {
      user_id: id,
      customer_id: customer.customer_id,
      connection_id: payload(place + 1),
      started_at: new Date(Date.now() - place * 1_000).toISOString(),
      result: payload(place + 2),
      rating: 5,
      rating_text: payload(place + 3),
    });
    // Already redeemed, so that another gift may be sent.
    const redeemed_at = new Date();
    const sent_at = new Date(redeemed_at.getTime() - 2 * 86_400_000);
    const letter = { subject: username, body: payload(place + 1), sent_at, redeemed_at };
    await makeGift(sql, { ...customer, ...letter });
    await makeScheduledCall(sql, { ...customer, username, id: payload(place + 1) });
    await sql("push_subscriptions").insert({
      ...{ user_id: id, session_sid: "none", keys: "{}", label: username },
      endpoint: `https://push.example/${place}`,
    });
  }
}

async function figuresOf(sql: Knex): Promise<string[]> {
  const columns = await sql("daily_statistics").columnInfo();
  return Object.keys(columns).filter((name) => name !== "psychic_id" && name !== "day");
}

const zeroes = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, 1])) as unknown as DailyStatistics;
