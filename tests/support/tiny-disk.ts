import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Whether this user may make a disk for a test. */
export const mayMount = process.platform === "linux" && process.getuid?.() === 0;

/** The folder of a disk of a few kilobytes, until the test ends. */
export async function tinyDisk(size: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tiny-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  onTestFinished(async () => {
    execFileSync("umount", [folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}

/** Mounts a tiny disk with other options: `ro`, or another size. */
export function remount(folder: string, options: string): void {
  execFileSync("mount", ["-o", `remount,${options}`, folder]);
}
