/** Words between commas: a hundred names are easier to read so than one a line. */
export const list = (text: string): readonly string[] => text.trim().split(/,\s+/);
