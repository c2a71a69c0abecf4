import { hash, verify } from "@node-rs/argon2";
import { createTurns } from "../limit-concurrency.ts";

/** argon2id as OWASP has it (the library's default algorithm). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Hashing takes a core and 19 MB each: two at once, fifty in line, then 503. Whoever has signed in
 * before has a line of their own, and one network or account holds 20 places at most, so that a
 * flood of tries keeps nobody else out (B2).
 */
const inTurn = createTurns({ atOnce: 2, waitingAtMost: 50, ofOneAtMost: 20 });

/** Who waits for a password to be hashed. */
export interface Asking {
  /** Signed in, or in a browser that signed in to the account before. */
  isKnown?: boolean;
  /** The network that a stranger's call comes from, or the account of a known browser. */
  from?: string;
}

const placeOf = ({ isKnown = false, from }: Asking) => ({ first: isKnown, from });

export function hashPassword(password: string, asking: Asking = {}): Promise<string> {
  return inTurn(() => hash(password, cost), placeOf(asking));
}

let dummy: Promise<string> | undefined;

/**
 * Whether the password is right. Without a hash (nobody has that name) the same work is done on a
 * dummy, so that the time tells nothing.
 */
export function verifyPassword(
  passwordHash: string | null,
  password: string,
  asking: Asking = {},
): Promise<boolean> {
  return inTurn(async () => {
    dummy ??= hash("nobody has this password", cost);
    const right = await verify(passwordHash ?? (await dummy), password);
    return right && passwordHash !== null;
  }, placeOf(asking));
}
