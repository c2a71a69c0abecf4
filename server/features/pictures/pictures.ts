import { basename } from "node:path";
import type { Knex } from "knex";
import { picturesFolder } from "#server/adapters/picture-files.ts";
import { isBackupRunning } from "#server/db/backup-lock.ts";
import type { Pruner } from "#server/db/prune-rows.ts";

/** Removes files that no row names: rolled-back uploads, and files replaced during a backup. */
export const prunePictures: Pruner = {
  name: "pictures",
  async prune({ db: { sql }, files }, now) {
    // Only old files: the write of a new one may not have committed yet.
    const yesterday = new Date(now.getTime() - 86_400_000);
    const known = new Set(await sql("pictures").pluck("name"));
    // The backup's snapshot may name other files.
    if (await isBackupRunning(sql)) return false;
    for await (const { name, modified } of files.list(picturesFolder)) {
      const [picture = ""] = basename(name).split("_");
      if (modified < yesterday && !known.has(picture)) await files.remove(name);
    }
    return false;
  },
};

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
