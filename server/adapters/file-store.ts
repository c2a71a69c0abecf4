import type { Readable } from "node:stream";

/**
 * Pictures, recordings and the web files of releases: in a folder (`folder-store.ts`) or in a
 * bucket (`bucket-store.ts`), with the same behavior.
 */
export interface FileStore {
  /**
   * Writes the whole file or nothing, and returns once a power failure can no longer lose it.
   * @throws FileStoreError `cut-off` if the stream is too short or too long.
   */
  write(name: string, content: Content): Promise<void>;
  /**
   * A stored file, or null.
   * @param within how many milliseconds the caller can wait; a folder waits for its disk all the
   * same.
   * @throws FileStoreError `timeout` if that is not long enough.
   */
  find(name: string, within?: number): Promise<StoredFile | null>;
  /**
   * The files in a folder and below it, sorted by name, including unfinished ones (`isUnfinished`),
   * but without files whose names `checkName` refuses. None if there is no such folder.
   */
  list(folder: string): AsyncIterable<ListedFile>;
  /** No error if the file does not exist. */
  remove(name: string): Promise<void>;
  /**
   * A signed address where somebody else may PUT the file, with exactly this size and media type.
   * Null if only the portal writes to the store.
   */
  uploadAddress(name: string, upload: Upload): Promise<string | null>;
}

/** The bytes of a file, or a stream with its size in bytes. */
export type Content = Buffer | { size: number; stream: Readable };

export interface StoredFile {
  /** In bytes. */
  size: number;
  modified: Date;
  /** Strong, quotes included. */
  etag: string;
  /**
   * The bytes from `start` to `end`, both inclusive; by default all. If a bucket fails on the way,
   * the stream ends with a FileStoreError.
   * @throws FileStoreError `changed` if the file was replaced or removed since it was found.
   */
  read(start?: number, end?: number): Promise<Readable>;
}

export interface ListedFile {
  name: string;
  modified: Date;
}

export interface Upload {
  /** In bytes. */
  size: number;
  /** The media type. */
  type: string;
  /** An upload must begin within this time. */
  seconds: number;
}

/** The store failed, or a file was cut off or changed. Logs and operators see the code. */
export class FileStoreError extends Error {
  override name = "FileStoreError";
  readonly code: string;
  /** Trying again does not help: the settings or the permissions are wrong. */
  readonly isRefusal: boolean;

  constructor(code: string, { isRefusal = false } = {}) {
    super(code);
    this.code = code;
    this.isRefusal = isRefusal;
  }
}

/** The folder for unfinished writes in each top folder. Only a folder store has one. */
export const unfinishedFolder = ".unfinished";

/** Whether a listed file belongs to a write that is under way or was interrupted. */
export const isUnfinished = ({ name }: ListedFile) => name.includes(`/${unfinishedFolder}/`);

/** Segments that begin with a letter, a digit, `_` or one dot: never `..`, never an empty one. */
const names = /^\.?\w[\w.-]*(?:\/\.?\w[\w.-]*)*$/;

export const isName = (name: string): boolean => name.length <= 500 && names.test(name);

/**
 * A last check: we make all names, or have checked them against a strict pattern before.
 * @throws Error for an invalid name.
 */
export function checkName(name: string): string {
  if (!isName(name)) throw new Error("not a file's name");
  return name;
}
