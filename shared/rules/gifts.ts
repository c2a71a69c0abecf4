/** Whom a psychic may send free minutes (D23). */
export const giftRules = {
  /** Days since a reading with this psychic, at most. */
  eligibleDays: 90,
  /** Days after which a gift that nobody used lapses. */
  lapseDays: 30,
  /** Free minutes of one gift (K7). */
  minutesAtLeast: 3,
  minutesAtMost: 7,
  subjectAtMost: 100,
  bodyAtMost: 4000,
  recipientsAtMost: 1000,
} as const;
