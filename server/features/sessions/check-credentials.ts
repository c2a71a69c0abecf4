import { type Asking, verifyPassword } from "#server/crypto/passwords.ts";
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
import { type Credentials, findCredentials } from "./sessions.ts";

const quarter = 900;
/** Safety 8, for strangers: browsers that have not signed in to the account before. */
const perAccount = { bucket: "signin-account", points: 10, seconds: quarter };
const perAddress = { bucket: "signin-address", points: 100, seconds: quarter };
/** A browser that signed in to the account before has tries of its own (safety 28). */
const perDevice = { bucket: "signin-device", points: 10, seconds: quarter };

const triesThatCount: ReadonlySet<ErrorCode> = new Set(["not_signed_in", "too_many"]);

/**
 * Takes points before a try, so that tries made at once count as well, and gives them back unless
 * the password was wrong: neither a good try counts nor one that failed for want of anything of ours.
 */
async function counting<T>(
  limits: Limits,
  points: readonly Point[],
  check: () => Promise<T>,
): Promise<T> {
  await takeAll(limits, points);
  let isRefused = false;
  try {
    return await check();
  } catch (error) {
    // A try at an account that has none left counts against its address all the same.
    isRefused = error instanceof Refusal && triesThatCount.has(error.code);
    throw error;
  } finally {
    if (!isRefused) await giveBackAll(limits, points);
  }
}

type Asked = Awaited<ReturnType<typeof findCredentials>>;
type SigningIn = Call<typeof sessionEndpoints.signIn>;

/**
 * Who signs in with this name and password.
 * @throws Refusal 401 for a wrong one, an unknown name and a closed account alike; 429 after too
 * many tries; 503 while too many wait.
 */
export async function checkCredentials(call: SigningIn): Promise<Credentials> {
  const { body, db, devices, limits, req, vault, address } = call;
  const find = () => findCredentials(db.sql, body.username);

  const early = devices.isMarked(req) ? await find() : undefined;
  const device = early?.found && devices.nameFor(req, early.found);
  if (device) {
    const account = `account ${early.found?.id}`;
    const key = `${early.found?.id}:${device}`;
    return counting(limits, [{ limit: perDevice, key }], () =>
      checkPassword(call, early, { isKnown: true, from: account }),
    );
  }
  const { near } = networkOf(address);
  return counting(limits, pointsOfAddress(perAddress, address), async () => {
    const asked = early ?? (await find());
    // Hashed: people type their password into the wrong field.
    const account = vault.index("account", asked.name).toString("hex");
    return counting(limits, [{ limit: perAccount, key: account }], () =>
      checkPassword(call, asked, { from: near }),
    );
  });
}

async function checkPassword(call: SigningIn, asked: Asked, asking: Asking): Promise<Credentials> {
  const { body, db, trace } = call;
  // Passwords are trimmed wherever they are set, so also here (D10).
  const present = asked.found?.password_hash ?? null;
  const isRight = await verifyPassword(present, body.password.trim(), asking);
  if (asked.found && isRight) return asked.found;
  await writeAudit(db.sql, {
    actorId: null,
    action: "sign-in refused",
    subjectId: asked.found?.id ?? null,
    trace,
  });
  throw new Refusal("not_signed_in");
}
