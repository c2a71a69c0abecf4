import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import type { Request } from "express";
import type { Knex } from "knex";
import type { Vault } from "#server/crypto/vault.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { countRows } from "#server/queries/list-query.ts";
import type { factorEndpoints, Passkey, PasskeyAnswer } from "#shared/factors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { passkeysAtMost } from "#shared/rules/factors.ts";
import { makeChallenge, type Purpose, spendChallenge } from "./challenges.ts";

interface Context {
  sql: Knex;
  vault: Vault;
  req: Request;
  clock(): Date;
}

/**
 * The origin and host of the page that sent the request. The route has checked that they are ours.
 */
export function pageOf(req: Request): { origin: string; host: string } {
  const origin = req.get("origin") ?? `${req.protocol}://${req.get("host")}`;
  const url = URL.parse(origin);
  if (!url) throw new Refusal("not_readable", { detail: "The header Host names no host" });
  return { origin, host: url.hostname };
}

const columns = ["id", "name", "host", "created_at", "last_used_at"] as const;

export const listPasskeys = (sql: Knex, userId: number): Promise<Passkey[]> =>
  sql("passkeys")
    .where({ user_id: userId })
    .orderBy("id")
    .limit(passkeysAtMost)
    .select(...columns);

/** The options for signing in with any passkey of this host. */
export const challengeOptions = ({ vault, req, clock }: Omit<Context, "sql">) =>
  generateAuthenticationOptions({
    rpID: pageOf(req).host,
    challenge: makeChallenge(vault, "sign-in", clock()),
    userVerification: "required",
  });

/** The options for making a passkey. @throws Refusal 409 if the user has too many. */
export async function registrationOptions(
  { sql, vault, req, clock }: Context,
  user: { id: number; username: string; name: string; brandName: string },
) {
  const { host } = pageOf(req);
  const known = await sql("passkeys")
    .where({ user_id: user.id })
    .select("credential_id", "transports", "host");
  if (known.length >= passkeysAtMost) throw tooMany();
  return generateRegistrationOptions({
    rpName: user.brandName,
    rpID: host,
    userName: user.username,
    userDisplayName: user.name,
    userID: userHandle(user.id),
    challenge: makeChallenge(vault, `registration ${user.id}`, clock()),
    attestationType: "none",
    excludeCredentials: known
      .filter((passkey) => passkey.host === host)
      .map((passkey) => ({ id: passkey.credential_id.toString("base64url") })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

const tooMany = () =>
  new Refusal("state_forbids", { detail: `You can have at most ${passkeysAtMost} passkeys` });

/** What the authenticator stores as the user: it comes back with every answer. */
const userHandle = (userId: number) => new TextEncoder().encode(`user ${userId}`);

/**
 * Stores a new passkey. The caller has locked the user.
 * @throws Refusal 422 at `credential`; 409 if it is known already or the user has too many.
 */
export async function addPasskey(
  context: Context,
  userId: number,
  { name, credential }: BodyOf<typeof factorEndpoints.addPasskey>,
): Promise<Passkey> {
  const { sql, clock } = context;
  const page = pageOf(context.req);
  refuseCertificates(credential.response.attestationObject);
  const response = { ...credential, clientExtensionResults: {} };
  const made = await checked(context, `registration ${userId}`, credential, (expected) =>
    verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      ...expected,
      // A browser that makes a passkey by itself after a sign-in with a password does not ask the
      // user (D53).
      requireUserPresence: false,
      requireUserVerification: false,
    }),
  );
  if (!made.verified) throw notRight();
  const { id, publicKey, counter } = made.registrationInfo.credential;
  if (Buffer.byteLength(id, "base64url") > idAtMost) throw notRight();
  const count = await countRows(sql("passkeys").where({ user_id: userId }));
  if (count >= passkeysAtMost) throw tooMany();
  const [row] = await sql("passkeys")
    .insert({
      user_id: userId,
      credential_id: Buffer.from(id, "base64url"),
      public_key: Buffer.from(publicKey),
      counter,
      host: page.host,
      transports: credential.response.transports ?? [],
      name,
      created_at: clock(),
    })
    .onConflict("credential_id")
    .ignore()
    .returning([...columns]);
  if (!row)
    throw new Refusal("state_forbids", { detail: "This passkey is already in your account" });
  return row;
}

/** The longest id of a credential in bytes (WebAuthn, 4). */
const idAtMost = 1023;

/**
 * Refuses a proof of who made the authenticator (an attestation). The portal asks for none, and to
 * check one the library would fetch addresses from the caller's certificates.
 * @throws Refusal 422 at `credential`.
 */
function refuseCertificates(attestationObject: string): void {
  let isPlain: boolean;
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, "base64url"));
    const decoded = decodeAttestationObject(bytes);
    const format = decoded.get("fmt");
    const isSelfSigned = format === "packed" && decoded.get("attStmt").get("x5c") === undefined;
    isPlain = format === "none" || isSelfSigned;
  } catch {
    throw notRight();
  }
  if (!isPlain) throw notRight();
}

