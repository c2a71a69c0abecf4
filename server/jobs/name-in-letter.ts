import type { Knex } from "knex";

/** What no mail program takes for an address, and no stranger can fill with a message. */
const simple = /^[\p{L}\p{N}_-]{1,50}$/u;

/**
 * How a letter names an account. Anybody can sign up with somebody else's address, so that a letter
 * must carry no free text: a username that is more than one plain word stays out (C13). Managers'
 * come from a command and are named as they are.
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

/** What a letter to the owner of an account needs; undefined for nobody. */
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
