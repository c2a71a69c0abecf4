import type pg from "pg";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { type Booking, bookedDaysAhead } from "./bookings.ts";
import { endOf, type PlannedCall } from "./call.ts";
import { giftFor, type OpenGift, openGifts, withGift } from "./gifts.ts";
import type { Plan, PlatformEvent } from "./plan.ts";
import type { Portal } from "./portal.ts";
import { fillPresence } from "./presence.ts";
import {
  atPlannedTime,
  inBatches,
  type SentBooking,
  sentBooking,
  sentCustomer,
  sentReading,
} from "./wire.ts";

const dayMs = 86_400_000;
/**
 * Each log-on is an event of its own, because log-ons have no batches. For a long gap, only these
 * last days are sent, as in the seed.
 */
const loginDays = 60;
/** For a long gap, only the latest contacts and problems are written, at most this many of each. */
const entriesAtMost = 60;
/** Log-ons sent at the same time. */
const loginsAtOnce = 4;

type EventOf<K extends PlatformEvent["kind"]> = Extract<PlatformEvent, { kind: K }>;

export interface FillOptions {
  plan: Plan;
  portal: Portal;
  pool: pg.Pool;
}

/**
 * Sends the portal, in batches, what happened between two instants while the platform did not run:
 * readings as of `to`, bookings, log-ons, contacts and problems. All except contacts and problems
 * have fixed ids, so that a killed run can start again.
 * @returns the number of readings.
 */
export async function fill(options: FillOptions, from: number, to: number): Promise<number> {
  const { plan, portal, pool } = options;
  const events = plan.eventsBetween(from, to);
  const of = <K extends PlatformEvent["kind"]>(kind: K) =>
    events.filter((event): event is EventOf<K> => event.kind === kind);
  const tell = (what: string, event: Parameters<Portal["tell"]>[2]) =>
    portal.tell(`demo-fill-${from}-${to}-${what}`, new Date(to), event);

  // The next start continues after the newest reading, so bookings and log-ons are sent first. A
  // kill may lose what is sent after the readings.
  const bookings = [...bookingsOf(plan, from, to), ...(await overdue(pool, to))];
  for (const [place, batch] of inBatches(bookings).entries()) {
    await tell(`bookings-${place}`, { type: "calls.scheduled", data: { calls: batch } });
  }
  await tellLogins(options, [...of("log-on"), ...of("log-off")], to);
  await fillPresence(pool, plan, from, to);

  const { calls, used } = redeemSome(
    of("end").map(({ call }) => call),
    await openGifts(pool),
  );
  const readings = calls.map((call) =>
    sentReading(atPlannedTime, call, call.rating !== null && call.rating.at < to),
  );
  for (const [place, batch] of inBatches(readings).entries()) {
    await tell(`readings-${place}`, { type: "readings.recorded", data: { readings: batch } });
  }
  await tellRatings(options, from, of("rated"), tell);
  for (const [place, batch] of inBatches(used).entries()) {
    const gifts = batch.map(({ gift, call }) => ({
      message_id: gift.id,
      customer_id: gift.customer_id,
      at: new Date(call.start).toISOString(),
    }));
    await tell(`gifts-${place}`, { type: "gifts.redeemed", data: { gifts } });
    const customers = batch.map(({ gift, call }) => sentCustomer(gift, call.free));
    await tell(`customers-${place}`, { type: "customers.updated", data: { customers } });
  }

  await insertContactsAndProblems(pool, of("application"), of("report"));
  return readings.length;
}

/** Some customers come back with a gift, each gift once. */
function redeemSome(calls: readonly PlannedCall[], gifts: readonly OpenGift[]) {
  const used: { gift: OpenGift; call: PlannedCall }[] = [];
  let open = gifts;
  const changed = calls.map((call) => {
    const gift = open.length > 0 ? giftFor(call, open) : undefined;
    if (!gift) return call;
    open = open.filter((one) => one !== gift);
    const giftCall = withGift(call, gift);
    used.push({ gift, call: giftCall });
    return giftCall;
  });
  return { calls: changed, used };
}

