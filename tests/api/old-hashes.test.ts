import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemOf } from "#server/crypto/old-hashes.ts";
import { checkPassword, hashPassword, storableHash } from "#server/crypto/passwords.ts";
import { oneRow } from "#server/db/one-row.ts";
import { findCredentials } from "#server/features/sessions/sessions.ts";
import { makePsychic } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const given = "open sesame é";

/** argon2id as another program writes it, with another cost than ours. */
const foreign =
  "$argon2id$v=19$m=4096,t=3,p=2$zsCbA6tnslTUhQ+DgQAxKw$j7JT/afW3P1VQFX8qT9NxEgDRPL0y2ZYDsOLW8vSaXc";
/**
 * Hashes of the password, made by Python's hashlib and by bcryptjs; the last one is `foreign` as
 * the portal stores it.
 */
const oldHashes = [
  "$2b$04$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKWZJi",
  "$2a$04$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKWZJi",
  "$2y$04$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKWZJi",
  "pbkdf2_sha1$1500$qTx9a-Kp$otm1XBqoEDgxSuFRaoHQuz2su6w=",
  "pbkdf2_sha256$1500$qTx9a-Kp$0VxbnUiFrbv7l7QASrzkd+RVJ3tyqCS+aHLAR0CFMdw=",
  "pbkdf2_sha512$1500$qTx9a-Kp$PgVsoRsS/X1BWN+rSlhNri0e791b4K0pAeAM5j2YTqcRMnNu+z7nIMhur8jxvQd0L4j9bDIBRN9sVu8IRuLBjw==",
  "$pbkdf2$1200$9fb3.Pn6./z9/v///v0$u5UCZfsv/JlpkywucgEgThi5s/o",
  "$pbkdf2-sha256$1200$9fb3.Pn6./z9/v///v0$HQWeVza7Pb0UPVRgVcKOA5frYwyJDPisTVwVvuOaPdo",
  "$pbkdf2-sha512$1200$9fb3.Pn6./z9/v///v0$vXfmUaeRBlAYWS67yuUXCNew7RgjvNIGKJQE2Z/Z/qttO/ddLPSjbKQQpP6tOxqSUE0rOS44VocdhzDXtio1fQ",
  `old${foreign}`,
];
const oldDigests = [
  "md5$a$b!$a840e58b0e7a75626e48b8f2fdf7f038",
  "md5_after$pepper$A8FA20E34E9F9FABDA4BC7E2272A29FC",
  "md5$$8f610c1ffee1cac87ef875fdb58edd9f",
  "sha1$a$b!$a3a64f713ef603e6227b7c5bf16193a323f38484",
  "sha1_after$pepper$e1f335c4ccb51f15d6c55832af4ae083edb201fd",
  "sha256$a$b!$1535e1e72ed19a46526ddbc728a49cf20f8cbaef512fda0a285da830a547cb66",
  "sha256_after$pepper$ec4f4390c5ccfb75c994fc43bb6dd4d47812db0cc2d6fb930138ce7f5feafda9",
  "sha512$a$b!$a1ea902d148785c68c20b2a6ee7952f25c295f6409d648f0de2870d013e0b00c7e48444c2e8ec4ebc5e7212afa76728d3013e3fcf2ef5931531705ed6a0ba77d",
  "sha512_after$pepper$7c7ee1f0f0a8dd3628424bbc6dbce786cecee757a189735fddddc53e6531bcb7d186af95141701a2c220950ee077ae93d29b47c3460afe7317b16f715f388fa9",
];

const signIn = (username: string, password: string, browser = portal.visit()) =>
  browser.post("/api/sessions", { username, password });
const hashOf = async (id: number) =>
  (await oneRow(sql()("users").where({ id }).first("password_hash"))).password_hash;

