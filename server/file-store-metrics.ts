import { randomUUID } from "node:crypto";
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Gauge, type Registry } from "prom-client";
import { type FileStore, unfinishedFolder } from "./adapters/file-store.ts";
import { describeError, type Logger } from "./log.ts";
import { shareWithin } from "./share-within.ts";

/** How long a scrape waits for the disk or the bucket (ms). */
const waitsAtMost = 1_000;
/** Each may be a mount. */
const topFolders = ["pictures", "recordings"] as const;
/**
 * Files are written at most this often (ms), so that scrapes cost nothing. In between, scrapes show
 * the last result. A single failure therefore shows for 20 seconds. The alert waits for a minute,
 * which takes three failures in a row.
 */
const triedEvery = 20_000;
/** A write that takes longer (ms) counts as failed. The next one begins when it has ended. */
const triedWithin = 10_000;

/**
 * Gauges of the store of pictures and recordings: whether a small file can be written, and, if the
 * store is a folder, the free room on its disks and their sizes. While a disk does not answer, its
 * free room and its size have no value.
 * @param folder where the store keeps its files; null with a bucket.
 */
export function observeFiles(
  { files, log }: { files: FileStore; log: Logger },
  folder: string | null,
  registry: Registry,
): void {
  const registers = [registry];
  const isWritable = writeTest(files, folder, log);
  new Gauge({
    name: "file_store_writable",
    help: "Whether this process can write pictures and recordings (1) or not (0)",
    registers,
    async collect() {
      const can = await isWritable();
      this.remove();
      if (can !== undefined) this.set(can ? 1 : 0);
    },
  });
  if (folder === null) return;
  const rooms = topFolders.map((top) => ({
    top,
    room: shareWithin(() => ofTop(folder, top, (path) => statfs(path)), waitsAtMost),
  }));
  const roomGauge = (name: string, help: string, blocks: "bavail" | "blocks") =>
    new Gauge({
      ...{ name, help, labelNames: ["folder"], registers },
      async collect() {
        const disks = await Promise.all(rooms.map(({ room }) => room()));
        this.reset();
        for (const [place, { top }] of rooms.entries()) {
          const disk = disks[place];
          if (disk) this.set({ folder: top }, disk[blocks] * disk.bsize);
        }
      },
    });
  roomGauge("file_store_free_bytes", "Free room on the disk of the folder, in bytes", "bavail");
  roomGauge("file_store_size_bytes", "Size of the disk of the folder, in bytes", "blocks");
}

/** @returns a function that says whether the store takes files; undefined: not known yet. */
function writeTest(files: FileStore, folder: string | null, log: Logger) {
  // All other code ignores files with these names. If a killed process leaves one, a pruner or the
  // check at a start removes it.
  const names =
    folder === null
      ? [`checks/.${randomUUID()}`]
      : topFolders.map((top) => `${top}/${unfinishedFolder}/${randomUUID()}`);
  let began = Number.NEGATIVE_INFINITY;
  let isUnderWay = false;
  let known: boolean | undefined;
  let first: string | undefined;

  const tryToWrite = async () => {
    try {
      if (folder !== null) {
        const place = await placesOf(folder);
        first ??= place;
        // Below a mount point whose disk is gone, a write would go to the system's disk.
        if (place !== first) throw new Error("another disk or folder than before");
      }
      for (const name of names) {
        await files.write(name, Buffer.from("check"));
        await files.remove(name);
      }
      known = true;
    } catch (error) {
      log.warn({ error: describeError(error) }, "file store not writable");
      known = false;
    } finally {
      isUnderWay = false;
    }
  };
  const wait = shareWithin(async () => {
    isUnderWay = true;
    began = performance.now();
    await tryToWrite();
  }, waitsAtMost);

  return async (): Promise<boolean | undefined> => {
    if (isUnderWay || performance.now() - began >= triedEvery) await wait();
    if (isUnderWay && performance.now() - began >= triedWithin) return false;
    return known;
  };
}

/**
 * Identifies the folder, and the disk of each top folder. It does not identify the top folder
 * itself, because a top folder that is no mount may come and go.
 */
async function placesOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  const tops = await Promise.all(topFolders.map((top) => ofTop(folder, top, (path) => stat(path))));
  return [dev, ino, ...tops.map((top) => top.dev)].join(":");
}

/** Asks about a top folder, or about the folder above it until the first write creates it. */
function ofTop<T>(folder: string, top: string, ask: (path: string) => Promise<T>): Promise<T> {
  return ask(join(folder, top)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ask(folder);
    throw error;
  });
}
