import { createHash, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { verify } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";

/** How to check a stored hash. */
export interface HashCheck {
  isRight: (password: string) => Promise<boolean>;
  /** A slow one takes up to half a second of a core; a digest takes next to nothing. */
  work: "argon2id" | "slow" | "digest";
}

/** A salted digest of an old system. `digest` is the hex text, or `$argon2id$…` of it (wrapped). */
export interface OldDigest {
  /** All that is in front of the digest. */
  start: string;
  digest: string;
  digestOf: (password: string) => string;
}

/** No hash that we know is longer. */
const longest = 500;
/** Limits of what a hash may cost to check: a file to import must not keep a core busy. */
const bcryptCost = 13;
const iterations: Record<string, number> = { sha1: 2e6, sha256: 2e6, sha512: 1e6 };

const digestBytes: Record<string, number> = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };

const argon2id =
  /^\$argon2id\$v=19\$m=[1-9]\d{0,4},t=[1-9],p=[1-4]\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{43}$/;
const bcrypt = /^\$2[aby]\$(\d\d)\$[A-Za-z0-9./]{53}$/;
const django =
  /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,7})\$([\x21-\x23\x25-\x7e]+)\$([A-Za-z0-9+/]+=*)$/;
const passlib = /^\$pbkdf2(-sha256|-sha512)?\$(\d{1,7})\$([A-Za-z0-9./]+)\$([A-Za-z0-9./]+)$/;
const salted =
  /^((md5|sha1|sha256|sha512)(_after)?\$([^\p{Cc}]{0,128})\$)([0-9a-f]{32,128}|\$argon2id\$.+)$/iu;

/** How to check a stored hash; null for one that is malformed, unknown or too costly. */
export function checkOf(text: string): HashCheck | null {
  if (text.length > longest) return null;
  if (argon2id.test(text)) {
    return { isRight: (password) => matches(text, password), work: "argon2id" };
  }
  const [, cost] = bcrypt.exec(text) ?? [];
  if (cost !== undefined) {
    if (Number(cost) < 4 || Number(cost) > bcryptCost) return null;
    return { isRight: (password) => verifyBcrypt(password, text), work: "slow" };
  }
  const old = readDigest(text);
  return old ? digestCheck(old) : pbkdf2Check(text);
}

/** A hash may look right and still be malformed: then no password matches it. */
const matches = (hash: string, text: string) => verify(hash, text).catch(() => false);

/** Whether the portal can check a hash, so that it may be imported. */
export const isKnownHash = (text: string): boolean => checkOf(text) !== null;

/** Reads a salted digest; null for any other text. */
export function readDigest(text: string): OldDigest | null {
  const [, start = "", name = "", after, salt = "", digest = ""] = salted.exec(text) ?? [];
  const algorithm = name.toLowerCase();
  const isWrapped = argon2id.test(digest);
  if (!start || !(isWrapped || digest.length === 2 * (digestBytes[algorithm] ?? 0))) return null;
  return {
    start,
    digest: isWrapped ? digest : digest.toLowerCase(),
    digestOf: (password) =>
      createHash(algorithm)
        .update(after ? `${password}${salt}` : `${salt}${password}`)
        .digest("hex"),
  };
}

function digestCheck({ digest, digestOf }: OldDigest): HashCheck {
  if (digest.startsWith("$")) {
    return { isRight: (password) => matches(digest, digestOf(password)), work: "argon2id" };
  }
  const isRight = async (password: string) => isEqual(digest, digestOf(password));
  return { isRight, work: "digest" };
}

const isEqual = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

const derive = promisify(pbkdf2);

function pbkdf2Check(text: string): HashCheck | null {
  const found = readDjango(text) ?? readPasslib(text);
  if (!found) return null;
  const { name, rounds, salt, key } = found;
  const isSound = key.length === digestBytes[name] && salt.length > 0;
  if (!isSound || rounds < 1 || rounds > (iterations[name] ?? 0)) return null;
  const isRight = async (password: string) =>
    timingSafeEqual(key, await derive(password, salt, rounds, key.length, name));
  return { isRight, work: "slow" };
}

interface Pbkdf2 {
  name: string;
  rounds: number;
  salt: Buffer;
  key: Buffer;
}

function readDjango(text: string): Pbkdf2 | null {
  const [, name = "", rounds, salt = "", key = ""] = django.exec(text) ?? [];
  if (!name) return null;
  return { name, rounds: Number(rounds), salt: Buffer.from(salt), key: Buffer.from(key, "base64") };
}

/** passlib writes base64 with `.` instead of `+`, and without padding. */
const fromPasslib = (text: string) => Buffer.from(text.replaceAll(".", "+"), "base64");

function readPasslib(text: string): Pbkdf2 | null {
  const [, name = "-sha1", rounds, salt, key] = passlib.exec(text) ?? [];
  if (salt === undefined || key === undefined) return null;
  return {
    name: name.slice(1),
    rounds: Number(rounds),
    salt: fromPasslib(salt),
    key: fromPasslib(key),
  };
}