describe("the hash of an old system", () => {
  test.each([...oldHashes, ...oldDigests])("%s signs in once and is then replaced", async (old) => {
    expect(problemOf(old)).toBeNull();
    const psychic = await makePsychic(sql(), { password_hash: old });
    expect((await signIn(psychic.username, "another")).status).toBe(401);
    expect(await hashOf(psychic.id)).toBe(old);

    const browser = portal.visit();
    expect((await signIn(psychic.username, given, browser)).status).toBe(200);
    expect((await browser.get("/api/sessions/0")).status).toBe(200);
    const replaced = await hashOf(psychic.id);
    expect(replaced).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    expect((await signIn(psychic.username, given)).status).toBe(200);
    expect(await hashOf(psychic.id)).toBe(replaced);
    expect((await browser.get("/api/sessions/0")).status).toBe(200);
    const details = await sql()("audit_trail")
      .where({ subject_id: psychic.id, action: "signed in" })
      .orderBy("id")
      .pluck("detail");
    expect(details).toEqual([{ oldHash: "replaced" }, {}]);
  });

  test("is replaced by a hash of the trimmed password, if the password has spaces at its ends (D10)", async () => {
    // The hash of " both ends ".
    const old = "$2b$04$BVGof1bygP2IlBNRbX779.LrlGFrt4.zRKJJlvVvySKJEEF3U1ntS";
    const psychic = await makePsychic(sql(), { password_hash: old });
    expect((await signIn(psychic.username, "both ends")).status).toBe(401);
    expect((await signIn(psychic.username, " both ends ")).status).toBe(200);
    expect((await signIn(psychic.username, "both ends")).status).toBe(200);
  });

  test("of an empty password lets nobody in", async () => {
    // The md5 of nothing, and of a space.
    for (const digest of ["d41d8cd98f00b204e9800998ecf8427e", "7215ee9c7d9dc229d2921a40e899ec5f"]) {
      const psychic = await makePsychic(sql(), { password_hash: `md5$$${digest}` });
      expect((await signIn(psychic.username, "")).status).toBe(401);
      expect((await signIn(psychic.username, " ")).status).toBe(401);
    }
  });

  test("is replaced once, and each of several simultaneous sign-ins stays signed in", async () => {
    const psychic = await makePsychic(sql(), { password_hash: oldHashes[0] as string });
    const browsers = Array.from({ length: 5 }, () => portal.visit());
    const answers = await Promise.all(
      browsers.map((browser) => signIn(psychic.username, given, browser)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const later = await Promise.all(browsers.map((browser) => browser.get("/api/sessions/0")));
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { session_epoch } = await oneRow(sql()("users").where({ id: psychic.id }).first());
    expect(session_epoch).toBe(1);
  });
});

const malformed = [
  "plain words",
  "",
  "$2b$31$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKWZJi",
  "$2b$14$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKWZJi",
  "$2b$03$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKWZJi",
  "$2b$10$KdK4P9ITHlYpzDt5QtHLdeoPhBx2LoIMEQvKjxFCq9HvovrcKW",
  "pbkdf2_sha256$2000001$qTx9a-Kp$0VxbnUiFrbv7l7QASrzkd+RVJ3tyqCS+aHLAR0CFMdw=",
  "pbkdf2_sha256$0$qTx9a-Kp$0VxbnUiFrbv7l7QASrzkd+RVJ3tyqCS+aHLAR0CFMdw=",
  "pbkdf2_sha256$1500$qTx9a-Kp$otm1XBqoEDgxSuFRaoHQuz2su6w=",
  "pbkdf2_md5$1500$qTx9a-Kp$0VxbnUiFrbv7l7QASrzkd+RVJ3tyqCS+aHLAR0CFMdw=",
  "$pbkdf2-sha256$1200$$HQWeVza7Pb0UPVRgVcKOA5frYwyJDPisTVwVvuOaPdo",
  "sha256$salt$8f610c1ffee1cac87ef875fdb58edd9f",
  "crc32$salt$8f610c1f",
  `md5$${"s".repeat(129)}$8f610c1ffee1cac87ef875fdb58edd9f`,
  "md5$salt$$argon2id$v=19$m=19456,t=2,p=1$c2FsdA",
  foreign.replace("m=4096", "m=65537"),
  foreign.replace("t=3", "t=5"),
  foreign.replace("p=2", "p=5"),
  `old${foreign.replace("m=4096", "m=65537")}`,
  `md5$salt$${foreign}`,
  `md5$$${"a".repeat(100_000)}`,
];

describe("a malformed or too costly hash", () => {
  test.each(malformed.map((text) => [text.slice(0, 70), text]))("'%s' is refused", (_, text) => {
    expect(problemOf(text)).not.toBeNull();
  });

  test("is a wrong password, with a log line that does not quote it", async () => {
    const known = portal.lines.length;
    for (const text of malformed) {
      const psychic = await makePsychic(sql(), { password_hash: text });
      expect((await signIn(psychic.username, given)).status).toBe(401);
      const lines = portal.lines.slice(known).filter(({ userId }) => userId === psychic.id);
      expect(lines).toContainEqual({
        userId: psychic.id,
        message: "the stored password hash cannot be read",
      });
    }
    const logged = JSON.stringify(portal.lines);
    expect(malformed.filter((text) => text !== "" && logged.includes(text.slice(0, 40)))).toEqual(
      [],
    );
  });
});

test("an argon2id hash with little memory is not imported, but a stored one lets its user sign in", async () => {
  const quick = await hash(given, { memoryCost: 4_095, timeCost: 4, parallelism: 1 });
  expect(problemOf(quick)).toBe("too quick");
  const psychic = await makePsychic(sql(), { password_hash: `old${quick}` });
  expect((await signIn(psychic.username, given)).status).toBe(200);
});

describe("a digest to import", () => {
  test.each(oldDigests)("%s is stored as its argon2id hash, and signs in", async (old) => {
    const stored = await storableHash(old);
    expect(stored.toLowerCase()).not.toContain(old.toLowerCase().slice(-32));
    expect(stored).toMatch(/\$\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(problemOf(stored)).toBeNull();
    expect(await storableHash(stored)).toBe(stored);
    const psychic = await makePsychic(sql(), { password_hash: stored });
    expect((await signIn(psychic.username, "another")).status).toBe(401);
    expect((await signIn(psychic.username, given)).status).toBe(200);
    expect(await hashOf(psychic.id)).toMatch(/^\$argon2id\$/);
  });

  test("any other hash is stored as it is", async () => {
    const own = await hashPassword(given);
    expect(problemOf(own)).toBeNull();
    for (const text of [...oldHashes, own]) expect(await storableHash(text)).toBe(text);
  });

  test("argon2id of another cost is stored as an old hash", async () => {
    expect(problemOf(foreign)).toBeNull();
    expect(await storableHash(foreign)).toBe(`old${foreign}`);
  });
});

describe("a wrong password (safety 9)", () => {
  /** Takes about eight times as long as an argon2id hash. */
  const decoyHash = oldHashes[0]?.replace("$04$", "$12$") as string;
  /** CPU time in ms, of all threads. */
  async function workFor(passwordHash: string | null, decoy: string | null, typed = "wrong") {
    const before = process.cpuUsage();
    const { isRight } = await checkPassword({ passwordHash, decoyHash: decoy }, typed);
    const { user, system } = process.cpuUsage(before);
    expect(isRight).toBe(false);
    return (user + system) / 1000;
  }

  test("takes as much work for an unknown name and a new hash as for an old hash", async () => {
    const current = await hash(given, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const digest = oldDigests[0] as string;
    // The first call also makes the portal's dummy hash. Whatever else the process does only adds to
    // a call's work, so the least of several is the measure.
    const calls: number[] = [];
    while (calls.length < 6) calls.push(await workFor(null, null));
    const alone = Math.min(...calls);
    const wrapped = await storableHash(digest);
    const costly = `old${await hash(given, { memoryCost: 65_536, timeCost: 4, parallelism: 1 })}`;
    // A costly hash takes its full work both as the account's own hash and as the decoy.
    expect(await workFor(costly, null)).toBeGreaterThan(3 * alone);
    expect(await workFor(null, costly)).toBeGreaterThan(3 * alone);
    for (const stored of [decoyHash, null, current, digest, wrapped, "malformed"]) {
      // Apart from noise, the work is 8 times as much. A password with spaces at its ends takes 16
      // times as much, because it is tried twice against an old hash.
      expect(await workFor(stored, decoyHash)).toBeGreaterThan(3 * alone);
      expect(await workFor(stored, decoyHash, " wrong ")).toBeGreaterThan(6 * alone);
    }
  });

  test("is compared with an old hash of another account, as long as there is one", async () => {
    const names = ["nobody-1", "nobody-2", "nobody-3", "nobody-4"];
    const decoysOf = async () =>
      Promise.all(names.map(async (name) => (await findCredentials(sql(), name)).decoyHash));
    await sql()("users")
      .whereNot("password_hash", "like", "$argon2id$%")
      .update({ password_hash: null });
    expect(await decoysOf()).toEqual([null, null, null, null]);
    const two = [oldHashes[0] as string, oldHashes[4] as string];
    for (const password_hash of two) await makePsychic(sql(), { password_hash });
    const decoys = await decoysOf();
    expect(decoys.every((decoy) => two.includes(decoy as string))).toBe(true);
    expect(await decoysOf()).toEqual(decoys);
  });
});
