import { randomUUID } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { syncFolder } from "../sync-file.ts";
import {
  type Content,
  checkName,
  type FileStore,
  FileStoreError,
  isName,
  type ListedFile,
  unfinishedFolder,
} from "./file-store.ts";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "failed";
/** These system calls fail if the disk is full or broken. Other errors come from the stream. */
const diskCalls = ["write", "fsync", "close"];
const isOfDisk = (error: unknown) =>
  diskCalls.includes((error as NodeJS.ErrnoException).syscall ?? "");
const etagOf = ({ size, mtimeMs, ino }: Stats) =>
  `"${[size, Math.round(mtimeMs * 1000), ino].map((part) => part.toString(36)).join("-")}"`;

/** Stores files below one folder, which several processes may share. */
export function createFolderStore(root: string): FileStore {
  const pathOf = (name: string) => resolve(root, checkName(name));
  return {
    async write(name, content) {
      const path = pathOf(name);
      // On the file's own volume: each top folder may be a mount.
      const top = name.includes("/") ? name.slice(0, name.indexOf("/")) : "";
      const unfinished = resolve(root, top, unfinishedFolder, randomUUID());
      const handle = await openNew(unfinished);
      try {
        await fill(handle, content);
        await moveTo(path, unfinished);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw isOfDisk(error) ? new FileStoreError(codeOf(error)) : error;
      }
    },

    async find(name) {
      const path = pathOf(name);
      const found = await stat(path).catch(noneIfMissing);
      if (!found?.isFile()) return null;
      const etag = etagOf(found);
      return {
        size: found.size,
        modified: found.mtime,
        etag,
        read: (start = 0, end = found.size - 1) => read(path, etag, start, end),
      };
    },

    async *list(folder) {
      yield* filesBelow(root, checkName(folder));
    },

    async remove(name) {
      const path = pathOf(name);
      await rm(path, { force: true });
      // Removes the folder of a day or a release if this was its last file.
      if (name.includes("/")) await rmdir(dirname(path)).catch(() => {});
    },

    uploadAddress: async () => null,
  };
}

function noneIfMissing(error: unknown): null {
  if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
  throw new FileStoreError(codeOf(error));
}

/** Another process may remove an empty folder between its creation and its use. */
async function inFolderOf<T>(path: string, use: () => Promise<T>): Promise<T> {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    try {
      const first = await mkdir(folder, { recursive: true });
      for (let made = folder; first && made.length >= first.length; made = dirname(made)) {
        await syncFolder(dirname(made)).catch(noneIfMissing);
      }
      return await use();
    } catch (error) {
      if (codeOf(error) === "ENOENT" && attempt < 5) continue;
      throw new FileStoreError(codeOf(error), { isRefusal: true });
    }
  }
}

const openNew = (path: string) => inFolderOf(path, () => open(path, "wx", 0o600));

async function moveTo(path: string, from: string): Promise<void> {
  await inFolderOf(path, () => rename(from, path));
  // Another process may have removed the file again, and with it the folder.
  await syncFolder(dirname(path)).catch(noneIfMissing);
}

/** Writes a new file's content to the disk, and closes it. */
async function fill(handle: FileHandle, content: Content): Promise<void> {
  try {
    await handle.writeFile(Buffer.isBuffer(content) ? content : exactly(content));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* exactly({ size, stream }: Exclude<Content, Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > size) throw new FileStoreError("cut-off");
    yield chunk;
  }
  if (length !== size) throw new FileStoreError("cut-off");
}

async function read(path: string, etag: string, start: number, end: number): Promise<Readable> {
  const handle = await open(path).catch((error) => {
    throw new FileStoreError(codeOf(error) === "ENOENT" ? "changed" : codeOf(error));
  });
  if (etagOf(await handle.stat()) !== etag) {
    await handle.close();
    throw new FileStoreError("changed");
  }
  if (end >= start) return handle.createReadStream({ start, end });
  await handle.close();
  return Readable.from([]);
}

/** Sorted as a bucket sorts whole names: a folder's name counts with its slash. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(noneIfMissing);
  const key = (entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  const sorted = (entries ?? []).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  for (const entry of sorted) {
    const name = `${folder}/${entry.name}`;
    if (!isName(name)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, name);
    else {
      const found = await stat(join(root, name)).catch(noneIfMissing);
      if (found?.isFile()) yield { name, modified: found.mtime };
    }
  }
}
