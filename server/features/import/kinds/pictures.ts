import { readFile, realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { z } from "zod";
import { storePicture } from "#server/features/pictures/pictures.ts";
import { tellPlatformLater } from "#server/features/platform/tell-platform.ts";
import { cutPicture, type Picture } from "#server/http/picture.ts";
import { Refusal } from "#server/http/refusal.ts";
import { text } from "#shared/fields.ts";
import { pictureBytesAtMost, pictureMessages } from "#shared/pictures.ts";
import { type ImportKind, type ImportWork, type Outcome, refusedRow } from "../import-kind.ts";
import {
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
type PictureRow = z.infer<typeof schema>;

/** A psychic who has a picture keeps it. */
export const pictures: ImportKind<PictureRow> = {
  name: "pictures",
  format: { schema, oneOf: psychicColumns },
  // A picture takes a moment of a core, and the transaction must not be idle for long.
  portionRows: 5,

  async store(work, rows) {
    const { sql } = work;
    const given = await withPsychics(sql, rows);
    const stateOf = ({ state }: PictureRow) => state ?? "approved";
    const there = await sql("pictures")
      .whereRaw("user_id = any (?::integer[])", [given.flatMap(({ psychicId }) => psychicId ?? [])])
      .select("user_id", "state");
    const taken = new Set(there.map(({ user_id, state }) => `${user_id} ${state}`));
    const isTaken = (row: (typeof given)[number]) => taken.has(`${row.psychicId} ${stateOf(row)}`);
    const cut = await Promise.all(
      given.map((row) => (isTaken(row) ? null : readPicture(work.folder, row.file))),
    );
    const outcomes: Outcome[] = [];
    for (const [place, row] of given.entries()) {
      const picture = cut[place];
      if (row.psychicId === undefined) outcomes.push(refusedRow(noSuchPsychic(row)));
      else if (isTaken(row) || !picture) outcomes.push("known");
      else if ("reason" in picture) outcomes.push(picture);
      else {
        if (!work.isDryRun) await insert(work, row.psychicId, stateOf(row), picture);
        taken.add(`${row.psychicId} ${stateOf(row)}`);
        outcomes.push("stored");
      }
    }
    return outcomes;
  },
};

async function readPicture(folder: string, name: string): Promise<Picture | { reason: string }> {
  const base = await realpath(folder);
  // A link, too, must not lead out of the folder.
  const path = await realpath(resolve(base, name)).catch(() => null);
  if (path === null) return { reason: "file: There is no such file" };
  if (!path.startsWith(base + sep)) return { reason: "file: It is outside the folder" };
  const { size } = await stat(path);
  if (size > pictureBytesAtMost) return { reason: `file: ${pictureMessages.unreadable}` };
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
  { sql, files, vault, now }: ImportWork,
  psychicId: number,
  state: "approved" | "pending",
  { sizes }: Picture,
): Promise<void> {
  const name = await storePicture(files, sizes);
  await sql("pictures").insert({ user_id: psychicId, state, name, created_at: now });
  if (state === "pending") return;
  const news = { psychicId, type: "picture.approved" as const, data: { image: name } };
  await tellPlatformLater({ sql, vault }, [news], now);
}
