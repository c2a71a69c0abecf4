import type { Knex } from "knex";
import { Secret, TOTP } from "otpauth";
import type { Vault } from "#server/crypto/vault.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";

interface Context {
  sql: Knex;
  vault: Vault;
  clock(): Date;
}

/** In seconds (RFC 6238). */
const period = 30;
/** In seconds: how long a code still counts after its time, for typing and the network. */
const grace = 15;
/**
 * A code that is at most this many periods off is refused with advice about the phone's clock; at a
 * sign-in only if it is too late.
 */
const clockOffAtMost = 20;

const generator = (secret: Secret, about: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...about, algorithm: "SHA1", digits: 6, period, secret });

const sealedAs = (column: "secret_sealed" | "new_secret_sealed", userId: number) => ({
  ...{ table: "code_apps", column, userId },
});

/** Makes a secret for a new app. It is pending until the user enters a code of it. */
export async function beginCodeApp(
  { sql, vault }: Context,
  user: { id: number; username: string; brandName: string },
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: 20 });
  const new_secret_sealed = vault.seal(secret.base32, sealedAs("new_secret_sealed", user.id));
  await sql("code_apps")
    .insert({ user_id: user.id, new_secret_sealed })
    .onConflict("user_id")
    .merge(["new_secret_sealed"]);
  const about = { issuer: user.brandName, label: user.username };
  return { secret: secret.base32, address: generator(secret, about).toString() };
}

/**
 * Replaces the app by the new one, if the code is from the new one. The caller has locked the user.
 * @throws Refusal 422 at `code`; 409 if no setup of a new app was begun.
 */
export async function confirmCodeApp(context: Context, userId: number, code: string) {
  const { sql, vault, clock } = context;
  const row = await sql("code_apps").where({ user_id: userId }).first("new_secret_sealed");
  if (!row?.new_secret_sealed) {
    throw new Refusal("state_forbids", {
      detail: "This took too long. Cancel, then set up the code app again",
    });
  }
  const secret = vault.open(row.new_secret_sealed, sealedAs("new_secret_sealed", userId));
  await sql("code_apps")
    .where({ user_id: userId })
    .update({
      secret_sealed: vault.seal(secret, sealedAs("secret_sealed", userId)),
      new_secret_sealed: null,
      confirmed_at: clock(),
      last_step: stepOf(secret, code, clock(), "set-up"),
    });
}

/**
 * Checks a code of the user's app, and uses it up.
 * @throws Refusal 422 at `code`, with a sentence for each way to be wrong.
 */
export async function checkAppCode(context: Context, userId: number, code: string) {
  const { sql, vault, clock } = context;
  const row = await sql("code_apps").where({ user_id: userId }).first("secret_sealed");
  if (!row?.secret_sealed) throw wrongCode();
  const step = stepOf(
    vault.open(row.secret_sealed, sealedAs("secret_sealed", userId)),
    code,
    clock(),
    "sign-in",
  );
  const used = await sql("code_apps")
    .where({ user_id: userId })
    .where("last_step", "<", step)
    .update({ last_step: step });
  if (used === 0) {
    throw invalid("code", "This code was used already. Wait for the next one", "used");
  }
}

/** @throws Refusal 404 without a code app. */
export async function removeCodeApp(sql: Knex, userId: number): Promise<void> {
  const removed = await sql("code_apps").where({ user_id: userId }).del();
  if (removed === 0) throw new Refusal("not_found");
}

export const wrongCode = () => invalid("code", "This code is not right", "wrong");

/**
 * The number, counted since 1970, of the 30-second period that a code belongs to.
 * @throws Refusal 422 at `code` unless it is the present period, or the one that ended less than 15
 * seconds ago.
 */
function stepOf(secret: string, code: string, now: Date, during: "set-up" | "sign-in"): number {
  if (!/^\d{6}$/.test(code)) throw wrongCode();
  const totp = generator(Secret.fromBase32(secret));
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: clockOffAtMost });
  // At a sign-in nobody learns that a code will be right later.
  if (delta === null || (delta > 0 && during === "sign-in")) throw wrongCode();
  const intoPeriod = (timestamp / 1000) % period;
  if (delta !== 0 && !(delta === -1 && intoPeriod < grace)) {
    throw invalid(
      "code",
      "This code is too old or too early. Enter the code that your app shows now. If that fails, set your phone's clock to automatic",
      "other_time",
    );
  }
  return totp.counter({ timestamp }) + delta;
}
