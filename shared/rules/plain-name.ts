/**
 * Whether a name contains a web or e-mail address. Names appear in letters to
 * unconfirmed mailboxes, and such letters must not carry a stranger's links (C13).
 */
export const holdsAddress = (name: string): boolean => /:\/\/|www\.|@/i.test(name);
