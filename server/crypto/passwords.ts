import { hash, verify } from "@node-rs/argon2";
import { limitConcurrency } from "../limit-concurrency.ts";
import { ownCost } from "./argon2id-cost.ts";
import { checkOf, isForeignArgon2id, markOld, readDigest } from "./old-hashes.ts";

/**
 * A hash takes a core and 19 MB, one of an old system up to 64 MB: two at once, fifty queued, then
 * 503. Known users have a queue of their own, and one network or account holds at most 20 places, so
 * a flood of attempts shuts nobody else out (B2).
 */
const limitHashing = limitConcurrency({ atOnce: 2, queuedAtMost: 50, queuedPerSender: 20 });

/** For whom a password is hashed. */
export interface HashRequester {
  /** Signed in, or in a browser that has signed in to the account before. */
  isKnown?: boolean;
  /** The network of a stranger, or the account of a known browser. */
  sender?: string;
}

const placeOf = ({ isKnown = false, sender }: HashRequester) => ({ urgent: isKnown, sender });

export function hashPassword(password: string, requester: HashRequester = {}): Promise<string> {
  return limitHashing(() => hash(password, ownCost), placeOf(requester));
}

/**
 * The text to store for an imported hash. A digest makes its password quick to guess, so only the
 * digest's argon2id hash is stored. An argon2id hash of another cost is marked as old, because we
 * replace it. All others stay as they are.
 */
export async function storableHash(text: string): Promise<string> {
  if (isForeignArgon2id(text)) return markOld(text);
  const old = readDigest(text);
  if (!old || old.digest.startsWith("$")) return text;
  return `${old.start}${await hashPassword(old.digest)}`;
}

let dummy: Promise<string> | undefined;

/** As much work as checking a hash of ours. */
async function verifyDummy(password: string): Promise<void> {
  dummy ??= hash("nobody has this password", ownCost);
  await verify(await dummy, password);
}

export interface PasswordCheck {
  isRight: boolean;
  /** Replaces the old system's hash, now that the password is known. */
  newHash: string | null;
  /** The stored hash is malformed. */
  isUnreadable: boolean;
}

/**
 * Checks a password as typed. Passwords are trimmed when they are set (D10), but an old system may
 * have kept the spaces around one.
 *
 * The response time must not reveal which names exist (safety 9). So every text that is tried costs
 * one argon2id hash and, while there are old hashes, also a check of one of those: the account's
 * own, or else `decoyHash`. While there are old hashes, a password with spaces around it is tried
 * twice: trimmed and as typed.
 * The first parameter has the account's hash, or null if no account has that name, and an old hash
 * of another account, if there is one.
 */
export function checkPassword(
  { passwordHash, decoyHash }: { passwordHash: string | null; decoyHash: string | null },
  typed: string,
  requester: HashRequester = {},
): Promise<PasswordCheck> {
  return limitHashing(async () => {
    const password = typed.trim();
    const own = passwordHash === null ? null : checkOf(passwordHash);
    const decoy = decoyHash === null ? null : checkOf(decoyHash);
    const isUnreadable = passwordHash !== null && own === null;
    const texts = decoyHash !== null && typed !== password ? [password, typed] : [password];
    for (const text of texts) {
      if ((await own?.isRight(text)) && password !== "") {
        const isCurrent = passwordHash?.startsWith("$argon2id$");
        return {
          isRight: true,
          newHash: isCurrent ? null : await hash(password, ownCost),
          isUnreadable,
        };
      }
      if (own?.work !== "argon2id") await verifyDummy(text);
      if (own?.work !== "slow" && decoy?.work === "slow") await decoy.isRight(text);
    }
    return { isRight: false, newHash: null, isUnreadable };
  }, placeOf(requester));
}

/** Whether a known user's password is right. Hides no timing: there is no name to reveal. */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  requester: HashRequester = {},
): Promise<boolean> {
  return (await checkPassword({ passwordHash, decoyHash: null }, password, requester)).isRight;
}
