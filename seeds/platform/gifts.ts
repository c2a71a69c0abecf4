import type pg from "pg";
import { createRandom } from "../random.ts";
import type { PlannedCall } from "./call.ts";

/** A gift that its customer can still use. */
export interface OpenGift {
  id: number;
  psychic_id: number;
  customer_id: number;
  username: string;
  minutes: number;
  sent_at: string;
  /** The customer's free minutes from all psychics. */
  redeemable_minutes: number;
  blocked: boolean;
}

const dayMs = 86_400_000;
/** An unused gift lapses (D23). */
const lapse = 30 * dayMs;
/** Customers need some time to read the message before they call. */
const readAfter = 20 * 60_000;
const giftShare = 0.3;

/** @param psychicId gifts of this psychic only; by default of all. */
export async function openGifts(pool: pg.Pool, psychicId?: number): Promise<OpenGift[]> {
  const { rows } = await pool.query<OpenGift>(
    `select g.id, g.psychic_id, g.customer_id::float8 as customer_id, c.username, g.minutes,
            g.sent_at, c.redeemable_minutes, c.blocked
       from gifts g join customers c on c.id = g.customer_id
      where g.redeemed_at is null and not c.blocked
        and ($1::integer is null or g.psychic_id = $1)
      order by g.id`,
    [psychicId ?? null],
  );
  return rows;
}

/** Decides by chance whether a call uses one of the open gifts of its psychic, and which. */
export function giftFor(call: PlannedCall, gifts: readonly OpenGift[]): OpenGift | undefined {
  const { connectionId, psychic, start, minutes, free, booking } = call;
  if (minutes === 0 || free > 0 || booking !== null) return undefined;
  const usable = gifts.filter(({ psychic_id, sent_at }) => {
    const age = start - Date.parse(sent_at);
    return psychic_id === psychic.id && age > readAfter && age < lapse;
  });
  const random = createRandom(`platform gift ${connectionId}`);
  return usable.length > 0 && random.chance(giftShare) ? random.pick(usable) : undefined;
}

/** The call, made by the gift's customer. */
export function withGift(call: PlannedCall, gift: OpenGift): PlannedCall {
  const customer = { id: gift.customer_id, username: gift.username };
  return { ...call, customer, free: Math.min(gift.minutes, call.minutes) };
}
