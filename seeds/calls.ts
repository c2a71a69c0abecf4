import type { Knex } from "knex";
import type { ScheduledCalls } from "#server/db/tables.ts";
import { insertRows } from "./builders/insert.ts";
import { scheduledCallRow } from "./builders/scheduled-call.ts";
import type { DemoPsychic } from "./people/people.ts";
import { hourOfWeek, hoursOf } from "./people/shifts.ts";
import type { Random } from "./random.ts";
import type { DemoCustomer } from "./readings/customers.ts";
import type { PlannedReading } from "./readings/plan.ts";

const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;
const quarter = 15 * minute;

/** A call's hours from now, and its status. */
type Booking = readonly [hours: number, status: ScheduledCalls["status"]];

const ofLuna: readonly Booking[] = [
  [0.9, "booked"],
  [3.4, "booked"],
  [5.2, "cancelled"],
  [26, "changed"],
  [28.5, "booked"],
  [51, "booked"],
  [122, "booked"],
];
const ofOrion: readonly Booking[] = [
  [2, "booked"],
  [49, "changed"],
];

/** Past and future calls with customers who come often. */
export async function makeScheduledCalls(
  sql: Knex,
  random: Random,
  psychics: readonly DemoPsychic[],
  readings: readonly PlannedReading[],
  now: number,
): Promise<void> {
  const regulars = regularsOf(readings.filter(({ start }) => start > now - 120 * dayMs));
  const rows: ReturnType<typeof scheduledCallRow>[] = [];
  let number = 310_000;
  for (const psychic of psychics) {
    const customers = regulars.get(psychic) ?? [];
    if (psychic.status !== "Active" || customers.length === 0) continue;
    const used: number[] = [];
    for (const [index, [hours, status]] of bookingsOf(psychic).entries()) {
      const { customer, channel } = customers[index % customers.length] ?? {};
      if (!customer || !channel) continue;
      number += random.int(1, 12);
      const wanted = Math.ceil((now + hours * hour) / quarter) * quarter;
      // Past calls, and the calls that luna and orion have soon, need no shift.
      const at = hours < 12 ? wanted : nextOnShift(psychic, wanted, used);
      used.push(at);
      const eventAt = now - random.int(20, 60 * 30) * minute;
      rows.push(
        scheduledCallRow({
          id: String(number),
          psychic_id: psychic.id,
          customer_id: customer.id,
          username: customer.username,
          at: new Date(at),
          minutes: random.pick([15, 20, 30, 30, 45]),
          channel,
          status,
          event_at: new Date(Math.min(eventAt, now + hours * hour)),
        }),
      );
    }
  }
  await insertRows(sql, "scheduled_calls", rows);

  function bookingsOf({ username }: DemoPsychic): readonly Booking[] {
    const past: Booking[] = [
      [-random.int(20, 100), "done"],
      [-random.int(120, 200), "done"],
    ];
    if (username === "luna") return [...ofLuna, ...past];
    if (username === "orion") return [...ofOrion, ...past];
    if (!random.chance(0.3)) return [];
    const coming = Array.from({ length: random.int(1, 3) }, (): Booking => {
      const status = random.weighted<Booking[1]>([
        ["booked", 8],
        ["changed", 2],
        ["cancelled", 1],
      ]);
      return [random.int(12, 150), status];
    });
    return [...coming, ...past];
  }
}

/** The given time, or the next hour that is on shift and not booked. */
function nextOnShift({ week }: DemoPsychic, at: number, used: readonly number[]): number {
  const hours = hoursOf(week);
  for (let later = at; later < at + 7 * dayMs; later += hour) {
    const isTaken = used.some((other) => Math.abs(other - later) < hour);
    if (hours[hourOfWeek(later)] === 1 && !isTaken) return later;
  }
  return at;
}

/**
 * For each psychic, finds the 12 customers with the most readings, sorted by that number, highest
 * first. Returns the latest reading of each.
 */
function regularsOf(readings: readonly PlannedReading[]) {
  const pairs = new Map<DemoPsychic, Map<DemoCustomer, PlannedReading[]>>();
  for (const reading of readings) {
    const { psychic, customer, minutes } = reading;
    if (minutes === 0 || customer.blocked) continue;
    const ofPsychic = pairs.get(psychic) ?? new Map<DemoCustomer, PlannedReading[]>();
    pairs.set(psychic, ofPsychic);
    ofPsychic.set(customer, [...(ofPsychic.get(customer) ?? []), reading]);
  }
  return new Map(
    [...pairs].map(([psychic, ofPsychic]) => {
      const most = [...ofPsychic.values()].sort((a, b) => b.length - a.length).slice(0, 12);
      return [psychic, most.flatMap((list) => list.at(-1) ?? [])];
    }),
  );
}
