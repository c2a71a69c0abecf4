let compare: ((a: string, b: string) => number) | undefined;

/**
 * Sorts texts for people, regardless of case and with accented letters beside plain ones: "Emil",
 * "Émile", "Emma". One collator, made at its first use, because creating one is slow.
 * server/db/by-text.ts sorts the same way in SQL.
 */
export function compareTexts(a: string, b: string): number {
  compare ??= new Intl.Collator("en", { sensitivity: "accent" }).compare;
  return compare(a, b);
}