const ofUser = (sql: Knex, { id, userId }: { id: number; userId: number }) =>
  sql("passkeys").whereRaw("id = ?::bigint", [id]).where({ user_id: userId });

/** @throws Refusal 404 if the user has no such passkey. */
export async function renamePasskey(
  sql: Knex,
  { name, ...passkey }: { id: number; userId: number; name: string },
): Promise<void> {
  const renamed = await ofUser(sql, passkey).update({ name });
  if (renamed === 0) throw new Refusal("not_found");
}

/** @throws Refusal 404 if the user has no such passkey. */
export async function removePasskey(
  sql: Knex,
  passkey: { id: number; userId: number },
): Promise<void> {
  const removed = await ofUser(sql, passkey).del();
  if (removed === 0) throw new Refusal("not_found");
}

/** The user of a passkey, with the facts for checking its answer. */
export interface KnownPasskey {
  id: number;
  user_id: number;
  public_key: Buffer;
  counter: number;
  host: string;
}

export function findPasskey(sql: Knex, answer: PasskeyAnswer): Promise<KnownPasskey | undefined> {
  return sql("passkeys")
    .where({ credential_id: Buffer.from(answer.id, "base64url") })
    .first("id", "user_id", "public_key", "counter", "host");
}

/**
 * Checks a passkey's answer, and notes its use.
 * @throws Refusal 422 at `credential`, with a sentence for each way to be wrong.
 */
export async function checkPasskey(
  context: Context,
  passkey: KnownPasskey,
  answer: PasskeyAnswer,
): Promise<void> {
  const { sql, clock } = context;
  if (passkey.host !== pageOf(context.req).host) throw elsewhere();
  const { userHandle: handle, ...given } = answer.response;
  if (handle && !Buffer.from(handle, "base64url").equals(userHandle(passkey.user_id))) {
    throw notRight();
  }
  const seen = await checked(context, "sign-in", answer, (expected) =>
    verifyAuthenticationResponse({
      response: { ...answer, response: given, clientExtensionResults: {} },
      ...expected,
      // The counter is checked below, where two answers at the same time cannot both pass.
      credential: {
        ...{ id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      },
      requireUserVerification: true,
    }),
  );
  if (!seen.verified) throw notRight();
  const counter = seen.authenticationInfo.newCounter;
  const used = await sql("passkeys")
    .where({ id: passkey.id })
    .where((either) =>
      either.where("counter", "<", counter).orWhere((none) => {
        none.where({ counter: 0 }).whereRaw("?::bigint = 0", [counter]);
      }),
    )
    .update({ counter, last_used_at: clock() });
  if (used === 0) {
    throw invalid(
      "credential",
      "This passkey was copied, so it is not safe. Sign in another way, and remove it",
      "copied",
    );
  }
}

const notRight = () => invalid("credential", "This passkey could not be checked. Try again");
const elsewhere = () => invalid("credential", "This passkey belongs to another site", "other_site");

/** Checks the origin and the challenge, then lets the library check the rest. */
async function checked<T>(
  { sql, vault, req, clock }: Context,
  purpose: Purpose,
  credential: { response: { clientDataJSON: string } },
  verify: (expected: {
    expectedChallenge: string;
    expectedOrigin: string;
    expectedRPID: string;
  }) => Promise<T>,
): Promise<T> {
  const { origin, host } = pageOf(req);
  const client = readClientData(credential.response.clientDataJSON);
  if (client.origin !== origin) throw elsewhere();
  await spendChallenge({ sql, vault, now: clock() }, purpose, client.challenge);
  try {
    return await verify({
      ...{ expectedChallenge: client.challenge, expectedOrigin: origin, expectedRPID: host },
    });
  } catch {
    // The library throws an Error for every malformed or wrong part.
    throw notRight();
  }
}

function readClientData(json: string): { origin: string; challenge: string } {
  try {
    const { origin, challenge } = JSON.parse(Buffer.from(json, "base64url").toString());
    return { origin: String(origin), challenge: String(challenge) };
  } catch {
    throw notRight();
  }
}