/** Ratings of readings that the portal already has. */
async function tellRatings(
  { pool }: FillOptions,
  from: number,
  events: readonly EventOf<"rated">[],
  tell: (what: string, event: Parameters<Portal["tell"]>[2]) => Promise<unknown>,
): Promise<void> {
  const earlier = events.map(({ call }) => call).filter((call) => endOf(call) < from);
  const { rows } = await pool.query<{ connection_id: string }>(
    "select connection_id from reading_places($1)",
    [earlier.map(({ connectionId }) => connectionId)],
  );
  const known = new Set(rows.map(({ connection_id }) => connection_id));
  const readings = earlier
    .filter(({ connectionId }) => known.has(connectionId))
    .map((call) => sentReading(atPlannedTime, call, true));
  for (const [place, batch] of inBatches(readings).entries()) {
    await tell(`ratings-${place}`, { type: "readings.recorded", data: { readings: batch } });
  }
}

function bookingsOf(plan: Plan, from: number, to: number): SentBooking[] {
  const bookings: SentBooking[] = [];
  const last = addDays(newYorkDay(to), bookedDaysAhead);
  for (let day = addDays(newYorkDay(from), -1); day <= last; day = addDays(day, 1)) {
    for (const booking of plan.bookingsOf(day)) {
      if (booking.bookedAt >= to) continue;
      // Nobody has seen these, and there are many.
      if (booking.isShortNotice && booking.at + booking.minutes * 60_000 < to) continue;
      const { status, at } = stateOf(booking, to);
      bookings.push(sentBooking(atPlannedTime, booking, status, at));
    }
  }
  return bookings;
}

/** The state of a booking at an instant. */
function stateOf({ at, firstAt, minutes, movedAt, cancelledAt }: Booking, by: number) {
  if (cancelledAt !== null && cancelledAt < by) return { status: "cancelled" as const, at };
  if (at + minutes * 60_000 < by) return { status: "done" as const, at };
  if (movedAt !== null && movedAt < by) return { status: "changed" as const, at };
  return { status: "booked" as const, at: firstAt };
}

/**
 * Booked calls, such as the seed's, that should have ended over 10 minutes ago. `fill` and the live
 * platform send them, with the status done, to the portal.
 */
export async function overdue(pool: pg.Pool, now: number): Promise<SentBooking[]> {
  const { rows } = await pool.query<SentBooking & { customer: string }>(
    `select id, psychic_id as user_id, customer_id as customer, username, at, minutes, channel,
            'done' as status
       from scheduled_calls
      where status in ('booked', 'changed')
        and at + make_interval(mins => minutes) < $1::timestamptz - interval '10 minutes'
      order by id`,
    [new Date(now)],
  );
  return rows.map(({ customer, ...row }) => ({
    ...row,
    customer_id: Number(customer),
    at: new Date(row.at).toISOString(),
  }));
}

async function tellLogins(
  { portal }: FillOptions,
  events: readonly EventOf<"log-on" | "log-off">[],
  to: number,
): Promise<void> {
  const recent = events.filter(({ at }) => at > to - loginDays * dayMs);
  const next = recent.values();
  const work = async () => {
    for (const { id, at, kind, stretch } of next) {
      const data = { id: stretch.id, user_id: stretch.psychic.id, at: new Date(at).toISOString() };
      const type = kind === "log-on" ? "login.started" : "login.ended";
      await portal.tell(`demo-${id}`, new Date(at), { type, data });
    }
  };
  await Promise.all(Array.from({ length: loginsAtOnce }, work));
}

/** Inserts rows directly into the portal's tables, because the API would date them now. */
async function insertContactsAndProblems(
  pool: pg.Pool,
  applications: readonly EventOf<"application">[],
  reports: readonly EventOf<"report">[],
): Promise<void> {
  const contacts = applications
    .slice(-entriesAtMost)
    .map(({ application: { at, ...contact } }) => ({
      ...contact,
      created_at: new Date(at),
    }));
  await pool.query(
    `insert into contacts (brand, name, email, phone, method, comments, created_at)
       select brand, name, email, phone, method, comments, created_at
         from json_to_recordset($1) as c (brand text, name text, email text, phone text,
           method text, comments text, created_at timestamptz)`,
    [JSON.stringify(contacts)],
  );
  const problems = reports.slice(-entriesAtMost).map(({ report }) => ({
    user_id: report.psychic.id,
    category: report.category,
    details: report.details,
    created_at: new Date(report.at),
  }));
  await pool.query(
    `insert into problems (user_id, category, details, created_at)
       select user_id, category, details, created_at
         from json_to_recordset($1) as p (user_id integer, category text, details text,
           created_at timestamptz)`,
    [JSON.stringify(problems)],
  );
}
