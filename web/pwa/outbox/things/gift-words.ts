import type { giftEndpoints } from "#shared/gifts.ts";
import type { RequestOf } from "#shared/http/endpoint.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Letter = RequestOf<typeof giftEndpoints.sendGifts>["body"];

/** The letter as it was typed: it is sent as paragraphs. */
const typed = (letter: Letter) => ({ ...letter, body: linesOf(letter.body).join("\n") });

export function lines(letter: Letter, { about }: Edit): Line[] {
  const count = letter.customers.length;
  return [
    { label: "Subject", mine: letter.subject },
    { label: "Free Minutes", mine: String(letter.minutes) },
    { label: "Customers", mine: about ? `${count}: ${about}` : String(count) },
    { label: "Message", mine: typed(letter).body },
  ];
}

export const draft = { form: "gift", values: typed };
