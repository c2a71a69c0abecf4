import type { Knex } from "knex";
import type { FileStore } from "#server/adapters/file-store.ts";
import type { Vault } from "#server/crypto/vault.ts";
import type { Database } from "#server/db/connection.ts";
import type { AuditActionName } from "#shared/rules/audit-actions.ts";
import type { RowFormat } from "./row-reader.ts";

/** The outcome of storing a row. */
export type Outcome = "stored" | "known" | { reason: string };

/** The services that an import uses. */
export interface ImportServices {
  db: Database;
  vault: Vault;
  files: FileStore;
}

/** The arguments of `store` that are the same for all rows of a portion. */
export interface ImportWork extends ImportServices {
  /**
   * The portion's transaction. In `prepare` it is the pool. For a kind with `keyOf` it is the pool
   * in `store`, too, except in a dry run.
   */
  sql: Knex;
  /** The start of the import. */
  now: Date;
  /** Rows name files from this folder. */
  folder: string;
  /** The folder in which those files must be. */
  within: string;
  isDryRun: boolean;
}

/** `name` of the actions that the audit trail calls `name imported`. */
type ImportedIn<Name extends AuditActionName> = Name extends `${infer Rows} imported`
  ? Rows
  : never;
export type ImportedName = ImportedIn<AuditActionName>;

/** A kind of file that can be imported. */
export interface ImportKind<Row> {
  /** Names the rows, in the plural. */
  name: ImportedName;
  format: RowFormat<Row>;
  /** Rows that are stored together. */
  portionRows: number;
  /**
   * Set if rows are so many that portions run at the same time, each in its own transaction. Then
   * storing a portion twice must be harmless, and rows with an equal key are stored in their order.
   */
  keyOf?(row: Row): string;
  /**
   * Keys of the things that a row takes or changes. A dry run stores a portion after the earlier
   * rows that have an equal key. If `touches` is missing, each portion is tried by itself.
   */
  touches?(row: Row): string[];
  /**
   * Slow work that no transaction should wait for. It runs before the portion's transaction, with
   * the pool as `work.sql`. @returns the rows to store, in their order.
   */
  prepare?(work: ImportWork, rows: readonly Row[]): Promise<Row[]>;
  /** @returns what became of each row. */
  store(work: ImportWork, rows: readonly Row[]): Promise<Outcome[]>;
}

export const refusedRow = (reason: string): Outcome => ({ reason });
