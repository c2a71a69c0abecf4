/** Matches a short secret as a whole word, because random ids may contain any four digits. */
export const asWord = (secret: string) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`);
