import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export interface Availability {
  psychic_id: number;
  code: "A" | "P" | "C" | "O" | "U" | "B" | "R";
  at: Instant;
}

export async function makeAvailability(
  sql: Knex,
  overrides: Partial<Availability> = {},
): Promise<Availability> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "availability", {
    code: "A",
    at: new Date(),
    ...overrides,
    psychic_id: psychicId,
  });
}
