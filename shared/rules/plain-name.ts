/**
 * Whether a name or username could be taken for an address: letters go to mailboxes that nobody has
 * confirmed, and must carry nobody's links (C13).
 */
export const holdsAddress = (name: string): boolean => /:\/\/|www\.|@/i.test(name);
