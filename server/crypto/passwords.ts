import { hash, verify } from "@node-rs/argon2";
import { createTurns } from "../turns.ts";

/** argon2id as OWASP has it (the library's default algorithm). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing takes a core and 19 MB each: two at once, fifty in line, then 503. */
const inTurn = createTurns({ atOnce: 2, waitingAtMost: 50 });

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

let dummy: Promise<string> | undefined;

/**
 * Whether the password is right. Without a hash (nobody has that name) the same work is done on a
 * dummy, so that the time tells nothing.
 */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    dummy ??= hash("nobody has this password", cost);
    const right = await verify(passwordHash ?? (await dummy), password);
    return right && passwordHash !== null;
  });
}
