/**
 * Sorts texts for people, regardless of case and with accented letters beside plain ones: "Emil",
 * "Émile", "Emma". One collator, because creating one is slow. server/db/by-text.ts sorts the same
 * way in SQL.
 */
export const compareTexts = new Intl.Collator("en", { sensitivity: "accent" }).compare;
