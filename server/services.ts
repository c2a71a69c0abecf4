import type { Brand } from "#shared/reference/brands.ts";
import type { FileStore } from "./adapters/file-store.ts";
import type { Mailer } from "./adapters/mailer.ts";
import type { Platform } from "./adapters/platform.ts";
import type { Push } from "./adapters/push.ts";
import type { Brands } from "./brands.ts";
import type { Vault } from "./crypto/vault.ts";
import type { Database } from "./db/connection.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** The services of handlers and jobs; tests pass their own clock, mailer and files. */
export interface Services {
  db: Database;
  /** The present instant. */
  clock(): Date;
  mailer: Mailer;
  push: Push;
  files: FileStore;
  /** How long recordings are kept, in days after the reading; null: for good. */
  recordingDays: number | null;
  /** For how many days after the first sign-in staff may do without a second factor (D53); null: for ever. */
  staffFactorDays: number | null;
  /** The tax filer's public key, `age1…`; null without one. */
  taxFilerKey: string | null;
  vault: Vault;
  /** The phone and chat platform; without one (null), deliveries wait. */
  platform: Platform | null;
  jobs: Jobs;
  log: Logger;
  metrics: Metrics;
  brands: Brands;
  /** The address of a brand's pages, without a trailing slash (for links in letters). */
  publicUrl(brand: Brand): string;
  /** The exact origins of the portal's pages. */
  origins: ReadonlySet<string>;
  /** The sender of a brand's letters. */
  sender(brand: Brand): string;
}
