import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "../http/refusal.ts";

/** argon2id as OWASP has it (the library's default algorithm). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const waitingAtMost = 50;

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing takes a core and 19 MB each: two at once, fifty in line, then 503. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  else {
    if (waiting.length >= waitingAtMost) throw new Refusal("unavailable", { retryAfter: 5 });
    // The one that leaves hands its place over, so nobody who comes between can take it.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

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
