// An S3 server for the tests: OpenStack Swift with its S3 API, from Debian's packages. They are
// unpacked into .cache/swift, so nothing is installed and root is not needed. Run as a script, it
// fetches the server or fails: `.ci/run` does that, so that it skips no test.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const python = "/usr/bin/python3";
const folder = join(root, ".cache", "swift");
const modules = join(folder, "usr", "lib", "python3", "dist-packages");

/** The Python that runs Swift, with its environment. Throws an Error with one line. */
export async function findSwift(): Promise<{ python: string; env: Record<string, string> }> {
  if (!existsSync(folder)) await unpackSwift();
  const libraries = join(folder, "usr", "lib");
  const folders = existsSync(libraries) ? await readdir(libraries) : [];
  const LD_LIBRARY_PATH = folders.map((name) => join(libraries, name)).join(":");
  return { python, env: { PYTHONPATH: modules, LD_LIBRARY_PATH } };
}

async function unpackSwift(): Promise<void> {
  if (!existsSync("/usr/bin/apt-get") || !existsSync(python)) {
    throw new Error(
      "The tests of buckets use OpenStack Swift of Debian's packages: they need apt-get and /usr/bin/python3",
    );
  }
  const unfinished = `${folder}-${process.pid}`;
  const archives = join(unfinished, "archives");
  await mkdir(archives, { recursive: true });
  try {
    const packages = await missingPackages();
    if (packages.length > 0) await call("apt-get", ["download", "-qq", ...packages], archives);
    for (const name of await readdir(archives)) {
      await call("dpkg-deb", ["--extract", join(archives, name), unfinished]);
    }
    await rm(archives, { recursive: true });
    // Another run may have been first.
    await rename(unfinished, folder).catch(() => {});
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Swift and the packages that it needs, without those that the system has. */
async function missingPackages(): Promise<string[]> {
  const simulate = () =>
    call("apt-get", ["install", "--simulate", "-qq", "--no-install-recommends", "python3-swift"]);
  const plan = await simulate().catch(async (error) => {
    if (process.getuid?.() !== 0) throw error;
    await call("apt-get", ["update", "-qq"]);
    return await simulate();
  });
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
}

/** In milliseconds: without a network, tests should soon be skipped. */
const callAtMost = 120_000;

async function call(command: string, args: string[], cwd = root): Promise<string> {
  try {
    const options = { cwd, maxBuffer: 2 ** 24, timeout: callAtMost };
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stderr, killed } = error as { stderr?: unknown; killed?: boolean };
    const [line = ""] = String(stderr).trim().split("\n").slice(-1);
    const reason = killed ? `took longer than ${callAtMost / 1_000} s` : `failed: ${line}`;
    throw new Error(`OpenStack Swift for the tests of buckets: ${command} ${reason}`);
  }
}

if (process.argv[1] === import.meta.filename) {
  await findSwift().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
