import { type FileHandle, mkdtemp, open, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createBucketStore } from "#server/adapters/bucket-store.ts";
import { type FileStore, FileStoreError } from "#server/adapters/file-store.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { checkFileStore } from "#server/open-file-stores.ts";
import { patient } from "../support/patience.ts";
import { noS3Server, type S3Server, startS3Server } from "../support/s3-server.ts";

// Swift starts slowly on a busy machine.
let server: S3Server;
let folder: string;

const stores: { name: string; open: () => Promise<FileStore> }[] = [
  { name: "a folder", open: async () => createFolderStore(await mkdtemp(join(folder, "store-"))) },
  {
    name: "a bucket",
    open: async () => createBucketStore(await server.makeBucket(), "files/"),
  },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portal-files-"));
  if (!noS3Server) server = await startS3Server();
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const content = Buffer.from(Array.from({ length: 5_000 }, (_, place) => place % 251));
const other = Buffer.alloc(7_000, 9);
const streamOf = (...parts: Buffer[]) => Readable.from(parts);

async function namesIn(store: FileStore, name: string): Promise<string[]> {
  const names: string[] = [];
  for await (const file of store.list(name)) names.push(file.name);
  return names;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error) => (error instanceof FileStoreError ? error.code : `${error}`),
  );

describe.each(stores)("$name", ({ name: kind, open }) => {
  const isSkipped = kind === "a bucket" && noS3Server !== null;
  let store: FileStore;
  beforeAll(async () => {
    if (!isSkipped) store = await open();
  });

  test.skipIf(isSkipped)("keeps a file with its size, a tag and its bytes", async () => {
    await store.write("pictures/one.jpg", content);
    const file = await store.find("pictures/one.jpg");
    expect(file?.size).toBe(5_000);
    expect(file?.etag).toMatch(/^"[^"]+"$/);
    expect(await buffer(await (file?.read() as Promise<Readable>))).toEqual(content);
    expect((await store.find("pictures/one.jpg"))?.etag).toBe(file?.etag);
  });

  test.skipIf(isSkipped)("reads ranges, both ends included", async () => {
    await store.write("pictures/ranges.jpg", content);
    const file = await store.find("pictures/ranges.jpg");
    for (const [start, end] of [
      [0, 0],
      [0, 99],
      [4_990, 4_999],
      [1_000, 3_999],
      [0, 4_999],
    ] as const) {
      const bytes = await buffer((await file?.read(start, end)) as Readable);
      expect(bytes).toEqual(content.subarray(start, end + 1));
    }
  });

  test.skipIf(isSkipped)("does not find a missing file, not even below another file", async () => {
    await store.write("pictures/one.jpg", content);
    for (const name of ["pictures/two.jpg", "nowhere/one.jpg", "pictures", "pictures/one.jpg/x"]) {
      expect(await store.find(name), name).toBeNull();
    }
    expect(await namesIn(store, "nowhere")).toEqual([]);
  });

  test.skipIf(isSkipped)("replaces a file as a whole, and its tag changes", async () => {
    await store.write("pictures/new.jpg", content);
    const before = await store.find("pictures/new.jpg");
    await store.write("pictures/new.jpg", other);
    const after = await store.find("pictures/new.jpg");
    expect(after?.size).toBe(7_000);
    expect(after?.etag).not.toBe(before?.etag);
    // The file that was found is gone. A range read now would come from another file.
    expect(await codeOf(before?.read(0, 9) as Promise<Readable>)).toBe("changed");
  });

  test.skipIf(isSkipped)("writes a stream of the stated size", async () => {
    const stream = streamOf(content, other);
    await store.write("recordings/20260101/a.wav", { size: 12_000, stream });
    const file = await store.find("recordings/20260101/a.wav");
    expect(await buffer(await (file?.read() as Promise<Readable>))).toEqual(
      Buffer.concat([content, other]),
    );
  });

  test.skipIf(isSkipped)(
    "stores nothing of a stream that ends early, fails or is too long",
    async () => {
      const name = "recordings/20260102/cut.wav";
      const failing = Readable.from(
        (async function* () {
          yield content;
          throw new Error("the sender is gone");
        })(),
      );
      const attempts = [
        { size: 12_000, stream: streamOf(content) },
        { size: 4_000, stream: streamOf(content) },
        { size: 12_000, stream: failing },
      ];
      for (const attempt of attempts) {
        await expect(store.write(name, attempt)).rejects.toThrow();
        expect(await store.find(name)).toBeNull();
      }
      expect(await namesIn(store, "recordings/20260102")).toEqual([]);
    },
  );

  test.skipIf(isSkipped)("lists the files of a folder by name, with their times", async () => {
    const names = ["b/2.wav", "a/1.wav", "a-1.wav", "c.wav", "a/0.wav"].map((one) => `list/${one}`);
    for (const name of names) await store.write(name, Buffer.from("x"));
    await store.write("list-2/x.wav", Buffer.from("x"));
    const expected = ["list/a-1.wav", "list/a/0.wav", "list/a/1.wav", "list/b/2.wav", "list/c.wav"];
    expect(await namesIn(store, "list")).toEqual(expected);
    for await (const { modified } of store.list("list/a")) {
      const now = kind === "a bucket" ? Date.now() : await machineTime();
      expect(Math.abs(modified.getTime() - now)).toBeLessThan(patient(60_000));
    }
  });

  test.skipIf(isSkipped)("removes a file, and does not mind a second time", async () => {
    await store.write("gone/one.jpg", content);
    await store.remove("gone/one.jpg");
    expect(await store.find("gone/one.jpg")).toBeNull();
    await store.remove("gone/one.jpg");
    expect(await namesIn(store, "gone")).toEqual([]);
  });

  test.skipIf(isSkipped)(
    "takes 20 files at the same time, and their folders come and go",
    async () => {
      const turns = Array.from({ length: 20 }, async (_, place) => {
        const name = `busy/${place % 2}/${place}.jpg`;
        await store.write(name, content);
        expect((await store.find(name))?.size).toBe(5_000);
        await store.remove(name);
      });
      await Promise.all(turns);
      expect(await namesIn(store, "busy")).toEqual([]);
    },
  );

  test.skipIf(isSkipped)("safety 13: refuses names that leave it", async () => {
    const parents = ["..", "%2e%2e", ".%2e", "..%00", "....//..", "\\..", ""];
    const names = parents.flatMap((parent) => [
      `${parent}/secret`,
      `pictures/${parent}/secret`,
      `pictures/${parent}`,
    ]);
    const wrong = [
      "/etc/passwd",
      "pictures//one.jpg",
      "./one",
      "a b",
      "ä",
      "x".repeat(501),
      "a?b#c",
    ];
    for (const name of [...names, ...wrong]) {
      await expect(store.find(name), name).rejects.toThrow("not a file's name");
      await expect(store.write(name, content), name).rejects.toThrow("not a file's name");
      await expect(store.remove(name), name).rejects.toThrow("not a file's name");
      await expect(namesIn(store, name), name).rejects.toThrow("not a file's name");
    }
  });

  test.skipIf(isSkipped)("passes the check of a start, and keeps nothing of it", async () => {
    expect(await checkFileStore(store, "The store")).toBeNull();
    expect(await namesIn(store, "checks")).toEqual([]);
  });
});

