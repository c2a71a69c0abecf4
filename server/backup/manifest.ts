import { timingSafeEqual } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { explainFailure } from "#server/explain-failure.ts";
import { StartError } from "#server/start-error.ts";
import type { BackupKeys } from "./backup-keys.ts";
import { unlessGone } from "./files-folder.ts";
import { measureFile, type SealedFile } from "./sealed-file.ts";

const sealed = {
  file: z.string().regex(/^[\w.-]+$/),
  bytes: z.number(),
  sha256: z.string(),
  content: z.number(),
};

/** All names of tables are quoted for SQL, with their schema. */
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  /** The text of `pg_current_snapshot()`: it tells which transactions the backup has. */
  snapshot: z.string(),
  /** The release that made the backup, and the version of its PostgreSQL. */
  release: z.string(),
  postgres: z.string(),
  /** The name of the database. */
  database: z.string(),
  migrations: z.array(z.string()),
  /** The version of the job queue's tables. */
  queue: z.number(),
  /** Keyed hashes of the secrets that the rows depend on. */
  dataKeys: z.array(z.object({ id: z.string(), hash: z.string() })),
  sessionSecrets: z.array(z.string()),
  /** Parents come before their parts. */
  partitions: z.array(
    z.object({
      name: z.string(),
      parent: z.string(),
      bound: z.string(),
      by: z.string().nullable(),
      own: z.array(z.string()),
    }),
  ),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), ...sealed }),
  ),
  sequences: z.array(
    z.object({
      name: z.string(),
      table: z.string().nullable(),
      column: z.string().nullable(),
      last: z.string(),
      isCalled: z.boolean(),
    }),
  ),
  /** `missing` names the picture files that rows refer to, but that did not exist. */
  files: z.object({
    inBucket: z.boolean(),
    count: z.number(),
    missing: z.array(z.string()),
    ...sealed,
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const manifestFile = "manifest.age";

/** The end of a backup's name if it lacks pictures. */
const incomplete = "-incomplete";

/** The folder of a backup is named after the time of its snapshot, in UTC. */
export const backupName = ({ takenAt, files }: Manifest) =>
  new Date(takenAt).toISOString().replaceAll(":", "-") +
  (files.missing.length > 0 ? incomplete : "");
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(-incomplete)?$/;

/**
 * Inside age: a line of JSON, and its keyed hash.
 * @throws StartError if no restore would accept it.
 */
export async function writeManifest(
  folder: string,
  manifest: Manifest,
  keys: BackupKeys,
): Promise<void> {
  const { error } = manifestSchema.safeParse(manifest);
  if (error) {
    const [issue] = error.issues;
    throw new StartError(
      `No restore would accept this backup's manifest (${issue?.path.join(".")}: ${issue?.message})`,
    );
  }
  const json = JSON.stringify(manifest);
  const text = await keys.encrypter.encrypt(`${json}\n${keys.sign(json)[0]}\n`);
  await writeFile(join(folder, manifestFile), text, { flag: "wx", mode: 0o600, flush: true });
}

/** A backup whose manifest was read. */
export interface Backup {
  folder: string;
  manifest: Manifest;
  keys: BackupKeys;
}

/**
 * Reads the manifest of a backup.
 * @param folder of a backup, or of backups: then the newest.
 * @throws StartError if there is none, if it was altered or made with another key, or if the newest
 * backup lacks pictures: only a person can say whether an earlier one is better.
 */
export async function openBackup(folder: string, keys: BackupKeys): Promise<Backup> {
  const backup = await findBackup(folder);
  const bytes = await readFile(join(backup, manifestFile)).catch((error) => {
    throw new StartError(`The backup ${backup} has no readable manifest (${error.code})`);
  });
  const text = await keys.decrypter.decrypt(bytes, "text").catch((error: Error) => {
    throw new StartError(
      error.message.startsWith("no identity matched")
        ? `BACKUP_KEY is not the key of the backup ${backup}`
        : `The manifest of the backup ${backup} was altered or cut off`,
    );
  });
  const [json = "", signature = ""] = text.split("\n");
  if (!keys.sign(json).some((own) => isEqual(own, signature))) {
    throw new StartError(`The backup ${backup} was not made with BACKUP_KEY`);
  }
  const parsed = manifestSchema.safeParse(JSON.parse(json));
  if (parsed.success) return { folder: backup, manifest: parsed.data, keys };
  throw new StartError(`The backup ${backup} has a format that this release does not know`);
}

async function findBackup(folder: string): Promise<string> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The folder ${folder} cannot be read (${error.code})`);
  });
  if (names.includes(manifestFile)) return resolve(folder);
  const newest = names
    .filter((name) => namePattern.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) throw new StartError(`The folder ${folder} has no backup`);
  const path = resolve(folder, newest);
  if (newest.endsWith(incomplete)) {
    throw new StartError(
      `The newest backup lacks pictures: restore it by its own name, ${path}, or an earlier one`,
    );
  }
  return path;
}

/**
 * Reads every file of a backup, and compares it with the manifest.
 * @throws StartError for a file that is missing, cut off or altered.
 */
export async function verifyFiles({ folder, manifest }: Backup): Promise<void> {
  for (const part of [...manifest.tables, manifest.files]) {
    const path = join(folder, part.file);
    const damage = await explainFailure(path, () => findDamage(path, part));
    if (damage) throw new StartError(`The backup's file ${path} ${damage}. Nothing was restored`);
  }
}

async function findDamage(
  path: string,
  { bytes, sha256 }: Pick<SealedFile, "bytes" | "sha256">,
): Promise<string | null> {
  const found = await unlessGone(stat(path));
  if (!found?.isFile()) return "is missing";
  if (found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`;
  return (await measureFile(path)).sha256 === sha256 ? null : "was altered";
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
