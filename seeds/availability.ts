import type { Knex } from "knex";
import type { Availability } from "#server/db/tables.ts";
import { insertRows } from "./builders/insert.ts";
import type { DemoPsychic } from "./people/people.ts";
import { hourOfWeek, hoursOf } from "./people/shifts.ts";
import type { Random } from "./random.ts";

type Code = Availability["code"];

const namedCodes: Readonly<Record<string, Code>> = { luna: "A", orion: "P", iris: "O" };
/** Each of these codes goes to one psychic, regardless of the hour. */
const fixedCodes: readonly Code[] = ["B", "B", "B", "B", "B", "R", "R", "O", "O", "O", "O"];

/**
 * Writes the availability of all psychics as of `now`. Most psychics on shift take readings; those
 * who are not Active never do (D23a).
 * @returns the ids of the psychics who are logged on to the phones.
 */
export async function makeAvailabilities(
  sql: Knex,
  random: Random,
  psychics: readonly DemoPsychic[],
  now: number,
): Promise<Set<number>> {
  const hour = hourOfWeek(now);
  const codes = new Map<DemoPsychic, Code>();
  const others: DemoPsychic[] = [];
  for (const psychic of psychics) {
    if (psychic.status !== "Active") codes.set(psychic, "U");
    else if (namedCodes[psychic.username]) codes.set(psychic, namedCodes[psychic.username] ?? "U");
    else others.push(psychic);
  }
  for (const [index, psychic] of random.shuffle(others).entries()) {
    const isOnShift = hoursOf(psychic.week)[hour] === 1;
    codes.set(psychic, fixedCodes[index] ?? (isOnShift ? codeOnShift(psychic, random) : "U"));
  }
  const rows = psychics.map((psychic) => {
    const code = codes.get(psychic) ?? "U";
    const minutesAgo = code === "B" ? random.int(2, 25) : random.int(5, 400);
    const at = new Date(now - minutesAgo * 60_000);
    return { psychic_id: psychic.id, code, at, set_by: "platform" as const };
  });
  await insertRows(sql, "availability", rows);
  const online: readonly Code[] = ["A", "P", "C", "B", "R"];
  return new Set(rows.filter(({ code }) => online.includes(code)).map((row) => row.psychic_id));
}

function codeOnShift({ permissions }: DemoPsychic, random: Random): Code {
  if (random.chance(0.15)) return "U";
  if (!permissions.includes("AgentChat")) return "P";
  if (!permissions.includes("AgentPhone")) return "C";
  return random.weighted<Code>([
    ["A", 6],
    ["P", 2],
    ["C", 1],
  ]);
}
