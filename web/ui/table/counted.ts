import { writtenCount } from "#web/lib/figures.ts";

// Counts with their nouns, for the cards of a list and for charts.

/** `1 call or chat`, `1,234 calls and chats`. */
export const writtenCalls = (count: number) =>
  `${writtenCount(count)} ${count === 1 ? "call or chat" : "calls and chats"}`;

/** A customer's readings on a card: `1 reading`. */
export const writtenReadings = (count: number) =>
  `${writtenCount(count)} ${count === 1 ? "reading" : "readings"}`;

/** Minutes on a card: `1,479 min.` */
export const writtenMinutes = (minutes: number) => `${writtenCount(minutes)} min.`;
