/**
 * How texts are ordered for people, in any case and with accents beside their letters: "Emil",
 * "Émile", "Emma". One collator, because making one is slow. SQL orders alike: server/db/by-text.ts.
 */
export const compareTexts = new Intl.Collator("en", { sensitivity: "accent" }).compare;
