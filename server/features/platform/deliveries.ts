import type { Knex } from "knex";
import { type Pruner, pruneRows, pruneValues } from "#server/db/prune-rows.ts";
import { lives } from "#server/retention.ts";

export const deliveryStates = ["waiting", "delivered", "given-up"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery without its data, as the command lists it. */
export interface DeliveryLine {
  id: number;
  psychic_id: number;
  type: string;
  created_at: string;
  attempts: number;
  next_attempt_at: string;
  last_status: string | null;
  delivered_at: string | null;
  given_up_at: string | null;
}

const columns: readonly (keyof DeliveryLine)[] = [
  "id",
  "psychic_id",
  "type",
  "created_at",
  "attempts",
  "next_attempt_at",
  "last_status",
  "delivered_at",
  "given_up_at",
];

const inState: Record<DeliveryState, string> = {
  waiting: "delivered_at is null and given_up_at is null",
  delivered: "delivered_at is not null",
  "given-up": "given_up_at is not null",
};

export function stateOf({ delivered_at, given_up_at }: DeliveryLine): DeliveryState {
  if (delivered_at) return "delivered";
  return given_up_at ? "given-up" : "waiting";
}

/** Deliveries, newest first. */
export function listDeliveries(
  sql: Knex,
  filter: { state?: DeliveryState | undefined; psychicId?: number | undefined; limit: number },
): Promise<DeliveryLine[]> {
  const rows = sql("deliveries").orderBy("id", "desc").limit(filter.limit);
  if (filter.state !== undefined) rows.whereRaw(inState[filter.state]);
  if (filter.psychicId !== undefined) rows.where({ psychic_id: filter.psychicId });
  return rows.select(...columns);
}

/**
 * Sends deliveries again, as if they had never been tried. Ids and times stay, so that the receiver
 * can recognize old news.
 * @param which ids, or all that were given up.
 * @returns the ids of the deliveries that will be sent.
 */
export async function replayDeliveries(
  sql: Knex,
  which: readonly number[] | "given-up",
  now: Date,
): Promise<number[]> {
  const rows = sql("deliveries");
  if (which === "given-up") rows.whereRaw(inState["given-up"]);
  else rows.whereIn("id", which);
  return rows
    .update({
      delivered_at: null,
      given_up_at: null,
      attempts: 0,
      first_attempt_at: null,
      next_attempt_at: now,
    })
    .returning("id")
    .then((replayed: { id: number }[]) => replayed.map(({ id }) => id));
}

export const pruneDelivered = pruneRows("deliveries", "delivered_at < ?", lives.deliveries);
export const pruneGivenUp = pruneRows("deliveries", "given_up_at < ?", lives.deliveries);

const giveUpUntried = pruneValues(
  "deliveries",
  "given_up_at = now(), last_status = 'no platform', pin_sealed = null",
  `${inState.waiting} and first_attempt_at is null and next_attempt_at < ?`,
  lives.restingDeliveries,
);
/**
 * Without a platform setting, gives up deliveries after some days: they contain PINs, and a
 * platform that is set up later must not get the changes of years.
 */
export const pruneResting: Pruner = {
  ...giveUpUntried,
  prune: async (services, now) => !services.platform && giveUpUntried.prune(services, now),
};
