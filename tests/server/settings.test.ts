import { describe, expect, test } from "vitest";
import { makesDemo } from "#server/demo-state.ts";
import { productionSecrets, productionSettings } from "../support/portal-process.ts";
import { refusalOf } from "./fixtures/refusal-of.ts";

// process-start.test.ts tests that a process with a wrong setting prints the message and ends.
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");

const bucket = {
  S3_URL: "https://bucket.test/files",
  S3_REGION: "eu-west-1",
  S3_ACCESS_KEY_ID: "canary",
  S3_SECRET_ACCESS_KEY: "canary",
};

const cases: Record<string, { env: Record<string, string | undefined>; message: RegExp }> = {
  "a PORT that is not a number": { env: { PORT: "http" }, message: /^PORT / },
  ...Object.fromEntries(
    Object.keys(productionSecrets).map((name) => [
      `no ${name} in production`,
      { env: { [name]: undefined }, message: new RegExp(`^${name} is required in production$`) },
    ]),
  ),
  "an empty secret, as compose files leave them": {
    env: { SESSION_SECRET: "" },
    message: /^SESSION_SECRET is required in production$/,
  },
  "a DATABASE_READ_URL that is not an address of PostgreSQL": {
    env: { DATABASE_READ_URL: "replica-canary:5432" },
    message: /^DATABASE_READ_URL must be like postgres:\/\/user:password@host:5432\/name$/,
  },
  "a short SESSION_SECRET": {
    env: { SESSION_SECRET: "secret-canary" },
    message: /^SESSION_SECRET must have at least 32 characters$/,
  },
  "malformed DATA_KEYS": {
    env: { DATA_KEYS: "k1:canary" },
    message: /^DATA_KEYS must be id:base64 of 32 bytes, or several, comma-separated$/,
  },
  "DATA_KEYS with two keys of one id": {
    env: { DATA_KEYS: [7, 8].map((byte) => `k1:${keyOf(byte)}`).join(",") },
    message: /^DATA_KEYS must not give two keys the same id$/,
  },
  "a malformed INGEST_SECRET": {
    env: { INGEST_SECRET: "canary" },
    message: /^INGEST_SECRET must be whsec_…, or two of them with a space between$/,
  },
  "VAPID keys that are not a pair": {
    env: { VAPID_PRIVATE_KEY: "AQ".padEnd(43, "A") },
    message: /^VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY$/,
  },
  "https without a trusted proxy, where nobody could sign in": {
    env: { PUBLIC_URL: "https://portal.test", TRUST_PROXY: "0" },
    message: /^TRUST_PROXY must be 1 or more with an https PUBLIC_URL: /,
  },
  "no PUBLIC_URL in production (C11)": {
    env: { PUBLIC_URL: undefined },
    message: /^PUBLIC_URL is required in production$/,
  },
  "no SMTP_URL in production (C11)": {
    env: { SMTP_URL: undefined },
    message: /^SMTP_URL is required in production \("files" keeps letters in DATA_DIR\)$/,
  },
  "a mail server without TLS (C11)": {
    env: { SMTP_URL: "smtp://user:canary@mail.test" },
    message: /^SMTP_URL must be smtps:\/\/… or smtp:\/\/…\?requireTLS=true, because /,
  },
  "an SMTP_URL of another scheme": {
    env: { SMTP_URL: "http://mail.test/canary" },
    message: /^SMTP_URL must be smtps:\/\/user:password@host, or "files"$/,
  },
  ...Object.fromEntries(
    ["S3_URL", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].map((name) => [
      `a bucket without ${name}`,
      {
        env: { ...bucket, [name]: undefined },
        message: new RegExp(`^${name} is required with S3_(URL|REGION)$`),
      },
    ]),
  ),
  "a bucket without TLS on another machine": {
    env: { ...bucket, S3_URL: "http://bucket.test/files" },
    message: /^S3_URL must be an https address, because recordings travel to it$/,
  },
  "a bucket's address with a password": {
    env: { ...bucket, S3_URL: "https://user:canary@bucket.test/files" },
    message: /^S3_URL must have only a host and a path$/,
  },
  "a bucket's address with a query": {
    env: { ...bucket, S3_URL: "https://bucket.test/files?key=canary" },
    message: /^S3_URL must have only a host and a path$/,
  },
  "a bucket's address of another scheme": {
    env: { ...bucket, S3_URL: "s3://canary" },
    message: /^S3_URL must be the https address of a bucket$/,
  },
  "a region with a slash": {
    env: { ...bucket, S3_REGION: "canary/../s3" },
    message: /^S3_REGION must be like us-east-1$/,
  },
  "RECORDING_DAYS of 0, which would keep none": {
    env: { RECORDING_DAYS: "0" },
    message: /^RECORDING_DAYS must be a whole number from 1 to 36500$/,
  },
  "an IMAGE_BASE that names more than a folder": {
    env: { IMAGE_BASE: "https://cdn.test/pictures?key=canary" },
    message: /^IMAGE_BASE must have only a host and a folder$/,
  },
};

test.each(Object.entries(cases))("%s is refused in one line", (_, { env, message }) => {
  const refused = refusalOf(productionSettings(env));
  expect(refused).toMatch(message);
  expect(refused).not.toMatch(/canary|\n/);
});

describe("a demo (B4)", () => {
  test.each([
    ["with a DATABASE_URL", { DATABASE_URL: "postgres://somewhere" }, false],
    ["with an https address", { PUBLIC_URL: "https://portal.test" }, false],
    ["with DEMO=0", { DEMO: "0" as const }, false],
    ["in production, whatever DEMO says", { production: true, DEMO: "1" as const }, false],
  ])("is not made %s", (_, env, made) => {
    expect(makesDemo({ production: false, ...env })).toBe(made);
  });

  test("is made with DEMO=1, and on the embedded database", () => {
    const given = { DATABASE_URL: "postgres://somewhere", PUBLIC_URL: "https://portal.test" };
    expect(makesDemo({ production: false, DEMO: "1", ...given })).toBe(true);
    expect(makesDemo({ production: false, PUBLIC_URL: "http://localhost:3000" })).toBe(true);
  });
});
