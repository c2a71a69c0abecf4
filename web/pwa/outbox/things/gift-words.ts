import type { giftEndpoints } from "#shared/gifts.ts";
import type { RequestOf } from "#shared/http/endpoint.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Gift = RequestOf<typeof giftEndpoints.sendGifts>["body"];

/** The gift as it was typed: its message is sent as paragraphs. */
const typed = (gift: Gift) => ({ ...gift, body: linesOf(gift.body).join("\n") });

export function lines(gift: Gift, { about }: Edit): Line[] {
  const count = gift.customers.length;
  return [
    { label: "Subject", mine: gift.subject },
    { label: "Free Minutes", mine: String(gift.minutes) },
    { label: "Customers", mine: about ? `${count}: ${about}` : String(count) },
    { label: "Message", mine: typed(gift).body },
  ];
}

export const draft = { form: "gift", values: typed };
