import type { Knex } from "knex";
import { makeContact } from "#seeds/builders/contact.ts";
import { makeCustomer } from "#seeds/builders/customer.ts";
import { makeGift } from "#seeds/builders/gift.ts";
import { insertRows } from "#seeds/builders/insert.ts";
import { makeListing } from "#seeds/builders/listing.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { exceptionRow } from "#seeds/builders/schedule-exception.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import type { DailyStatistics } from "#server/db/tables.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { paragraphsOf } from "#shared/rules/paragraphs.ts";
import { type Account, makeManager, makePsychic } from "#tests/support/people.ts";
import { payloads } from "./payloads.ts";

/** The payload at an index. After the last one, it starts again from the first. */
export const payload = (index: number) => payloads[index % payloads.length] as string;

/** A name and an address in which each field is a different payload. */
const person = (index: number) => ({
  first: payload(index + 1),
  last: payload(index + 2),
  address1: payload(index + 3),
  address2: payload(index + 4),
  city: payload(index + 5),
  region: payload(index + 6),
  postal_code: payload(index + 7),
});

export interface HostilePeople {
  manager: Account;
  /** One psychic for each payload, with it as the username. Every fourth has all items pending. */
  psychics: Account[];
  /** Those who are Active. */
  active: Account[];
}

/**
 * Writes straight into the tables, because the API removes markup. A screen must show any stored
 * value as text.
 */
export async function makeHostilePeople(sql: Knex): Promise<HostilePeople> {
  const username = "<b onclick=t()>boss</b>";
  const manager = await makeManager(sql, {
    ...{ ...person(0), username, email: "boss@people.example", staff_role: "owner" },
  });
  const psychics: Account[] = [];
  const active: Account[] = [];
  const statistics = { ...oneForEach(await figureColumns(sql)), day: newYorkDay(Date.now()) };
  for (const [index, username] of payloads.entries()) {
    // A table of more than 100 rows renders only those near the window, so keep approvals few.
    const isPending = index % 4 === 2;
    const psychic = await makePsychic(sql, {
      ...person(index),
      username,
      email: index === 0 ? "first@people.example" : `${username}@people.example`,
      manager_id: manager.id,
      psychic: {
        account_status: isPending ? "Pending" : "Active",
        requires_approval: isPending,
        profile_status: isPending ? "Pending" : "Rejected",
        profile_reason: payload(index + 8),
        referral: payload(index + 9),
      },
    });
    const { id } = psychic;
    psychics.push(psychic);
    if (!isPending) {
      active.push(psychic);
      await makeDaysOff(sql, id, payload(index + 1));
    }
    const sixPayloads = (from: number) => [0, 1, 2, 3, 4, 5].map((n) => payload(index + from + n));
    await makeProfileDetails(
      sql,
      id,
      { credentials: sixPayloads(10) },
      { credentials: sixPayloads(16) },
    );
    await makeListing(sql, { psychic_id: id, sales_pitch: username, body: payload(index + 1) });
    await makeListing(sql, {
      psychic_id: id,
      // The test signs in as the first psychic. Only a rejected listing shows its reason there.
      status: index === 0 ? "Rejected" : "Pending",
      reason: payload(index + 2),
      sales_pitch: payload(index + 3),
      body: paragraphsOf([payload(index + 4), payload(index + 5)]),
    });
    await makePicture(sql, { user_id: id, name: username });
    if (isPending) await makePicture(sql, { user_id: id, name: `${username}?`, state: "pending" });
    await makeProblem(sql, { user_id: id, category: payload(index + 1), details: username });
    await makeContact(sql, {
      name: username,
      email: payload(index + 1),
      comments: payload(index + 2),
    });
    const call_revenue_cents = 100 * (payloads.length - index);
    await sql("daily_statistics").insert({ ...statistics, psychic_id: id, call_revenue_cents });
  }
  await sql("statistics_state").update({ number: 1, refreshed_at: new Date() });
  await sql("erasures").insert({
    ...{ kind: "customer", person_id: 1_999, reason: payload(0) },
    ...{ asked_by: manager.id, asked_at: new Date() },
  });
  const [first] = psychics;
  if (first) await makeHistory(sql, first.id);
  return { manager, psychics, active };
}

/** Today and tomorrow, so that midnight changes nothing. */
function makeDaysOff(sql: Knex, psychic_id: number, note: string) {
  const today = newYorkDay(Date.now());
  const row = exceptionRow({ psychic_id, first_day: today, last_day: addDays(today, 1), note });
  return insertRows(sql, "schedule_exceptions", [row]);
}

/**
 * Uses every payload as a customer's name, in a rating, in a gift, in a scheduled call and in the
 * note of a day off.
 */
async function makeHistory(sql: Knex, id: number): Promise<void> {
  for (const [index, username] of payloads.entries()) {
    const customer = { psychic_id: id, customer_id: 1_000 + index };
    await makeCustomer(sql, { id: customer.customer_id, username });
    await makeReading(sql, {
      user_id: id,
      customer_id: customer.customer_id,
      connection_id: payload(index + 1),
      started_at: new Date(Date.now() - index * 1_000).toISOString(),
      result: payload(index + 2),
      rating: 5,
      rating_text: payload(index + 3),
    });
    // Already redeemed, so that another gift may be sent.
    const redeemed_at = new Date();
    const sent_at = new Date(redeemed_at.getTime() - 2 * 86_400_000);
    const gift = { subject: username, body: payload(index + 1), sent_at, redeemed_at };
    await makeGift(sql, { ...customer, ...gift });
    await makeScheduledCall(sql, { ...customer, username, id: payload(index + 1) });
    await sql("audit_trail").insert({
      ...{
        at: new Date(),
        subject_id: id,
        action: "listing rejected",
        detail: { reason: username },
      },
    });
    await makeDaysOff(sql, id, username);
    await sql("push_subscriptions").insert({
      ...{ user_id: id, session_sid: "none", keys: "{}", label: username },
      endpoint: `https://push.example/${index}`,
    });
  }
}

async function figureColumns(sql: Knex): Promise<string[]> {
  const columns = await sql("daily_statistics").columnInfo();
  return Object.keys(columns).filter((name) => name !== "psychic_id" && name !== "day");
}

const oneForEach = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, 1])) as unknown as DailyStatistics;
