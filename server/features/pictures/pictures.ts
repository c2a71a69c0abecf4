import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import type { Knex } from "knex";
import type { FileStore } from "#server/adapters/file-store.ts";
import { isBackupRunning } from "#server/db/backup-lock.ts";
import type { Pruner } from "#server/db/prune-rows.ts";
import type { Picture } from "#server/http/picture.ts";
import { type PictureSize, pictureSizes } from "#shared/pictures.ts";

/** Random, so that nobody can guess the name of a picture that they may not see. */
const newName = () => randomBytes(16).toString("hex");
const fileName = /^[0-9a-f]{32}_[sml]\.jpg$/;
const sizes = Object.keys(pictureSizes) as PictureSize[];
const pathOf = (file: string) => `pictures/${file}`;

/** Stores a picture's files. @returns their new name. */
export async function storePicture(
  files: FileStore,
  cut: Picture["sizes"],
  name = newName(),
): Promise<string> {
  for (const size of sizes) await files.write(pathOf(`${name}_${size}.jpg`), cut[size]);
  return name;
}

export async function removePictureFiles(files: FileStore, name: string): Promise<void> {
  for (const size of sizes) await files.remove(pathOf(`${name}_${size}.jpg`));
}

/** Removes files that no row names: their write was rolled back. */
export const prunePictures: Pruner = {
  name: "pictures",
  async prune({ db: { sql }, files }, now) {
    // Only old files: the write of a new one may not have committed yet.
    const yesterday = new Date(now.getTime() - 86_400_000);
    const known = new Set(await sql("pictures").pluck("name"));
    // The backup's snapshot may name other files.
    if (await isBackupRunning(sql)) return false;
    for (const file of await files.list("pictures", yesterday)) {
      const [name = ""] = basename(file).split("_");
      if (!known.has(name)) await files.remove(file);
    }
    return false;
  },
};

/** The path of a picture's file; null unless the name is exactly one of ours. */
export async function findPictureFile(files: FileStore, file: string): Promise<string | null> {
  return fileName.test(file) ? files.find(pathOf(file)) : null;
}

/**
 * Stores a picture as pending or approved. @returns the name of the picture it replaces, if any.
 */
export async function setPicture(
  sql: Knex,
  userId: number,
  state: "pending" | "approved",
  name: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql.raw<{ rows: { replaced: string | null }[] }>(
    `insert into pictures (user_id, state, name, created_at) values (?, ?, ?, ?)
     on conflict (user_id, state) do update
       set (name, created_at) = row (excluded.name, excluded.created_at)
     returning old.name as replaced`,
    [userId, state, name, now],
  );
  return rows[0]?.replaced ?? null;
}

/** @returns the name of the pending picture, if any. */
export async function findPendingPicture(
  sql: Knex,
  psychicId: number,
): Promise<string | undefined> {
  const waiting = await sql("pictures")
    .where({ user_id: psychicId, state: "pending" })
    .first("name");
  return waiting?.name;
}

/** Approves the pending picture. @returns the name of the picture it replaces, if any. */
export async function approvePicture(sql: Knex, psychicId: number): Promise<string | null> {
  const [shown] = await sql("pictures")
    .where({ user_id: psychicId, state: "approved" })
    .delete("name");
  await sql("pictures")
    .where({ user_id: psychicId, state: "pending" })
    .update({ state: "approved" });
  return shown?.name ?? null;
}

/** Removes the pending picture. */
export async function rejectPicture(sql: Knex, psychicId: number): Promise<void> {
  await sql("pictures").where({ user_id: psychicId, state: "pending" }).delete();
}
