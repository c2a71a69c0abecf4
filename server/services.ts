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

/** What the handlers and the jobs work with; tests give their own clock, mailer and files. */
export interface Services {
  db: Database;
  /** The present instant. */
  clock(): Date;
  mailer: Mailer;
  push: Push;
  files: FileStore;
  vault: Vault;
  /** Where the phone and chat platform is told of changes; null rests them. */
  platform: Platform | null;
  jobs: Jobs;
  log: Logger;
  metrics: Metrics;
  brands: Brands;
  /** Where a brand's pages are reached, without a trailing slash (for links in mail). */
  publicUrl(brand: Brand): string;
  /** Whom a brand's letters come from. */
  sender(brand: Brand): string;
}
