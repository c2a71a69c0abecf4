import type { Knex } from "knex";
import type { Columns } from "./builders/insert.ts";
import { insertRows } from "./builders/insert.ts";
import { loginRow } from "./builders/login.ts";
import type { People } from "./people/people.ts";
import type { Random } from "./random.ts";
import type { PlannedReading } from "./readings/plan.ts";

const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;

/** Work sessions of this many days. */
const days = 60;
/** A psychic who has no reading for this long has logged off; after a long day, even sooner. */
const pause = 1.5 * hour;
const pauseAfterLongDay = 0.5 * hour;
const longDay = 8 * hour;

export type WorkSession = Columns<"logins"> & { user_id: number; started_at: Date };

/** Epoch milliseconds. */
interface Stretch {
  start: number;
  end: number;
}

/**
 * Work sessions (D17): by phone around each group of readings, and some on the portal.
 * @param online psychics who are on the phones now; their last work session is still open.
 */
export async function makeLogins(
  sql: Knex,
  random: Random,
  { managers, psychics }: People,
  readings: readonly PlannedReading[],
  online: ReadonlySet<number>,
  now: number,
): Promise<WorkSession[]> {
  const since = now - days * dayMs;
  const recent = Map.groupBy(
    readings.filter(({ start }) => start >= since),
    ({ psychic }) => psychic.id,
  );
  const rows: WorkSession[] = [];
  const visitedUntil = new Map<number, number>();
  let number = 7_100_000;
  for (const { id, joined, status } of psychics) {
    const stretches = stretchesOf(recent.get(id) ?? []);
    for (const { start, end } of stretches) {
      const loggedOn = start - random.int(2, 14) * minute;
      const isOpen = online.has(id) && now - end < pause;
      logOn(id, loggedOn, end, isOpen ? null : Math.min(end + random.int(1, 14) * minute, now));
      if (random.chance(0.55)) visit(id, loggedOn + random.int(5, 90) * minute);
    }
    const last = stretches.at(-1)?.end ?? 0;
    if (online.has(id) && now - last >= pause) {
      const loggedOn = now - random.int(10, 70) * minute;
      logOn(id, loggedOn, loggedOn, null);
    }
    // Applicants sign in to see whether they were approved.
    if (status === "Pending" || status === "Screened") {
      for (let day = joined; day >= 1; day -= random.int(1, 5)) {
        visit(id, now - day * dayMs + random.int(0, 300) * minute);
      }
    }
  }
  for (const { id } of managers) {
    for (let day = days; day >= 1; day--) {
      // Around 9 AM in New York.
      const morning = Math.floor((now - day * dayMs) / dayMs) * dayMs + 14 * hour;
      if (random.chance(0.7)) visit(id, morning + random.int(-30, 60) * minute);
    }
  }
  rows.sort((a, b) => a.started_at.getTime() - b.started_at.getTime());
  await insertRows(sql, "logins", rows.map(loginRow));
  return rows;

  function logOn(userId: number, start: number, lastAction: number, end: number | null): void {
    number += random.int(1, 9);
    rows.push({
      user_id: userId,
      source: "phone",
      external_id: `L${number}`,
      started_at: new Date(start),
      last_action_at: new Date(lastAction),
      ended_at: end === null ? null : new Date(end),
    });
  }

  function visit(userId: number, start: number): void {
    const end = start + random.int(3, 50) * minute;
    // A user's portal logins do not overlap, and all have ended.
    if (end >= now || start <= (visitedUntil.get(userId) ?? 0)) return;
    visitedUntil.set(userId, end);
    rows.push({ user_id: userId, started_at: new Date(start), ended_at: new Date(end) });
  }
}

/** Groups of readings without a long pause between them. */
function stretchesOf(readings: readonly PlannedReading[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { start, minutes } of readings) {
    const end = start + minutes * minute;
    const last = stretches.at(-1);
    const isLongDay = last !== undefined && last.end - last.start > longDay;
    const isOver = !last || start - last.end >= (isLongDay ? pauseAfterLongDay : pause);
    if (isOver) stretches.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return stretches;
}
