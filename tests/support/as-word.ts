/** Finds a short secret where it stands by itself: random ids hold any four digits now and then. */
export const asWord = (secret: string) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`);
