/** Whom a psychic may send free minutes (D23). */
export const giftRules = {
  /** Days since a reading with this psychic, at most. */
  eligibleDays: 90,
  /** Days after which a gift that nobody used lapses. */
  lapseDays: 30,
  /** Fewer calls and chats than this hide their revenue from a psychic (D23c). */
  revenueFromCalls: 3,
  /** Free minutes of one gift (K7). */
  minutesAtLeast: 3,
  minutesAtMost: 7,
  subjectAtMost: 100,
  bodyAtMost: 4000,
  /** More than one psychic can have read for in those 90 days: all of them may be chosen at once. */
  recipientsAtMost: 10_000,
} as const;
