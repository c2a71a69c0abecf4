import { createECDH, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Brands, readBrands, theExampleBrands } from "./brands.ts";
import {
  refuseIncompleteBucket,
  refuseLostCookies,
  refuseMissing,
  refuseOpenMail,
  refuseOpenPlatform,
} from "./env-refusals.ts";
import { StartError } from "./start-error.ts";

const wholeFrom = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};
const whole = (most: number) => wholeFrom(0, most);
const port = whole(65_535);
const list = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .default([]);

/** Processes find those of an earlier release by `application_name`, so no address may set it. */
function withoutName(address: string): string {
  if (!/\bapplication_name=/.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete("application_name");
  return url.href;
}

const dataKeys = z
  .string()
  .regex(
    /^([\w-]{1,20}:[A-Za-z0-9+/]{43}=)(,[\w-]{1,20}:[A-Za-z0-9+/]{43}=)*$/,
    "must be id:base64 of 32 bytes, or several, comma-separated",
  )
  .refine(
    // The first and the last key may be the same. Different keys need different ids, because an
    // envelope names its key by the id.
    (text) => {
      const different = [...new Set(text.split(","))].map((entry) => entry.split(":")[0]);
      return new Set(different).size === different.length;
    },
    "must not give two keys the same id",
  );
const backupKeys = z
  .string()
  .regex(
    /^AGE-SECRET-KEY-1[0-9A-Z]{58}( AGE-SECRET-KEY-1[0-9A-Z]{58})*$/,
    "must be AGE-SECRET-KEY-1…, or several, separated by spaces",
  );
const webhookSecrets = z
  .string()
  .regex(/^whsec_\S+( whsec_\S+)?$/, "must be whsec_…, or two of them with a space between");

const keyOf = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, "base64url").length === bytes,
      `must be ${bytes} bytes in base64url`,
    );

const platformAddress = z
  .url({ protocol: /^https?$/, error: "must be an http or https address", abort: true })
  .refine(
    (text) => !new URL(text).username && !new URL(text).password,
    "must not contain a user or password",
  );

const mailServer = z.url({ protocol: /^smtps?$/ });

/** As URL normalizes it: without double quotes, spaces or angle brackets. */
const imageBase = z
  .url({ protocol: /^https?$/, error: "must be an http or https address", abort: true })
  .transform((text) => new URL(text))
  .refine(({ username, password, search, hash }) => !(username || password || search || hash), {
    error: "must have only a host and a folder",
  })
  .transform(({ href }) => href.replace(/\/+$/, ""));

const bucketAddress = z
  .url({ protocol: /^https?$/, error: "must be the https address of a bucket", abort: true })
  .refine((text) => {
    const { username, password, search, hash } = new URL(text);
    return !(username || password || search || hash);
  }, "must have only a host and a path")
  .transform((text) => text.replace(/\/+$/, ""));

const schema = z.object({
  NODE_ENV: z.string().optional(),
  DEMO: z.enum(["0", "1"], "must be 1 or 0").optional(),
  DEMO_PACE: z.coerce
    .number("must be a number from 0 to 3600")
    .min(0, "must be a number from 0 to 3600")
    .max(3600, "must be a number from 0 to 3600")
    .default(1),
  PORT: port.default(3000),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: z.string().transform(withoutName).optional(),
  DATABASE_READ_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be like postgres://user:password@host:5432/name",
    })
    .transform(withoutName)
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  BRANDS_FILE: z.string().optional(),
  API_HOSTS: list,
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  DATA_KEYS: dataKeys.optional(),
  BACKUP_KEY: backupKeys.optional(),
  INGEST_SECRET: webhookSecrets.optional(),
  PLATFORM_WEBHOOK_URL: platformAddress.optional(),
  PLATFORM_WEBHOOK_SECRET: webhookSecrets.optional(),
  PUSH_HOSTS: list,
  VAPID_PUBLIC_KEY: keyOf(65).optional(),
  VAPID_PRIVATE_KEY: keyOf(32).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, "must be mailto:… or https://…")
    .optional(),
  SMTP_URL: z
    .string()
    .refine((text) => text === "files" || mailServer.safeParse(text).success, {
      error: 'must be smtps://user:password@host, or "files"',
    })
    .optional(),
  MAIL_FROM: z.string().optional(),
  IMAGE_BASE: imageBase.optional(),
  S3_URL: bucketAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,40}$/, "must be like us-east-1")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  RECORDING_DAYS: wholeFrom(1, 36_500).optional(),
  STAFF_FACTOR_DAYS: whole(3650).optional(),
  TAX_FILER_KEY: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, "must be the filer's public key, age1…")
    .optional(),
  TRUST_PROXY: whole(10).default(0),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).optional(),
});

