import type { Knex } from "knex";

/** No mail program turns such a name into a link, and no stranger can put a message into it. */
const simple = /^[\p{L}\p{N}_-]{1,50}$/u;

/**
 * How a letter names an account. Anybody can sign up with another person's address, so letters must
 * contain no free text: a username that is not one plain word is left out (C13). Staff usernames
 * come from a command or an owner and are always used.
 */
export function nameInLetter({
  username,
  extension,
}: {
  username: string;
  /** Null for a manager. */
  extension: string | null;
}): string {
  return extension === null || simple.test(username)
    ? `"${username}"`
    : `with the extension ${extension}`;
}

/** Reads the facts for a letter to the owner of an account; undefined if there is no such user. */
export function findAddressee(
  sql: Knex,
  userId: number,
): Promise<
  { username: string; email: string; brand: string; extension: string | null } | undefined
> {
  return sql("users as u")
    .leftJoin("psychics as p", "p.user_id", "u.id")
    .where("u.id", userId)
    .first("u.username", "u.email", "u.brand", "p.extension");
}
