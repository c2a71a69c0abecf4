import { join } from "node:path";
import { folderMailer, smtpMailer } from "./adapters/mailer.ts";
import { createPlatform } from "./adapters/platform.ts";
import { createPush } from "./adapters/push.ts";
import { countLetters } from "./count-letters.ts";
import { startCounters } from "./counters-at-zero.ts";
import { createVault } from "./crypto/vault.ts";
import { connect } from "./db/connection.ts";
import { requestLimits, requestTimeout } from "./db/timeouts.ts";
import type { Env } from "./env.ts";
import { allowedOrigins } from "./http/origins.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createLogger, describeError } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { openFileStores } from "./open-file-stores.ts";
import type { Services } from "./services.ts";

export const logFile = (env: Env) => join(env.dataDir, "portal.log");

/** The mail server; undefined if letters become files. */
export const mailServerOf = ({ SMTP_URL }: Env) => (SMTP_URL === "files" ? undefined : SMTP_URL);

export const mailFolderOf = (env: Env) => join(env.dataDir, "mail");

/**
 * The real services of a process: pools, files, mail, queue. They connect at first use, except that
 * a replica is watched from the start.
 */
export function openServices(env: Env, databaseUrl: string): Services {
  // In production the operator's tools collect the output. Elsewhere the log goes to a file, so
  // that the terminal shows only what the user needs.
  const log = env.production
    ? createLogger(env.LOG_LEVEL ?? "info")
    : createLogger(env.LOG_LEVEL ?? "debug", logFile(env));
  const { brands } = env;
  const db = connect(databaseUrl, {
    readUrl: env.DATABASE_READ_URL,
    limits: requestLimits,
    queryTimeout: requestTimeout,
    onError: (error) => log.warn({ error: describeError(error) }, "database connection lost"),
  });
  const metrics = createMetrics();
  startCounters(metrics);
  const mailServer = mailServerOf(env);
  return {
    db,
    log,
    clock: () => new Date(),
    mailer: countLetters(
      mailServer
        ? smtpMailer(mailServer)
        : folderMailer(mailFolderOf(env), (file) => log.info({ file }, "letter written")),
      metrics,
    ),
    push: createPush({
      publicKey: env.VAPID_PUBLIC_KEY,
      privateKey: env.VAPID_PRIVATE_KEY,
      subject: env.VAPID_SUBJECT,
      hosts: env.PUSH_HOSTS,
    }),
    files: openFileStores(env).files,
    recordingDays: env.RECORDING_DAYS ?? null,
    // The demo's passwords are public: a second factor would protect nothing.
    staffFactorDays: env.STAFF_FACTOR_DAYS ?? (env.production ? 14 : null),
    taxFilerKey: env.TAX_FILER_KEY ?? null,
    vault: createVault(env.DATA_KEYS),
    platform:
      env.PLATFORM_WEBHOOK_URL && env.PLATFORM_WEBHOOK_SECRET
        ? createPlatform(env.PLATFORM_WEBHOOK_URL, env.PLATFORM_WEBHOOK_SECRET)
        : null,
    jobs: createJobs(databaseUrl, log),
    metrics,
    brands,
    publicUrl: (brand) => {
      const url = new URL(env.publicUrl);
      // Not every mail program's browser resolves the demo's host names.
      const [host] = brand.hosts;
      if (!brands.areExample && host) url.hostname = host;
      return url.origin;
    },
    origins: allowedOrigins(env, brands),
    sender: (brand) => env.MAIL_FROM ?? brand.sender,
  };
}