/** Files have the machine's time, not that of the tests. */
async function machineTime(): Promise<number> {
  const probe = await mkdtemp(join(folder, "now-"));
  return (await stat(probe)).mtimeMs;
}

test("others find a file in a folder only once it is whole: it is written under another name", async () => {
  const root = await mkdtemp(join(folder, "whole-"));
  const store = createFolderStore(root);
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const stream = Readable.from(
    (async function* () {
      yield content;
      await waiting;
      yield other;
    })(),
  );
  const written = store.write("recordings/20260101/a.wav", { size: 12_000, stream });
  await expect.poll(() => readdir(join(root, "recordings/.unfinished"))).toHaveLength(1);
  expect(await store.find("recordings/20260101/a.wav")).toBeNull();
  const [left] = await namesIn(store, "recordings");
  expect(left).toMatch(/^recordings\/\.unfinished\/[\w-]+$/);
  goOn();
  await written;
  expect((await store.find("recordings/20260101/a.wav"))?.size).toBe(12_000);
});

test.each<[string, (content: Buffer) => Buffer | { size: number; stream: Readable }]>([
  ["bytes", (bytes) => bytes],
  ["a stream", (bytes) => ({ size: bytes.length, stream: streamOf(bytes) })],
])("writing %s ends only once the content and its name are on the disk", async (_, make) => {
  const root = await mkdtemp(join(folder, "synced-"));
  const path = join(root, "recordings/20260101/a.wav");
  const exists = () =>
    stat(path).then(
      () => true,
      () => false,
    );
  const probe = await open(root);
  const handles: FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const { sync } = handles;
  const synced: { ino: number; exists: boolean }[] = [];
  const spy = vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    synced.push({ ino: (await this.stat()).ino, exists: await exists() });
    await sync.call(this);
  });
  try {
    await createFolderStore(root).write("recordings/20260101/a.wav", make(content));
  } finally {
    spy.mockRestore();
  }
  const inodeOf = async (name: string) => (await stat(join(root, name))).ino;
  // First the file, before it has its final name; last the folder, with the final name.
  expect(synced).toContainEqual({ ino: await inodeOf("recordings/20260101/a.wav"), exists: false });
  expect(synced.at(-1)).toEqual({ ino: await inodeOf("recordings/20260101"), exists: true });
  // The names of new folders must be on the disk too, so the folders above them are synced.
  for (const parent of ["recordings", "."]) {
    expect(synced).toContainEqual({ ino: await inodeOf(parent), exists: false });
  }
});

test("the check of a start removes what earlier checks left, and nothing that is newer", async () => {
  const root = await mkdtemp(join(folder, "checks-"));
  const store = createFolderStore(root);
  const earlier = new Date((await machineTime()) - 2 * 3_600_000);
  for (const name of ["checks/old", "checks/.unfinished/old", "checks/new"]) {
    await store.write(name, content);
    if (name.endsWith("old")) await utimes(join(root, name), earlier, earlier);
  }
  expect(await checkFileStore(store, "The store")).toBeNull();
  expect(await namesIn(store, "checks")).toEqual(["checks/new"]);
});

test("a folder that cannot be written is named at the start, in one line", async () => {
  const file = join(folder, "in-the-way");
  await createFolderStore(folder).write("in-the-way", content);
  await expect(checkFileStore(createFolderStore(file), `The folder ${file}`)).rejects.toThrow(
    `The folder ${file} refuses to write files: ENOTDIR`,
  );
});