const secretNames = [
  "SESSION_SECRET",
  "DATA_KEYS",
  "INGEST_SECRET",
  "VAPID_PRIVATE_KEY",
  "VAPID_PUBLIC_KEY",
] as const;
type SecretName = (typeof secretNames)[number];

export type Env = Omit<z.infer<typeof schema>, SecretName | "DATA_DIR" | "BRANDS_FILE"> &
  Record<SecretName, string> & {
    brands: Brands;
    VAPID_SUBJECT: string;
    production: boolean;
    /** Absolute. */
    dataDir: string;
    /** The address of the pages, without a trailing slash: `PUBLIC_URL`, or this machine. */
    publicUrl: string;
  };

const generators: Record<SecretName, (made: Partial<Record<SecretName, string>>) => string> = {
  SESSION_SECRET: () => randomBytes(32).toString("base64url"),
  DATA_KEYS: () => `k1:${randomBytes(32).toString("base64")}`,
  INGEST_SECRET: () => `whsec_${randomBytes(24).toString("base64")}`,
  VAPID_PRIVATE_KEY: () => privateKey(),
  VAPID_PUBLIC_KEY: ({ VAPID_PRIVATE_KEY = "" }) => publicKeyOf(VAPID_PRIVATE_KEY),
};

function privateKey(): string {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  // The curve leaves out a key's leading zeros.
  return Buffer.from(curve.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
}

/** @throws if the bytes are not a private key. */
function publicKeyOf(key: string): string {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(key, "base64url");
  return curve.getPublicKey("base64url");
}

/**
 * Outside production, creates a missing secret once and stores it in the data folder (mode 600).
 */
function storedSecrets(dataDir: string): Record<SecretName, string> {
  const file = join(dataDir, "secrets.json");
  // The database's own user needs access to the folder; secrets have a mode of their own.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const missing = secretNames.filter((name) => !stored[name]);
  for (const name of missing) stored[name] = generators[name](stored);
  if (missing.length) writeFileSync(file, JSON.stringify(stored, null, 2), { mode: 0o600 });
  return stored;
}

/**
 * Parses the environment.
 * @throws StartError with one line per wrong or (in production) missing setting.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // Compose files and shells pass unset settings as empty texts.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new StartError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"),
    );
  }
  const { DATA_DIR, BRANDS_FILE, ...env } = parsed.data;
  const production = env.NODE_ENV === "production";
  const dataDir = resolve(DATA_DIR);
  const missing = secretNames.filter((name) => !env[name]);
  if (production) refuseMissing(parsed.data, secretNames);
  refuseOpenPlatform(env, production);
  if (production) refuseOpenMail(env);
  refuseLostCookies(env);
  refuseIncompleteBucket(env);
  const brands = BRANDS_FILE ? readBrands(BRANDS_FILE, production) : theExampleBrands;
  const stored = missing.length ? storedSecrets(dataDir) : {};
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, env[name] ?? (stored as Record<string, string>)[name]]),
  ) as Record<SecretName, string>;
  refuseMismatchedKeys(secrets);
  return {
    ...env,
    ...secrets,
    brands,
    VAPID_SUBJECT: env.VAPID_SUBJECT ?? `mailto:${brands.all[0].supportEmail}`,
    production,
    dataDir,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
  };
}

/** Otherwise only the push services would notice a mismatched pair, message by message. */
function refuseMismatchedKeys(
  keys: Record<"VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY", string>,
): void {
  try {
    if (publicKeyOf(keys.VAPID_PRIVATE_KEY) === keys.VAPID_PUBLIC_KEY) return;
  } catch {}
  throw new StartError("VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY");
}
