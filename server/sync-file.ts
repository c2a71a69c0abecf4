import { open } from "node:fs/promises";

/** Writes a file's content to the disk: until then a power failure may lose it. */
export async function syncFile(path: string): Promise<void> {
  // Windows cannot sync a file that is open only for reading.
  const file = await open(path, process.platform === "win32" ? "r+" : "r");
  await file.sync().finally(() => file.close());
}

/** Writes the names in a folder to the disk. Windows does this itself and cannot open folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await syncFile(path);
}
