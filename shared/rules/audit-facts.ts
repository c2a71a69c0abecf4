/** The groups of actions by which the audit trail can be filtered. */
export const auditGroups = {
  "sign-in": "Sign-in and password",
  opened: "Opened, played and exported",
  account: "Account and its settings",
  profile: "Profile, phones and picture",
  listing: "Listing",
  schedule: "Schedule and gifts",
  staff: "Staff",
  portal: "The portal itself",
} as const;
export type AuditGroup = keyof typeof auditGroups;

/**
 * Who may see an entry. Owners see all. `staff`: also staff who see the psychic whom the entry is
 * about. `psychic`: also that psychic.
 */
export type AuditAudience = "owners" | "staff" | "psychic";

/** How a stored value becomes a text. `user`: the id of a user. */
export type AuditValue =
  | ("text" | "assignment kind" | "availability" | "categories" | "contact method")
  | ("country" | "day" | "gender" | "hours" | "languages")
  | ("paragraphs" | "permissions" | "phones" | "user" | "weekday" | "zodiac");

/** A fact of an entry's `detail`. What no fact names never leaves the server. */
export interface AuditFact {
  name: string;
  /** The places of the old and the new value in `detail`, with dots: `from.city`. */
  from?: string;
  to?: string;
  /** Default: as a text. */
  as?: AuditValue;
  /** Default: as the action. */
  seenBy?: AuditAudience;
}

export interface AuditAction {
  group: AuditGroup;
  /** What happened, in the words of the screen. */
  words: string;
  seenBy: AuditAudience;
  facts: readonly AuditFact[];
}

type More = Partial<Omit<AuditFact, "name">>;

/** A fact without an earlier value. */
export const fact = (name: string, to: string, more: More = {}): AuditFact => ({
  name,
  to,
  ...more,
});
/** `detail` is `{from, to}` or, with a key, `{from: {key}, to: {key}}`. */
export const change = (name: string, key = "", more: More = {}): AuditFact => ({
  ...{ name, from: key ? `from.${key}` : "from", to: key ? `to.${key}` : "to" },
  ...more,
});
/** `detail` is `{old, new}`. */
export const replaced = (name: string, as: AuditValue = "text"): AuditFact => ({
  ...{ name, from: "old", to: "new", as },
});

export const action = (
  group: AuditGroup,
  words: string,
  seenBy: AuditAudience,
  facts: readonly AuditFact[] = [],
): AuditAction => ({ group, words, seenBy, facts });
