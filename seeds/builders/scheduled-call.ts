import type { Knex } from "knex";
import { type Instant, insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

export interface ScheduledCall {
  /** The platform's. */
  id: string;
  psychic_id: number;
  customer_id: number;
  username: string;
  at: Instant;
  minutes: number;
  channel: "Call" | "Chat";
  status: "booked" | "changed" | "cancelled" | "done";
  /** When the platform said so. */
  event_at: Instant;
}

let number = 0;

export function scheduledCallRow(
  overrides: Partial<ScheduledCall> & Pick<ScheduledCall, "psychic_id">,
) {
  number += 1;
  return {
    id: `made-${number}`,
    customer_id: 900_000,
    username: "customer900000",
    at: new Date(Date.now() + 3_600_000),
    minutes: 20,
    channel: "Call",
    status: "booked",
    event_at: new Date(),
    ...overrides,
  };
}

export async function makeScheduledCall(
  sql: Knex,
  overrides: Partial<ScheduledCall> = {},
): Promise<ScheduledCall> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  const row = scheduledCallRow({ ...overrides, psychic_id: psychicId });
  return insertRow(sql, "scheduled_calls", row);
}
