// An S3 server for the tests: OpenStack Swift with its S3 API, from Debian's packages. Run as a
// script, it fetches the server or fails: `.ci/run` does that, so that it skips no test.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unpackPackages } from "./debian-packages.ts";

const python = "/usr/bin/python3";
const what = "OpenStack Swift for the tests of buckets";

/** The Python that runs Swift, with its environment. Throws an Error with one line. */
export async function findSwift(): Promise<{ python: string; env: Record<string, string> }> {
  if (!existsSync(python)) throw new Error(`${what} needs ${python}`);
  const folder = await unpackPackages({
    what,
    folder: "swift",
    packages: ["python3-swift"],
    withDependencies: true,
  });
  const libraries = join(folder, "usr", "lib");
  const folders = existsSync(libraries) ? await readdir(libraries) : [];
  const LD_LIBRARY_PATH = folders.map((name) => join(libraries, name)).join(":");
  const PYTHONPATH = join(libraries, "python3", "dist-packages");
  return { python, env: { PYTHONPATH, LD_LIBRARY_PATH } };
}

if (process.argv[1] === import.meta.filename) {
  await findSwift().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
