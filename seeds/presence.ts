import type { Database } from "#server/db/connection.ts";
import { makeMonthsOf } from "#server/db/partitions/keep-months.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import type { WorkSession } from "./logins.ts";
import type { DemoPsychic } from "./people/people.ts";
import { baseCode } from "./platform/world.ts";
import { type DemoChange, insertPresence } from "./presence-rows.ts";
import type { PlannedReading } from "./readings/plan.ts";
import { missedRegulars } from "./regulars.ts";

/** Days of which the demo has availabilities and calls: more than the weeks of `psychic_hours`. */
const days = 65;
const minute = 60_000;

/**
 * The availabilities and calls of the last days: available from log-on to log-off, and busy during
 * readings.
 */
export async function makePresence(
  { pool }: Database,
  psychics: readonly DemoPsychic[],
  readings: readonly PlannedReading[],
  sessions: readonly WorkSession[],
  now: number,
): Promise<void> {
  const first = addDays(newYorkDay(now), -days);
  const since = Date.parse(`${first}T12:00:00Z`);
  const recent = readings.filter(({ start }) => start >= since);
  const codes = new Map(
    psychics.map(({ id, permissions }) => [
      id,
      baseCode({
        takesCalls: permissions.includes("AgentPhone"),
        takesChats: permissions.includes("AgentChat"),
      }),
    ]),
  );
  const changes: DemoChange[] = [];
  const stretches = sessions.filter(
    ({ source, started_at }) => source === "phone" && started_at.getTime() >= since,
  );
  const ofPsychic = Map.groupBy(stretches, ({ user_id }) => user_id);
  for (const { user_id: psychicId, started_at, ended_at } of stretches) {
    changes.push({ psychicId, at: started_at.getTime(), code: codes.get(psychicId) ?? "A" });
    if (ended_at) changes.push({ psychicId, at: new Date(ended_at).getTime(), code: "U" });
  }
  for (const { psychic, start, minutes } of recent) {
    if (minutes === 0) continue;
    const end = start + minutes * minute;
    const isAtWork = (ofPsychic.get(psychic.id) ?? []).some(
      ({ started_at, ended_at }) =>
        started_at.getTime() <= end && (!ended_at || new Date(ended_at).getTime() > end),
    );
    changes.push({ psychicId: psychic.id, at: start, code: "B" });
    const code = isAtWork ? (codes.get(psychic.id) ?? "A") : "U";
    changes.push({ psychicId: psychic.id, at: end, code });
  }
  const dates = Array.from({ length: days + 1 }, (_, place) => addDays(first, place));
  await makeMonthsOf(pool, "availability_changes", dates);
  await makeMonthsOf(pool, "call_attempts", dates);
  const calls = [...recent, ...missedRegulars(psychics, days, now)];
  await insertPresence(pool, { changes, calls }, now);
}
