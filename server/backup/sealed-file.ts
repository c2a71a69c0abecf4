import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { BackupKeys } from "./backup-keys.ts";

/** A file of a backup: zstd inside age, so `age --decrypt | zstd --decompress` opens it. */
export interface SealedFile {
  /** The size of the stored file, and its hash. */
  bytes: number;
  sha256: string;
  /** The size in bytes before compression and encryption. */
  content: number;
}

type Bytes = AsyncIterable<Uint8Array>;

/** Writes a new file as its content arrives: memory does not grow with it. */
export async function sealFile(
  path: string,
  content: Readable,
  { encrypter }: BackupKeys,
): Promise<SealedFile> {
  const inside = { bytes: 0 };
  const stored = { bytes: 0, hash: createHash("sha256") };
  await pipeline(
    content,
    (source: Bytes) => measure(source, inside),
    createZstdCompress(),
    async function* encrypt(source: Bytes) {
      yield* await encrypter.encrypt(webStream(source));
    },
    (source: Bytes) => measure(source, stored),
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { bytes: stored.bytes, sha256: stored.hash.digest("hex"), content: inside.bytes };
}

/** @throws if anything in the file was altered or cut off. */
export async function openSealed(
  path: string,
  { decrypter }: BackupKeys,
  into: NodeJS.WritableStream,
): Promise<void> {
  await pipeline(
    createReadStream(path),
    async function* decrypt(source: Bytes) {
      yield* await decrypter.decrypt(webStream(source));
    },
    createZstdDecompress(),
    into,
  );
}

/** The size and hash of a stored file. */
export async function measureFile(path: string): Promise<Omit<SealedFile, "content">> {
  const stored = { bytes: 0, hash: createHash("sha256") };
  for await (const _ of measure(createReadStream(path), stored));
  return { bytes: stored.bytes, sha256: stored.hash.digest("hex") };
}

async function* measure(source: Bytes, sum: { bytes: number; hash?: Hash }) {
  for await (const part of source) {
    sum.bytes += part.length;
    sum.hash?.update(part);
    yield part;
  }
}

const webStream = (source: Bytes) => ReadableStream.from(source) as ReadableStream<Uint8Array>;
