import { addDays, newYorkDay, startOfNewYorkDay, weekday } from "#shared/rules/new-york.ts";
import type { DemoPsychic } from "./people/people.ts";
import type { DemoCall } from "./presence-rows.ts";

const monday = 2;
const hour = 3_600_000;
/** Hours after midnight at which a regular dials. */
const times = [20.1, 20.6, 21.2, 21.7];

/**
 * Calls of regulars who dial Luna's extension on Monday evenings, which her week lacks. Nobody answers,
 * and no reading comes of them. The advice about hours that pay finds them.
 */
export function missedRegulars(
  psychics: readonly DemoPsychic[],
  days: number,
  now: number,
): DemoCall[] {
  const luna = psychics.find(({ username }) => username === "luna");
  if (!luna) return [];
  const today = newYorkDay(now);
  return Array.from({ length: days }, (_, ago) => addDays(today, -ago))
    .filter((day) => weekday(day) === monday)
    .flatMap((day) =>
      times.map((time, place) => ({
        ...{ connectionId: `regular-${day}-${place}`, psychic: luna, channel: "Call" as const },
        ...{ start: startOfNewYorkDay(day) + time * hour, minutes: 0, result: "No Answer" },
      })),
    );
}
