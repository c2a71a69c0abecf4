import { createHash, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { verify } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import { ownCost } from "./argon2id-cost.ts";

/** How to check a stored hash. */
export interface HashCheck {
  isRight: (password: string) => Promise<boolean>;
  /** A slow one takes up to half a second of a core; a digest takes next to nothing. */
  work: "argon2id" | "slow" | "digest";
}

/** A salted digest of an old system. `digest` is the hex text, or its argon2id hash (wrapped). */
export interface OldDigest {
  /** The text in front of the digest: the algorithm and the salt. */
  start: string;
  digest: string;
  digestOf: (password: string) => string;
}

/** Characters. No hash of a known format is longer. */
const longest = 500;
/** Limits of what a hash may cost to check: a file to import must not keep a core busy. */
const bcryptCost = 13;
const iterations: Record<string, number> = { sha1: 2e6, sha256: 2e6, sha512: 1e6 };

const digestBytes: Record<string, number> = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };

/** In kB: the memory that an argon2id hash may use. `argon2idPasses` limits its passes over it. */
const argon2idMemory = 65_536;
/**
 * In kB: the least memory of an argon2id hash to import. With less, its password is almost as quick
 * to guess as that of a digest.
 */
const argon2idMemoryToImport = 4_096;
const argon2idPasses = 4;
const argon2idLanes = 4;

/**
 * The prefix of a stored argon2id hash of another cost. Without it, the hash would count as ours.
 */
const oldMark = "old";
const argon2id =
  /^(old)?\$argon2id\$v=19\$m=([1-9]\d{0,8}),t=([1-9]\d{0,8}),p=([1-9]\d{0,2})\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{43}$/;
const bcrypt = /^\$2[aby]\$(\d\d)\$[A-Za-z0-9./]{53}$/;
const django =
  /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,12})\$([\x21-\x23\x25-\x7e]+)\$([A-Za-z0-9+/]+=*)$/;
const passlib = /^\$pbkdf2(-sha256|-sha512)?\$(\d{1,12})\$([A-Za-z0-9./]+)\$([A-Za-z0-9./]+)$/;
const salted =
  /^((md5|sha1|sha256|sha512)(_after)?\$([^\p{Cc}]{0,128})\$)([0-9a-f]{32,128}|\$argon2id\$.+)$/iu;

/** How to check a stored hash; null for one that is malformed, unknown or too costly. */
export function checkOf(text: string): HashCheck | null {
  const check = checkOrProblem(text);
  return typeof check === "string" ? null : check;
}

/** Why a hash may not be imported; null for one that may be. */
export function problemOf(text: string): HashProblem | null {
  const check = checkOrProblem(text);
  if (typeof check === "string") return check;
  const [, , memory] = argon2id.exec(text) ?? [];
  return memory !== undefined && Number(memory) < argon2idMemoryToImport ? "too quick" : null;
}

type HashProblem = "unknown" | "too costly" | "too quick";

function checkOrProblem(text: string): HashCheck | HashProblem {
  if (text.length > longest) return "unknown";
  if (argon2id.test(text)) return argon2idCheck(text);
  const [, cost] = bcrypt.exec(text) ?? [];
  if (cost !== undefined) {
    if (Number(cost) < 4) return "unknown";
    if (Number(cost) > bcryptCost) return "too costly";
    return { isRight: (password) => verifyBcrypt(password, text), work: "slow" };
  }
  const old = readDigest(text);
  return old ? digestCheck(old) : pbkdf2Check(text);
}

function argon2idCheck(text: string): HashCheck | HashProblem {
  const [, mark, memory, passes, lanes] = argon2id.exec(text) ?? [];
  const isCheap = Number(memory) <= argon2idMemory && Number(passes) <= argon2idPasses;
  if (!isCheap || Number(lanes) > argon2idLanes) return "too costly";
  const hash = text.slice(mark?.length ?? 0);
  return {
    isRight: (password) => matches(hash, password),
    work: mark ? "slow" : "argon2id",
  };
}

const ownStart = `$argon2id$v=19$m=${ownCost.memoryCost},t=${ownCost.timeCost},p=${ownCost.parallelism}$`;
const isOwn = (text: string) => text.startsWith(ownStart) && argon2id.test(text);

/** Whether a hash is argon2id with another cost than ours. */
export const isForeignArgon2id = (text: string) =>
  text.startsWith("$argon2id$") && argon2id.test(text) && !isOwn(text);

/** Marks an argon2id hash as one to replace at the next sign-in. */
export const markOld = (text: string) => `${oldMark}${text}`;

/** A hash may look right and still be malformed: then no password matches it. */
const matches = (hash: string, text: string) => verify(hash, text).catch(() => false);

/** Reads a salted digest; null for any other text. */
export function readDigest(text: string): OldDigest | null {
  const [, start = "", name = "", after, salt = "", digest = ""] = salted.exec(text) ?? [];
  const algorithm = name.toLowerCase();
  const isWrapped = isOwn(digest);
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

function pbkdf2Check(text: string): HashCheck | HashProblem {
  const found = readDjango(text) ?? readPasslib(text);
  if (!found) return "unknown";
  const { name, rounds, salt, key } = found;
  const isSound = key.length === digestBytes[name] && salt.length > 0;
  if (!isSound || rounds < 1) return "unknown";
  if (rounds > (iterations[name] ?? 0)) return "too costly";
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
