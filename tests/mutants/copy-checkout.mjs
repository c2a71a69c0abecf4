import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/run.mjs";

/**
 * Copies to a temporary folder the files that Git tracks or would add. Tests and the build of the
 * web app run there as in the checkout. Returns the folder's path.
 */
export async function copyCheckout() {
  const copy = await realpath(await mkdtemp(join(tmpdir(), "portal-mutants-")));
  try {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
    for (const path of paths) {
      // Git still lists a file that was deleted but not committed.
      const isThere = path && (await stat(join(root, path)).catch(() => null))?.isFile();
      if (isThere) await cp(join(root, path), join(copy, path));
    }
    await linkPackages("node_modules", copy);
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

/** Links each package separately, because the build and the tests write caches beside them. */
async function linkPackages(folder, copy) {
  await mkdir(join(copy, folder), { recursive: true });
  for (const name of await readdir(join(root, folder))) {
    const path = join(folder, name);
    if (name.startsWith("@")) await linkPackages(path, copy);
    else if (!name.startsWith(".") || name === ".bin") await link(path, copy);
  }
}

const link = (path, copy) => symlink(join(root, path), join(copy, path), "junction");
