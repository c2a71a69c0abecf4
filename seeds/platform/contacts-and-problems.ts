import { newYorkDayOf } from "../new-york-time.ts";
import { createIdentities } from "../people/identities.ts";
import { createRandom } from "../random.ts";
import { contactTexts, problemTexts } from "../texts/messages.ts";
import { places } from "../texts/places.ts";
import type { World, WorldPsychic } from "./world.ts";

/** An application as a visitor sends it. */
export interface Application {
  at: number;
  brand: "cos" | "onesun";
  name: string;
  email: string;
  phone: string;
  method: "P" | "E";
  comments: string | null;
}

/** A problem report as a psychic sends it. */
export interface Report {
  at: number;
  psychic: WorldPsychic;
  category: string;
  details: string;
}

/** People write by day, from 9 AM. Seconds since midnight. */
const writingHours = [9 * 3_600, 22 * 3_600] as const;

/** The applications of a New York day, usually one or none. */
export function applicationsOf(day: string): Application[] {
  const random = createRandom(`platform applications ${day}`);
  const identities = createIdentities(random);
  const count = random.weighted([
    [0, 5],
    [1, 5],
    [2, 2],
  ]);
  return Array.from({ length: count }, () => {
    const { first, last } = identities.name(random.chance(0.75) ? "F" : "M");
    const host = random.pick(["mail.example", "post.example", "inbox.example"]);
    return {
      at: newYorkDayOf(day).at(random.int(...writingHours)),
      brand: random.chance(0.6) ? ("cos" as const) : ("onesun" as const),
      name: `${first} ${last}`,
      email: `${first}.${last}@${host}`.toLowerCase().replace(/[^a-z.@-]/g, ""),
      phone: identities.phone(random.pick(places)),
      method: random.chance(0.65) ? ("P" as const) : ("E" as const),
      comments: random.chance(0.7) ? random.pick(contactTexts) : null,
    };
  });
}

/** The problems that psychics report on a New York day: one every few days. */
export function reportsOf({ psychics }: World, day: string): Report[] {
  const random = createRandom(`platform reports ${day}`);
  if (psychics.length === 0 || !random.chance(0.35)) return [];
  const [category, details] = random.pick(problemTexts);
  const at = newYorkDayOf(day).at(random.int(...writingHours));
  return [{ at, psychic: random.pick(psychics), category, details }];
}
