import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { limitConcurrency } from "../limit-concurrency.ts";
import { type FileStore, isUnfinished, type StoredFile, unfinishedFolder } from "./file-store.ts";

/** The present release and the previous one. */
const releasesAtMost = 2;

/** Has one folder per release. */
const folder = "releases";

/**
 * In milliseconds, longer than storing a release takes: an unfinished file that is older is a
 * remnant, and is removed.
 */
const storedWithin = 3_600_000;

/** The pause between two listings that look for unknown names, in milliseconds. */
const listingPause = 1_000;

interface Release {
  /** When it was last started. */
  started: number;
  /** The names in the store. */
  files: string[];
}

/** The hash of a release's file names, which contain hashes of the contents. */
const idOf = (files: readonly string[]) =>
  createHash("sha256").update(files.join("\0")).digest("hex").slice(0, 16);

/** The stored releases by id, the most recently started one first. */
async function storedReleases(store: FileStore): Promise<Map<string, Release>> {
  const releases = new Map<string, Release>();
  for await (const file of store.list(folder)) {
    const { name, modified } = file;
    const [, id = "", asset] = name.split("/");
    if (isUnfinished(file) || asset === undefined) continue;
    const release = releases.get(id) ?? { started: 0, files: [] };
    release.started = Math.max(release.started, modified.getTime());
    release.files.push(name);
    releases.set(id, release);
  }
  return new Map([...releases].sort(([, a], [, b]) => b.started - a.started));
}

/**
 * Stores the hashed files of this release: after the next release, windows that were opened under
 * this one still load their files from here (D44). Every process may call it at its start, in any
 * order. A release that comes back counts as new.
 * @param assets the folder of the present build's hashed files.
 */
export async function storeRelease(assets: string, store: FileStore): Promise<void> {
  const files = (await readdir(assets)).sort();
  const present = idOf(files);
  const stored = (await storedReleases(store)).get(present)?.files ?? [];
  const known = new Set(stored.map((name) => basename(name)));
  // The first file is written at every start: its time tells when the release was last started.
  const missing = files.filter((file, place) => place === 0 || !known.has(file));
  const inTurn = limitConcurrency({ atOnce: 8, queuedAtMost: missing.length });
  await Promise.all(
    missing.map((file) =>
      inTurn(async () => {
        await store.write(`${folder}/${present}/${file}`, await readFile(join(assets, file)));
      }),
    ),
  );
  const releases = [...(await storedReleases(store)).values()];
  for (const name of releases.slice(releasesAtMost).flatMap((release) => release.files)) {
    await store.remove(name);
  }
  // The store's clock, not ours: this process has just written a file there.
  const now = releases[0]?.started ?? 0;
  for await (const { name, modified } of store.list(`${folder}/${unfinishedFolder}`)) {
    if (now - modified.getTime() > storedWithin) await store.remove(name);
  }
}

/** Finds a file in the stored releases; null if none has it. */
export type FindInReleases = (file: string) => Promise<StoredFile | null>;

export function findInReleases(store: FileStore): FindInReleases {
  let known = new Map<string, string>();
  const list = async () => {
    const releases = [...(await storedReleases(store)).values()].reverse();
    known = new Map(releases.flatMap(({ files }) => files.map((name) => [basename(name), name])));
    return known;
  };
  // Strangers can ask for any name, so all who ask before a listing begins share it, and the next
  // listing waits for the pause. An earlier listing is not enough: a release may have been stored
  // after it.
  let listing: Promise<Map<string, string>> | undefined;
  let mayBegin = Promise.resolve();
  const nextListing = () => {
    listing ??= mayBegin.then(() => {
      listing = undefined;
      mayBegin = pause(listingPause, undefined, { ref: false });
      return list();
    });
    return listing;
  };
  return async (file) => {
    const find = async (names: Map<string, string>) => {
      const name = names.get(file);
      return name === undefined ? null : store.find(name);
    };
    return (await find(known)) ?? (await find(await nextListing()));
  };
}
