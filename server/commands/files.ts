import { join } from "node:path";
import { type FileStore, FileStoreError, isUnfinished } from "../adapters/file-store.ts";
import { readEnv } from "../env.ts";
import { bucketStores, checkFileStore, folderStores } from "../open-file-stores.ts";
import { StartError } from "../start-error.ts";
import { runCommand } from "./database.ts";

const usage = "Usage: npm run files -- copy to-bucket|to-folder";
/** Simultaneous copies: they mostly wait for the bucket. */
const atOnce = 8;
const noteEvery = 1_000;

/**
 * Copies pictures and recordings from `DATA_DIR` into the bucket, or back. It leaves out what the
 * target already has, so it can be repeated. Works with a running portal. Web files are not copied:
 * each process stores its release's web files at its start, and their times tell which release is
 * the latest.
 */
await runCommand(async () => {
  const [verb, direction, ...more] = process.argv.slice(2);
  if (verb !== "copy" || !direction || more.length > 0) throw new StartError(usage);
  if (direction !== "to-bucket" && direction !== "to-folder") throw new StartError(usage);
  const env = readEnv();
  const bucket = bucketStores(env)?.files;
  if (!bucket) throw new StartError("S3_URL is not set: there is no bucket to copy to or from");
  const fault = await checkFileStore(bucket, `The bucket ${env.S3_URL}`);
  if (fault) throw new StartError(`The bucket ${env.S3_URL} does not answer: ${fault}`);
  const folder = folderStores(env).files;
  const [from, to] = direction === "to-bucket" ? [folder, bucket] : [bucket, folder];
  const counts = { copied: 0, present: 0 };
  await copyFolder(from, to, "pictures", counts);
  await copyFolder(from, to, "recordings", counts);
  if (counts.copied + counts.present === 0) {
    const source = from === folder ? join(env.dataDir, "files") : `The bucket ${env.S3_URL}`;
    throw new StartError(`${source} has no files to copy`);
  }
  console.log(`${counts.copied} files copied, ${counts.present} were there already`);
});

type Counts = Record<"copied" | "present", number>;

/** @throws StartError with the file at which it stopped. */
async function copyFolder(from: FileStore, to: FileStore, folder: string, counts: Counts) {
  const files = from.list(folder)[Symbol.asyncIterator]();
  const errors: unknown[] = [];
  const copyInTurn = async () => {
    let place = folder;
    try {
      for (let next = await files.next(); !next.done; next = await files.next()) {
        if (errors.length > 0) return;
        if (isUnfinished(next.value)) continue;
        place = next.value.name;
        counts[await copyFile(from, to, place)]++;
        place = folder;
        const count = counts.copied + counts.present;
        if (count % noteEvery === 0) console.log(`${count} files…`);
      }
    } catch (error) {
      errors.push(error instanceof FileStoreError ? stoppedAt(place, error) : error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyInTurn));
  if (errors.length > 0) throw errors[0];
}

function stoppedAt(place: string, { code }: FileStoreError): StartError {
  return new StartError(`The copy stopped at ${place}: ${code}. Run it again to continue`);
}

async function copyFile(from: FileStore, to: FileStore, name: string): Promise<keyof Counts> {
  const [source, target] = await Promise.all([from.find(name), to.find(name)]);
  // Removed since it was listed.
  if (!source) return "present";
  // A newer target stays: the portal uses it now, or used it before the last move.
  if (target && target.modified >= source.modified) return "present";
  await to.write(name, { size: source.size, stream: await source.read() });
  return "copied";
}
