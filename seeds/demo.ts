import type { FileStore } from "#server/adapters/file-store.ts";
import type { Vault } from "#server/crypto/vault.ts";
import type { Database } from "#server/db/connection.ts";
import { makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { countAllHours } from "#server/features/hours/count-hours.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { makeAvailabilities } from "./availability.ts";
import { customerRow } from "./builders/customer.ts";
import { insertRows } from "./builders/insert.ts";
import { makeScheduledCalls } from "./calls.ts";
import { makeContacts, makeProblems } from "./contacts-and-problems.ts";
import { makeExceptions } from "./exceptions.ts";
import { insertGifts, planGifts } from "./gifts.ts";
import { makeListings } from "./listings.ts";
import { makeLogins } from "./logins.ts";
import { monthsBefore, newYorkDays } from "./new-york-time.ts";
import { hashPasswords, makePeople } from "./people/people.ts";
import { makePictures } from "./pictures.ts";
import { makePresence } from "./presence.ts";
import { createRandom } from "./random.ts";
import { planCustomers } from "./readings/customers.ts";
import { planReadings } from "./readings/plan.ts";
import { recordReadings } from "./readings/record.ts";
import { makeRecordings } from "./recordings.ts";

const months = 13;
const full = { customers: 3_000, readings: 122_500 };
/** Enough for a customer on every day, even in a small demo. */
const customersAtLeast = 60;

export interface DemoOptions {
  db: Database;
  vault: Vault;
  files: FileStore;
  hashPassword(password: string): Promise<string>;
  /** The demo's current instant. Only booked calls are later. */
  today: Date;
  log(line: string): void;
  /** The share of customers and readings to create; 1 is all of them. */
  scale?: number;
}

/**
 * Fills an empty database with 13 months of readings and all the people in them. The same instant
 * gives the same demo.
 */
export async function seedDemo(options: DemoOptions): Promise<void> {
  const { db, vault, files, today, log, scale = 1 } = options;
  const { sql } = db;
  const now = today.getTime();
  const random = (subject: string) => createRandom(`demo ${subject}`);

  log("Making the demo: people");
  const hashes = await hashPasswords(options.hashPassword);
  const people = await sql.transaction((trx) =>
    makePeople({ sql: trx, vault, random: random("people"), now: today, hashes }),
  );
  const { psychics } = people;
  await makeListings(sql, random("listings"), psychics, today);
  log("Making the demo: pictures");
  await makePictures(sql, files, random("pictures"), psychics, today);
  const online = await makeAvailabilities(sql, random("availability"), psychics, now);

  const last = newYorkDay(now);
  const days = newYorkDays(addDays(monthsBefore(last, months), 1), last);
  const customerCount = Math.max(customersAtLeast, Math.round(full.customers * scale));
  const customers = planCustomers(customerCount, days.length, random("customers"));
  const total = Math.round(full.readings * scale);
  const plan = planReadings({ psychics, customers, days, total, now, random: random("readings") });
  const { readings } = plan;
  await makeRecordings(files, random("recordings"), readings);

  const gifts = planGifts(plan, psychics, random("gifts"), now);
  const minutes = random("minutes");
  await insertRows(
    sql,
    "customers",
    customers.map(({ id, username, blocked }) => {
      const rest = minutes.chance(0.1) ? minutes.int(2, 10) : 0;
      const redeemable_minutes = rest + (gifts.unused.get(id) ?? 0);
      return customerRow({ id, username, blocked, redeemable_minutes, updated_at: today });
    }),
  );
  const dates = days.map(({ day }) => day);
  await makeMonthsOf(db.pool, "readings", dates);
  await makeMonthsOf(db.pool, "logins", dates);
  await recordReadings(db.pool, readings, (done) => {
    if (done % 40_000 === 0) log(`Making the demo: ${done.toLocaleString("en-US")} readings`);
  });

  await makeExceptions(sql, random("exceptions"), psychics, readings, today);
  await insertGifts(sql, gifts);
  await makeScheduledCalls(sql, random("calls"), psychics, readings, now);
  const sessions = await makeLogins(sql, random("logins"), people, readings, online, now);
  await makePresence(db, psychics, readings, sessions, now);
  await makeContacts(sql, random("contacts"), now);
  await makeProblems(sql, random("problems"), psychics, now);
  // Analyze now: the first screens are opened before PostgreSQL would do so by itself.
  await sql.transaction(async (trx) => {
    await trx.raw("set local statement_timeout = 0");
    await trx.raw("analyze readings, psychic_customers, customers, call_attempts");
  });
  log("Making the demo: statistics");
  await refreshStatistics(db.pool, today);
  await countAllHours(db.pool, today);
  log(`The demo has ${psychics.length} psychics and ${readings.length} readings`);
}
