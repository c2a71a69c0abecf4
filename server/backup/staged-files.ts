import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { unpackTar } from "modern-tar/fs";
import { StartError } from "#server/start-error.ts";
import { syncFile, syncFolder } from "#server/sync-file.ts";
import type { BackupKeys } from "./backup-keys.ts";
import { requireNoFiles, syncBelow, unlessGone } from "./files-folder.ts";
import { openSealed } from "./sealed-file.ts";

/**
 * The folder below the files folder in which a restore collects the files. It is hidden, so the
 * portal and a backup leave it alone. A restore removes only what is below it.
 */
const stagingName = ".restoring";
/** A file in the staging folder; it names the database that the files are for. */
const ownerName = "database";

/**
 * Takes the files folder for a restore into a database.
 * @param database the caller holds its restore lock, so that no other restore fills it.
 * @returns a new folder for the files until they are whole.
 * @throws StartError if the folder has files, or is another database's.
 */
export async function claimFolder(files: string, database: string): Promise<string> {
  const root = join(files, stagingName);
  await requireNoFiles(files);
  await mkdir(root, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(root, ownerName), database, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const owner = await readFile(join(root, ownerName), "utf8");
    if (owner !== database) {
      throw new StartError(
        `A restore into another database (${owner}) fills ${files}, or was killed there. If none runs, remove ${root} and run it again`,
      );
    }
    await removeLeftovers(root);
  }
  return await mkdtemp(join(root, "files-"));
}

/** Removes what a killed restore left. */
async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name !== ownerName) await rm(join(root, name), { recursive: true, force: true });
  }
}

/** Writes the files of a sealed tar below a folder, with their modes and times, and syncs them. */
export async function unpackFiles(path: string, staging: string, keys: BackupKeys): Promise<void> {
  await openSealed(path, keys, unpackTar(staging, { dmode: 0o755 }));
  await syncBelow(staging);
}

/** Moves unpacked files to their places. */
export async function placeFiles(staging: string, files: string): Promise<void> {
  await moveInto(staging, files);
  await discardStaging(staging);
}

/** Ends the claim. Keeps what a later restore into this database has put into `.restoring`. */
export async function discardStaging(staging: string): Promise<void> {
  const root = dirname(staging);
  await rm(staging, { recursive: true, force: true });
  const left = (await unlessGone(readdir(root))) ?? [];
  if (left.every((name) => name === ownerName)) await rm(root, { recursive: true, force: true });
}

/**
 * Keeps the folders that are there: they may be links to other disks, or belong to the platform's
 * user.
 */
async function moveInto(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if ((await unlessGone(lstat(target))) === null) await move(source, target);
    else if (entry.isDirectory() && (await stat(target)).isDirectory()) {
      await moveInto(source, target);
    } else throw new StartError(`Another program has written ${target} during the restore`);
  }
  await syncFolder(to);
}

async function move(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const exact = { preserveTimestamps: true, errorOnExist: true, force: false };
    await cp(source, target, { recursive: true, ...exact });
    await ((await stat(target)).isDirectory() ? syncBelow(target) : syncFile(target));
  }
}
