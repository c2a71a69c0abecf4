import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** The last commit before the partitions. */
const commit = "1252ef108b7119a33272b505030c0804ab3c1a1b";

/**
 * Unpacks the earlier release from the history, once.
 * @returns its folder.
 * @throws Error if the clone lacks its commit.
 */
export async function earlierRelease(): Promise<string> {
  const folder = join(root, `.cache/release-${commit.slice(0, 8)}`);
  if (existsSync(folder)) return folder;
  await run("git", ["cat-file", "-e", `${commit}^{tree}`], { cwd: root }).catch(() => {
    throw new Error(
      `This clone lacks the earlier release, ${commit}. Get the whole history: git fetch --unshallow`,
    );
  });
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  const archive = join(part, "release.tar");
  await run("git", ["archive", `--output=${archive}`, commit], { cwd: root });
  await run("tar", ["-xf", archive, "-C", part]);
  await rm(archive);
  // Both releases need the same packages, and the test needs no screens of the earlier one.
  for (const name of ["node_modules", "dist"]) await symlink(join(root, name), join(part, name));
  await rename(part, folder);
  return folder;
}
