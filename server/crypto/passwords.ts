import { hash, verify } from "@node-rs/argon2";
import { limitConcurrency } from "../limit-concurrency.ts";

/** argon2id, the library's default, with OWASP's parameters. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * A hash takes a core and 19 MB: two at once, fifty queued, then 503. Known users have a queue of
 * their own, and one network or account holds at most 20 places, so a flood of attempts shuts
 * nobody else out (B2).
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
  return limitHashing(() => hash(password, cost), placeOf(requester));
}

let dummy: Promise<string> | undefined;

/**
 * Whether the password is right. Without a hash (no account has that name) it verifies against a
 * dummy, so that the response time does not reveal which names exist.
 */
export function verifyPassword(
  passwordHash: string | null,
  password: string,
  requester: HashRequester = {},
): Promise<boolean> {
  return limitHashing(async () => {
    dummy ??= hash("nobody has this password", cost);
    const right = await verify(passwordHash ?? (await dummy), password);
    return right && passwordHash !== null;
  }, placeOf(requester));
}
