import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";

/** Pictures and recordings. We make the names, or check them against a strict pattern first. */
export interface FileStore {
  /** Writes the whole file or nothing. */
  write(name: string, data: Buffer): Promise<void>;
  /** The absolute path of a stored file, or null. */
  find(name: string): Promise<string | null>;
  /** The files in a folder that were written before an instant; none if there is no such folder. */
  list(folder: string, before: Date): Promise<string[]>;
  /** No error if the file does not exist. */
  remove(name: string): Promise<void>;
}

/** Stores files below one folder. @throws Error for a name that leads out of it. */
export function createFileStore(root: string): FileStore {
  const base = resolve(root) + sep;
  const pathOf = (name: string) => {
    const path = resolve(base, name);
    if (!path.startsWith(base)) throw new Error("a file's name leaves the store");
    return path;
  };
  return {
    async write(name, data) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      const temporary = join(dirname(path), `.${randomUUID()}`);
      await writeFile(temporary, data, { mode: 0o600 });
      await rename(temporary, path);
    },
    async find(name) {
      const path = pathOf(name);
      const found = await stat(path).catch(() => null);
      return found?.isFile() ? path : null;
    },
    async list(folder, before) {
      const names = await readdir(pathOf(folder)).catch(() => []);
      const old: string[] = [];
      for (const name of names) {
        const found = await stat(pathOf(join(folder, name))).catch(() => null);
        if (found?.isFile() && found.mtime < before) old.push(join(folder, name));
      }
      return old;
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
