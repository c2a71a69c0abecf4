import type { Knex } from "knex";
import { giftRow } from "./builders/gift.ts";
import { insertRows } from "./builders/insert.ts";
import type { DemoPsychic } from "./people/people.ts";
import type { Random } from "./random.ts";
import type { DemoCustomer } from "./readings/customers.ts";
import type { Plan } from "./readings/plan.ts";
import { giftTexts } from "./texts/messages.ts";

const dayMs = 86_400_000;
/** A gift that nobody uses lapses (D23). */
const lapse = 30 * dayMs;
const eligible = 90 * dayMs;

type Gift = Parameters<typeof giftRow>[0] & { sent_at: Date };

export interface DemoGifts {
  rows: Gift[];
  /** Unused minutes of each customer by id. */
  unused: Map<number, number>;
}

/** The gifts that customers used in readings, and some unused gifts to several customers each. */
export function planGifts(
  { readings, gifts }: Plan,
  psychics: readonly DemoPsychic[],
  random: Random,
  now: number,
): DemoGifts {
  const redeemed = gifts.map(
    (gift): Gift => ({
      psychic_id: gift.psychic.id,
      customer_id: gift.customer.id,
      ...messageText(random),
      minutes: gift.minutes,
      sent_at: new Date(gift.sent),
      redeemed_at: new Date(gift.redeemed),
    }),
  );
  const lastGift = new Map<string, number>();
  for (const { psychic, customer, redeemed } of gifts) {
    lastGift.set(`${psychic.id} ${customer.id}`, redeemed);
  }
  const lastReading = new Map<DemoPsychic, Map<DemoCustomer, number>>();
  for (const { psychic, customer, minutes, start } of readings) {
    if (minutes === 0 || start < now - 2 * eligible) continue;
    const ofPsychic = lastReading.get(psychic) ?? new Map<DemoCustomer, number>();
    lastReading.set(psychic, ofPsychic.set(customer, start));
  }

  const unused = new Map<number, number>();
  const unredeemed: Gift[] = [];
  for (const psychic of psychics) {
    if (psychic.status !== "Active" || psychic.rank === null) continue;
    const isLuna = psychic.username === "luna";
    const daysOfGifts = isLuna
      ? [2.2, 9.4, 24.1, 47.3]
      : random.chance(0.4)
        ? [random.int(1, 50)]
        : [];
    for (const daysAgo of daysOfGifts) sendTo(psychic, now - daysAgo * dayMs, isLuna ? 8 : 4);
  }
  return { rows: [...redeemed, ...unredeemed].sort(bySending), unused };

  /** One gift to several customers who have not called since. */
  function sendTo(psychic: DemoPsychic, sent: number, atMost: number): void {
    const message = messageText(random);
    const minutes = random.int(3, 5);
    const recipients = random
      .shuffle([...(lastReading.get(psychic) ?? [])])
      .filter(([customer, last]) => {
        const pair = `${psychic.id} ${customer.id}`;
        const isEligible = !customer.blocked && last < sent && last > sent - eligible;
        return isEligible && (lastGift.get(pair) ?? 0) < sent;
      })
      .slice(0, atMost);
    for (const [{ id }] of recipients) {
      lastGift.set(`${psychic.id} ${id}`, sent + lapse);
      unredeemed.push({
        psychic_id: psychic.id,
        customer_id: id,
        ...message,
        minutes,
        sent_at: new Date(sent),
      });
      if (sent + lapse > now) unused.set(id, (unused.get(id) ?? 0) + minutes);
    }
  }
}

export function insertGifts(sql: Knex, { rows }: DemoGifts): Promise<void> {
  return insertRows(sql, "gifts", rows.map(giftRow));
}

function messageText(random: Random) {
  const [subject, body] = random.pick(giftTexts);
  return { subject, body };
}

const bySending = (a: Gift, b: Gift) => a.sent_at.getTime() - b.sent_at.getTime();
