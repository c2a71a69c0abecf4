// Programs for tests from Debian's packages. They are unpacked into a folder of .cache, so nothing is
// installed and root is not needed.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");

/** In milliseconds: without a network, tests should soon say so. */
const callAtMost = 120_000;

export interface Wanted {
  /** The beginning of error messages, such as `OpenStack Swift for the tests of buckets`. */
  what: string;
  /** The name of the folder in .cache. */
  folder: string;
  packages: readonly string[];
  /** Whether to get the packages that they need, too, unless the system has them. */
  withDependencies: boolean;
}

/** @returns the folder with the unpacked packages. @throws Error with one line. */
export async function unpackPackages(wanted: Wanted): Promise<string> {
  const folder = join(root, ".cache", wanted.folder);
  if (existsSync(folder)) return folder;
  const { what } = wanted;
  if (!existsSync("/usr/bin/apt-get")) {
    throw new Error(`${what} comes from Debian's packages: it needs apt-get`);
  }
  const unfinished = `${folder}-${process.pid}`;
  const archives = join(unfinished, "archives");
  await mkdir(archives, { recursive: true });
  try {
    const names = wanted.withDependencies ? await missingPackages(wanted) : wanted.packages;
    if (names.length > 0) await download(what, names, archives);
    for (const name of await readdir(archives)) {
      await call(what, "dpkg-deb", ["--extract", join(archives, name), unfinished]);
    }
    await rm(archives, { recursive: true });
    // Another run may have been first.
    await rename(unfinished, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** The packages and those that they need, without those that the system has. */
async function missingPackages({ what, packages }: Wanted): Promise<string[]> {
  const args = ["install", "--simulate", "-qq", "--no-install-recommends", ...packages];
  const plan = await afterUpdate(what, () => call(what, "apt-get", args));
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
}

async function download(what: string, names: readonly string[], into: string): Promise<void> {
  await afterUpdate(what, () => call(what, "apt-get", ["download", "-qq", ...names], into));
}

/** Tries again after updating the lists of packages, which only root can do. */
async function afterUpdate(what: string, work: () => Promise<string>): Promise<string> {
  return await work().catch(async (error) => {
    if (process.getuid?.() !== 0) throw error;
    await call(what, "apt-get", ["update", "-qq"]);
    return await work();
  });
}

async function call(what: string, command: string, args: string[], cwd = root): Promise<string> {
  try {
    const options = { cwd, maxBuffer: 2 ** 24, timeout: callAtMost };
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stderr, killed } = error as { stderr?: unknown; killed?: boolean };
    const [line = ""] = String(stderr).trim().split("\n").slice(-1);
    const reason = killed ? `took longer than ${callAtMost / 1_000} s` : `failed: ${line}`;
    throw new Error(`${what}: ${command} ${reason}`);
  }
}
