import { checkPassword, type HashRequester } from "#server/crypto/passwords.ts";
import { writeAudit } from "#server/http/audit.ts";
import type { Call } from "#server/http/handler.ts";
import {
  giveBackAll,
  type Limits,
  type Point,
  pointsOfAddress,
  takeAll,
} from "#server/http/limits.ts";
import { networkOf } from "#server/http/network.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { ErrorCode } from "#shared/http/errors.ts";
import type { sessionEndpoints } from "#shared/sessions.ts";
import { findCredentials, type SigningIn } from "./sessions.ts";

const quarter = 900;
/** Safety 8, for browsers that have not signed in to the account before. */
const perAccount = { bucket: "signin-account", points: 10, seconds: quarter };
const perAddress = { bucket: "signin-address", points: 100, seconds: quarter };
/** A browser that has signed in to the account before has attempts of its own (safety 28). */
const perDevice = { bucket: "signin-device", points: 10, seconds: quarter };

const countedRefusals: ReadonlySet<ErrorCode> = new Set(["not_signed_in", "too_many"]);

/**
 * Takes points before the check, so that simultaneous attempts count. Gives them back after a
 * success and after a failure that is our fault, but not after a refused or limited attempt.
 */
async function countFailures<T>(
  limits: Limits,
  points: readonly Point[],
  check: () => Promise<T>,
): Promise<T> {
  await takeAll(limits, points);
  let isRefused = false;
  try {
    return await check();
  } catch (error) {
    // If the account has no points left (`too_many`), the attempt still counts against the network
    // address.
    isRefused = error instanceof Refusal && countedRefusals.has(error.code);
    throw error;
  } finally {
    if (!isRefused) await giveBackAll(limits, points);
  }
}

type Lookup = Awaited<ReturnType<typeof findCredentials>>;
type SignInCall = Call<typeof sessionEndpoints.signIn>;

/**
 * Finds the user with this name and password.
 * @throws Refusal 401 for a wrong password, an unknown name, a closed and a locked account alike; 429 after
 * too many attempts; 503 while too many are queued.
 */
export async function checkCredentials(call: SignInCall): Promise<SigningIn> {
  const { body, db, devices, limits, req, vault, address } = call;
  const find = () => findCredentials(db.sql, body.username);

  const knownLookup = devices.hasCookie(req) ? await find() : undefined;
  const device = knownLookup?.found && devices.nameFor(req, knownLookup.found);
  if (device) {
    const account = `account ${knownLookup.found?.id}`;
    const key = `${knownLookup.found?.id}:${device}`;
    return countFailures(limits, [{ limit: perDevice, key }], () =>
      checkFound(call, knownLookup, { isKnown: true, sender: account }),
    );
  }
  const { subscriber } = networkOf(address);
  return countFailures(limits, pointsOfAddress(perAddress, address), async () => {
    const lookup = knownLookup ?? (await find());
    // Hashed, because people type their password into the wrong field.
    const account = vault.index("account", lookup.name).toString("hex");
    return countFailures(limits, [{ limit: perAccount, key: account }], () =>
      checkFound(call, lookup, { sender: subscriber }),
    );
  });
}

async function checkFound(
  call: SignInCall,
  { found, decoyHash }: Lookup,
  requester: HashRequester,
): Promise<SigningIn> {
  const { body, db, log, trace } = call;
  const passwordHash = found?.password_hash ?? null;
  const stored = { passwordHash, decoyHash };
  const { isRight, newHash, isUnreadable } = await checkPassword(stored, body.password, requester);
  if (found && isRight && !found.is_locked) return { ...found, newHash };
  if (found && isUnreadable) {
    log.warn({ userId: found.id }, "the stored password hash cannot be read");
  }
  await writeAudit(db.sql, {
    actorId: null,
    action: "sign-in refused",
    subjectId: found?.id ?? null,
    trace,
  });
  throw new Refusal("not_signed_in");
}
