/** The rules of gifts (D23). */
export const giftRules = {
  /** A customer may get a gift for this many days after a reading with the psychic. */
  eligibleDays: 90,
  /** An unused gift lapses after this many days. */
  lapseDays: 30,
  /** With fewer calls and chats, a psychic does not see the customer's revenue (D23c). */
  revenueFromCalls: 3,
  /** Free minutes of one gift (K7). */
  minutesAtLeast: 3,
  minutesAtMost: 7,
  subjectAtMost: 100,
  bodyAtMost: 4000,
  /** More than the customers of one psychic in 90 days, so that all of them can be chosen at once. */
  recipientsAtMost: 10_000,
} as const;
