import { randomUUID } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { Knex } from "knex";
import { z } from "zod";
import { storePicture } from "#server/adapters/picture-files.ts";
import { tellPlatformLater } from "#server/features/platform/tell-platform.ts";
import { cutPicture, type Picture } from "#server/http/picture.ts";
import { Refusal } from "#server/http/refusal.ts";
import { text } from "#shared/fields.ts";
import { pictureBytesAtMost, pictureMessages } from "#shared/pictures.ts";
import { type ImportKind, type ImportWork, type Outcome, refusedRow } from "../import-kind.ts";
import {
  nameOf,
  namesOnePsychic,
  noSuchPsychic,
  psychicColumns,
  psychicNames,
  withPsychics,
} from "../named-psychics.ts";

const schema = z
  .strictObject({
    ...psychicNames,
    file: text(1000, "File is not valid").min(1, "File is required"),
    state: z.enum(["approved", "pending"], { error: "approved or pending" }).nullish(),
  })
  .refine(...namesOnePsychic);
/** A line, and after `prepare` the name of its stored picture, or why there is none. */
type PictureRow = z.infer<typeof schema> & { stored?: { name: string } | { reason: string } };

/** A psychic who already has a picture in the row's state keeps it. */
export const pictures: ImportKind<PictureRow> = {
  name: "pictures",
  format: { schema, oneOf: psychicColumns },
  // Cutting a picture takes a core for a moment, and each picture has three files to write.
  portionRows: 5,
  touches: (row) => [nameOf(row)],

  async prepare(work, rows) {
    const { given, isTaken } = await findTargets(work.sql, rows);
    return Promise.all(
      given.map(async ({ psychicId, ...row }): Promise<PictureRow> => {
        if (psychicId === undefined) return { ...row, stored: { reason: noSuchPsychic(row) } };
        if (isTaken(psychicId, row)) return row;
        const picture = await readPicture(work, row.file);
        if ("reason" in picture) return { ...row, stored: picture };
        // Names no file: a dry run stores none.
        if (work.isDryRun) return { ...row, stored: { name: randomUUID() } };
        return { ...row, stored: { name: await storePicture(work.files, picture.sizes) } };
      }),
    );
  },

  async store(work, rows) {
    const { given, isTaken, take } = await findTargets(work.sql, rows);
    const outcomes: Outcome[] = [];
    for (const { psychicId, stored, ...row } of given) {
      if (psychicId === undefined) outcomes.push(refusedRow(noSuchPsychic(row)));
      else if (isTaken(psychicId, row) || !stored) outcomes.push("known");
      else if ("reason" in stored) outcomes.push(stored);
      else {
        await insert(work, psychicId, stateOf(row), stored.name);
        take(psychicId, row);
        outcomes.push("stored");
      }
    }
    return outcomes;
  },
};

const stateOf = ({ state }: PictureRow) => state ?? "approved";

/** The rows with their psychics, and which psychics already have a picture in the row's state. */
async function findTargets(sql: Knex, rows: readonly PictureRow[]) {
  const given = await withPsychics(sql, rows);
  const there = await sql("pictures")
    .whereRaw("user_id = any (?::integer[])", [given.flatMap(({ psychicId }) => psychicId ?? [])])
    .select("user_id", "state");
  const taken = new Set(there.map(({ user_id, state }) => `${user_id} ${state}`));
  const keyOf = (psychicId: number, row: PictureRow) => `${psychicId} ${stateOf(row)}`;
  return {
    given,
    isTaken: (psychicId: number, row: PictureRow) => taken.has(keyOf(psychicId, row)),
    take: (psychicId: number, row: PictureRow) => taken.add(keyOf(psychicId, row)),
  };
}

async function readPicture(
  { folder, within }: ImportWork,
  name: string,
): Promise<Picture | { reason: string }> {
  const path = await realpath(resolve(folder, name)).catch(() => null);
  if (path === null) return { reason: "file: There is no such file" };
  // A link, too, must not lead out of the folder. Only `/` ends with a slash.
  const bounds = await realpath(within);
  if (!path.startsWith(bounds.endsWith(sep) ? bounds : bounds + sep))
    return { reason: "file: It is outside the folder" };
  const found = await stat(path);
  // Reading a pipe would hang if nobody writes to it.
  if (!found.isFile()) return { reason: "file: It is not a file" };
  if (found.size > pictureBytesAtMost) return { reason: `file: ${pictureMessages.unreadable}` };
  try {
    return await cutPicture(new File([await readFile(path)], "picture"));
  } catch (error) {
    if (error instanceof Refusal) {
      return { reason: `file: ${error.errors?.[0]?.message ?? error.message}` };
    }
    return { reason: "file: It cannot be read" };
  }
}

async function insert(
  { sql, vault, now }: ImportWork,
  psychicId: number,
  state: "approved" | "pending",
  name: string,
): Promise<void> {
  await sql("pictures").insert({ user_id: psychicId, state, name, created_at: now });
  if (state === "pending") return;
  const news = { psychicId, type: "picture.approved" as const, data: { image: name } };
  await tellPlatformLater({ sql, vault }, [news], now);
}
