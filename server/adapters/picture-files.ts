import { randomBytes } from "node:crypto";
import { type PictureSize, pictureSizes } from "#shared/pictures.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

/** Random, so that nobody can guess the name of a picture that they may not see. */
const newName = () => randomBytes(16).toString("hex");
const fileName = /^[0-9a-f]{32}_[sml]\.jpg$/;
const sizes = Object.keys(pictureSizes) as PictureSize[];

export const picturesFolder = "pictures";
const pathOf = (file: string) => `${picturesFolder}/${file}`;

/**
 * Stores a picture's files. Call it before the transaction that names them: a bucket may take
 * seconds, too long to hold that transaction's locks. @returns their new name.
 */
export async function storePicture(
  files: FileStore,
  cut: Record<PictureSize, Buffer>,
  name = newName(),
): Promise<string> {
  for (const size of sizes) await files.write(pathOf(`${name}_${size}.jpg`), cut[size]);
  return name;
}

export async function removePictureFiles(files: FileStore, name: string): Promise<void> {
  for (const size of sizes) await files.remove(pathOf(`${name}_${size}.jpg`));
}

/** A picture's file; null unless the name is exactly one of ours. @param within as in `FileStore`. */
export async function findPictureFile(
  files: FileStore,
  file: string,
  within?: number,
): Promise<StoredFile | null> {
  return fileName.test(file) ? files.find(pathOf(file), within) : null;
}
