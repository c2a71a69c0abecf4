import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createBucketStore } from "./adapters/bucket-store.ts";
import { type FileStore, FileStoreError } from "./adapters/file-store.ts";
import { createFolderStore } from "./adapters/folder-store.ts";
import type { Env } from "./env.ts";
import { StartError } from "./start-error.ts";

type BucketEnv = Pick<
  Env,
  "dataDir" | "S3_URL" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"
>;

/** The stores of a process: below `DATA_DIR`, or under the same names in a bucket. */
export interface FileStores {
  /** Pictures and recordings. */
  files: FileStore;
  /** The web files of the last two releases. */
  releases: FileStore;
}

export const folderStores = ({ dataDir }: Pick<Env, "dataDir">): FileStores => ({
  files: createFolderStore(join(dataDir, "files")),
  releases: createFolderStore(dataDir),
});

/** @returns null without a bucket. Its settings come all together or not at all. */
export function bucketStores(env: BucketEnv): FileStores | null {
  const { S3_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_URL || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  const settings = {
    url: S3_URL,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
  return {
    files: createBucketStore(settings, "files/"),
    releases: createBucketStore(settings),
  };
}

export const openFileStores = (env: BucketEnv): FileStores =>
  bucketStores(env) ?? folderStores(env);

/**
 * In milliseconds, longer than any check takes: an older file is the remnant of a killed check, and
 * is removed.
 */
const checkedWithin = 3_600_000;

/**
 * Tries everything that the portal does with its files, and removes what earlier checks left.
 * @returns the code of a store that does not answer at the moment; null if all is well.
 * @throws StartError if the store refuses: waiting does not help.
 */
export async function checkFileStore(files: FileStore, place: string): Promise<string | null> {
  const name = `checks/${randomUUID()}`;
  let action = "write";
  try {
    await files.write(name, Buffer.from("check"));
    action = "read";
    const written = await files.find(name);
    (await written?.read())?.destroy();
    action = "list";
    // Other processes may be checking now, so only old files go. The age is by the store's clock.
    const now = written?.modified.getTime() ?? 0;
    const left: string[] = [];
    for await (const file of files.list("checks")) {
      if (now - file.modified.getTime() > checkedWithin) left.push(file.name);
    }
    action = "remove";
    for (const each of [name, ...left]) await files.remove(each);
    return null;
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    if (!error.isRefusal) return error.code;
    throw new StartError(`${place} refuses to ${action} files: ${error.code}`);
  }
}
