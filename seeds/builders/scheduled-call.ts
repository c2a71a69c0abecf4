import type { Knex } from "knex";
import type { Inserted } from "#server/db/table.ts";
import { type Columns, insertRow, type Row } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

let number = 0;

export function scheduledCallRow(
  overrides: Columns<"scheduled_calls"> & Pick<Row<"scheduled_calls">, "psychic_id">,
): Inserted<"scheduled_calls"> {
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
  overrides: Columns<"scheduled_calls"> = {},
): Promise<Row<"scheduled_calls">> {
  const psychicId = overrides.psychic_id ?? (await makePsychic(sql)).user_id;
  const row = scheduledCallRow({ ...overrides, psychic_id: psychicId });
  return insertRow(sql, "scheduled_calls", row);
}
