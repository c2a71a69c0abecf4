import { randomUUID } from "node:crypto";
import { stat, statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import type { FileStore } from "./adapters/file-store.ts";
import { describeError, type Logger } from "./log.ts";
import { shareWithin } from "./share-within.ts";

/** How long a scrape waits for the disk or the bucket (ms). */
const waitsAtMost = 1_000;
/** A file is written at most this often (ms), so that scrapes cost nothing. */
const triedEvery = 30_000;
/** A write that takes longer (ms) counts as failed. The next one begins when it has ended. */
const triedWithin = 10_000;

/**
 * Gauges of the store of pictures and recordings: whether a small file can be written, and with a
 * folder the room on its disk. While a disk does not answer, its room has no value.
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
  const room = shareWithin(() => statfs(folder), waitsAtMost);
  const roomGauge = (name: string, help: string, blocks: "bavail" | "blocks") =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const disk = await room();
        this.remove();
        if (disk) this.set(disk[blocks] * disk.bsize);
      },
    });
  roomGauge("file_store_free_bytes", "Room on the disk of pictures and recordings", "bavail");
  roomGauge("file_store_size_bytes", "Size of the disk of pictures and recordings", "blocks");
}

/** @returns a function that says whether the store takes files; undefined: not known yet. */
function writeTest(files: FileStore, folder: string | null, log: Logger) {
  // Hidden: a backup leaves it out.
  const name = `checks/.${randomUUID()}`;
  let began = Number.NEGATIVE_INFINITY;
  let isUnderWay = false;
  let known: boolean | undefined;
  let first: string | undefined;

  const tryToWrite = async () => {
    try {
      if (folder !== null) {
        const place = await placeOf(folder);
        first ??= place;
        // Below a mount point whose disk is gone, a write would go to the system's disk.
        if (place !== first) throw new Error("another disk or folder than before");
      }
      await files.write(name, Buffer.from("check"));
      await files.remove(name);
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

async function placeOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `${dev}:${ino}`;
}
