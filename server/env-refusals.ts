import type { Env } from "./env.ts";
import { StartError } from "./start-error.ts";

// Refuses well-formed settings that would do harm or lose data.

/** Required like the secrets, because letters and links depend on these settings (C11, B1). */
const requiredInProduction = ["BRANDS_FILE", "PUBLIC_URL", "SMTP_URL"];

/** @throws StartError with one line for each setting that production requires. */
export function refuseMissing(given: object, secrets: readonly string[]): void {
  const missing = [...secrets, ...requiredInProduction].filter(
    (name) => (given as Record<string, unknown>)[name] === undefined,
  );
  if (missing.length === 0) return;
  throw new StartError(
    missing
      .map((name) => {
        const hint = name === "SMTP_URL" ? ' ("files" keeps letters in DATA_DIR)' : "";
        return `${name} is required in production${hint}`;
      })
      .join("\n"),
  );
}

const isThisMachine = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);

/** Letters contain recovery links: they leave this machine only under TLS (C11). */
export function refuseOpenMail({ SMTP_URL }: Pick<Env, "SMTP_URL">): void {
  if (SMTP_URL === undefined || SMTP_URL === "files") return;
  const { protocol, hostname, searchParams } = new URL(SMTP_URL);
  const requiresTls = searchParams.get("requireTLS") === "true" && !searchParams.has("ignoreTLS");
  if (protocol === "smtps:" || requiresTls || isThisMachine(hostname)) return;
  throw new StartError(
    "SMTP_URL must be smtps://… or smtp://…?requireTLS=true, because letters contain recovery links",
  );
}

/** Events for the platform may contain a PIN: always signed, and in production under TLS. */
export function refuseOpenPlatform(
  env: Pick<Env, "PLATFORM_WEBHOOK_URL" | "PLATFORM_WEBHOOK_SECRET">,
  production: boolean,
): void {
  if (env.PLATFORM_WEBHOOK_URL === undefined) return;
  if (env.PLATFORM_WEBHOOK_SECRET === undefined) {
    throw new StartError("PLATFORM_WEBHOOK_SECRET is required with PLATFORM_WEBHOOK_URL");
  }
  const { protocol, hostname } = new URL(env.PLATFORM_WEBHOOK_URL);
  if (production && protocol !== "https:" && !isThisMachine(hostname)) {
    throw new StartError("PLATFORM_WEBHOOK_URL must be an https address in production");
  }
}

/**
 * The portal itself speaks plain http, so https addresses mean a proxy in front of it. Unless the
 * proxy is trusted, no Secure cookie is ever set and nobody can sign in.
 */
export function refuseLostCookies({
  PUBLIC_URL,
  TRUST_PROXY,
}: Pick<Env, "PUBLIC_URL" | "TRUST_PROXY">): void {
  if (PUBLIC_URL?.startsWith("https:") && TRUST_PROXY === 0) {
    throw new StartError(
      "TRUST_PROXY must be 1 or more with an https PUBLIC_URL: the number of proxies in front of the portal",
    );
  }
}

const bucketSettings = ["S3_URL", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** A bucket needs all of its settings. Its files include recordings, so they travel under TLS. */
export function refuseIncompleteBucket(env: Pick<Env, (typeof bucketSettings)[number]>): void {
  const given = bucketSettings.filter((name) => env[name] !== undefined);
  const missing = bucketSettings.filter((name) => env[name] === undefined);
  if (given.length > 0 && missing.length > 0) {
    throw new StartError(missing.map((name) => `${name} is required with ${given[0]}`).join("\n"));
  }
  if (env.S3_URL === undefined) return;
  const { protocol, hostname } = new URL(env.S3_URL);
  if (protocol !== "https:" && !isThisMachine(hostname)) {
    throw new StartError("S3_URL must be an https address, because recordings travel to it");
  }
}
