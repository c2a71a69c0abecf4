import type { Knex } from "knex";
import { insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export interface Segment {
  psychic_id: number;
  /** 1 Sunday to 7 Saturday. */
  day: number;
  /** The order within the day, from 1. */
  number: number;
  /** New York wall-clock times, `HH:MM`; an end at or before the start is on the next day (D14). */
  starts: string;
  ends: string;
  status: "A" | "O";
}

export function segmentRow(overrides: Partial<Segment> & Pick<Segment, "psychic_id">) {
  return { day: 2, number: 1, starts: "18:00", ends: "22:00", status: "A", ...overrides };
}

export async function makeSegment(sql: Knex, overrides: Partial<Segment> = {}): Promise<Segment> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  return insertRow(sql, "schedule_segments", segmentRow({ ...overrides, psychic_id: psychicId }));
}
