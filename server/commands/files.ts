import {
  type FileStore,
  FileStoreError,
  isUnfinished,
  type ListedFile,
} from "../adapters/file-store.ts";
import { readEnv } from "../env.ts";
import { bucketStores, checkFileStore, folderStores } from "../open-file-stores.ts";
import { StartError } from "../start-error.ts";
import { runCommand } from "./database.ts";

const usage = "Usage: npm run files -- copy to-bucket|to-folder";
/** Copies at the same time: most of the time goes into waiting for the bucket. */
const atOnce = 8;
const noteEvery = 1_000;

/**
 * Copies pictures, recordings and the releases' web files from `DATA_DIR` into the bucket, or back.
 * It leaves out what the target already has, so that it can be repeated, also beside a running portal.
 */
await runCommand(async () => {
  const [verb, direction, ...more] = process.argv.slice(2);
  if (verb !== "copy" || !direction || more.length > 0) throw new StartError(usage);
  if (direction !== "to-bucket" && direction !== "to-folder") throw new StartError(usage);
  const env = readEnv();
  const bucket = bucketStores(env);
  if (!bucket) throw new StartError("S3_URL is not set: there is no bucket to copy to or from");
  const folder = folderStores(env);
  const [from, to] = direction === "to-bucket" ? [folder, bucket] : [bucket, folder];
  const fault = await checkFileStore(bucket.files, `The bucket ${env.S3_URL}`);
  if (fault) throw new StartError(`The bucket ${env.S3_URL} does not answer: ${fault}`);
  const counts = { copied: 0, present: 0 };
  await copyFolder(from.files, to.files, "pictures", counts);
  await copyFolder(from.files, to.files, "recordings", counts);
  await copyFolder(from.releases, to.releases, "releases", counts);
  console.log(`${counts.copied} files copied, ${counts.present} were there already`);
});

type Counts = Record<"copied" | "present", number>;

/** @throws StartError with the file at which it stopped. */
async function copyFolder(from: FileStore, to: FileStore, folder: string, counts: Counts) {
  const files = from.list(folder)[Symbol.asyncIterator]();
  const copyInTurn = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      if (isUnfinished(next.value)) continue;
      counts[await copyFile(from, to, next.value)]++;
      const count = counts.copied + counts.present;
      if (count % noteEvery === 0) console.log(`${count} files…`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyInTurn));
}

async function copyFile(from: FileStore, to: FileStore, { name }: ListedFile) {
  try {
    const [source, target] = await Promise.all([from.find(name), to.find(name)]);
    // Removed since it was listed.
    if (!source) return "present";
    if (target?.size === source.size && target.modified >= source.modified) return "present";
    await to.write(name, { size: source.size, stream: await source.read() });
    return "copied";
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    throw new StartError(`The copy stopped at ${name}: ${error.code}. Run it again to continue`);
  }
}
