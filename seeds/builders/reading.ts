import type { Knex } from "knex";
import type { IngestedReading } from "#shared/ingested-reading.ts";
import { makeCustomer } from "./customer.ts";
import { insertRow } from "./insert.ts";
import { makePsychic } from "./psychic.ts";

/** A reading as the platform sends it, with the psychic's id. */
export type SentReading = Omit<IngestedReading, "user_id" | "extension"> & { user_id: number };

let number = 0;

/** By default a completed call of ten minutes, three of them free. The revenue follows from the rest. */
export function sentReading(
  overrides: Partial<SentReading> & Pick<SentReading, "user_id">,
): SentReading {
  number += 1;
  const minutes = overrides.minutes ?? 10;
  const free = Math.min(overrides.free_minutes ?? 3, minutes);
  const paid = overrides.paid_minutes ?? minutes - free;
  const rate = overrides.rate ?? 3.99;
  const customerId = overrides.customer_id ?? 900_000;
  return {
    connection_id: `made-${number}`,
    customer_id: customerId,
    customer_username: `customer${customerId}`,
    conn_type: "Call",
    started_at: "2026-03-04T20:15:00Z",
    minutes,
    free_minutes: free,
    paid_minutes: paid,
    rate,
    revenue: (paid * Math.round(rate * 100)) / 100,
    result: minutes > 0 ? "Completed" : "No Answer",
    ...overrides,
  };
}

/**
 * Inserts a row of `readings` with its psychic and customer directly into the tables. Only for tests
 * that read these tables: the statistics do not include such a row. All other tests send readings
 * to the API.
 */
export async function makeReading(sql: Knex, overrides: Partial<SentReading> = {}) {
  const psychicId = overrides.user_id ?? (await makePsychic(sql)).user_id;
  const customerId = overrides.customer_id ?? (await makeCustomer(sql)).id;
  const sent = sentReading({ ...overrides, user_id: psychicId, customer_id: customerId });
  const pair = { psychic_id: psychicId, customer_id: customerId };
  await sql("psychic_customers")
    .insert({ ...pair, first_call_at: sent.minutes > 0 ? sent.started_at : null })
    .onConflict(["psychic_id", "customer_id"])
    .merge({
      first_call_at: sql.raw("least(psychic_customers.first_call_at, excluded.first_call_at)"),
    });
  await insertRow(sql, "readings", {
    connection_id: sent.connection_id,
    ...pair,
    conn_type: sent.conn_type,
    started_at: sent.started_at,
    minutes: sent.minutes,
    free_minutes: sent.free_minutes,
    paid_minutes: sent.paid_minutes,
    rate_cents: Math.round(sent.rate * 100),
    revenue_cents: Math.round(sent.revenue * 100),
    result: sent.result,
    rating: sent.rating,
    rating_text: sent.rating_text,
    has_recording: sent.has_recording ?? false,
  });
  return sent;
}
