/** What a psychic can say about a booked call before it begins. */
export const callAnswers = ["ready", "late", "cannot"] as const;
export type CallAnswerCode = (typeof callAnswers)[number];

/** How many minutes late a psychic can say that she is. */
export const lateChoices = [5, 10, 15] as const;

const minute = 60_000;

/** In milliseconds, before (or, if negative, after) the call's time. */
export const ladder = {
  /** The first question, and the first moment at which an answer counts. */
  soon: 15 * minute,
  /** The second question, if nobody has answered. */
  again: 5 * minute,
  /** The floor marks the call, and the manager is told. */
  unanswered: 2 * minute,
  /** The last moment at which an answer counts, and the end of the mark on the floor. */
  end: -5 * minute,
} as const;

/** The screen that asks about a booked call. */
export const callPath = (id: string | number): string =>
  // An address that ends like a file would be the server's (`shellAnswer`).
  `/psychic/call/${encodeURIComponent(id).replaceAll(".", "%2E")}`;

const words: Record<CallAnswerCode, string> = {
  ready: "Ready",
  late: "Running late",
  cannot: "Can't",
};

/** `Running late, 10 minutes`. */
export function answerWords(answer: CallAnswerCode, lateMinutes?: number | null): string {
  return lateMinutes ? `${words[answer]}, ${lateMinutes} minutes` : words[answer];
}
