const giftHelp = "/psychic/help/free-customer-offer#free-minutes-from-you";

/** The help page of each screen. */
const helpByPath: Readonly<Record<string, string>> = {
  "/psychic": "/psychic/help",
  "/psychic/listing": "/psychic/help/my-listings",
  "/psychic/statistics": "/psychic/help/making-money#what-your-figures-say",
  "/psychic/profile": "/psychic/help/my-listings#your-name-your-picture-and-your-profile",
  "/psychic/customers": "/psychic/help/making-money#repeat-customers-are-your-business",
  "/psychic/schedule": "/psychic/help/making-money#be-there-when-you-say-you-will",
  "/psychic/readings": "/psychic/help/readings-history",
  "/psychic/logins": "/psychic/help/login-history",
  "/psychic/day": "/psychic/help/login-history#your-day-as-a-picture",
  "/psychic/notifications": "/psychic/help/booked-calls",
  "/psychic/compose": giftHelp,
  "/psychic/sent": giftHelp,
};

export const helpedPaths: readonly string[] = Object.keys(helpByPath);

/** The address of the help for a psychic's screen; null if there is none. */
export const helpOf = (path: string): string | null =>
  helpByPath[path.toLowerCase().replace(/\/$/, "")] ?? null;
