import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { importFile } from "#server/features/import/import-file.ts";
import { pictures } from "#server/features/import/kinds/pictures.ts";
import { setUpMoving } from "./fixtures/moving.ts";
import { csv, person } from "./fixtures/moving-rows.ts";

const portal = setUpMoving();
let face: Buffer;

beforeAll(async () => {
  await portal.take("psychics", csv([1, 2].map((number) => person(number))));
  const background = { r: 9, g: 9, b: 9 };
  face = await sharp({ create: { width: 500, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer();
});

test("pictures are found in a folder directly below the root of the disk", async () => {
  const picture = relative("/", await realpath(await portal.write("face.jpg", face)));
  const list = await portal.write("list.csv", `extension,file\n200001,${picture}\n`);
  const { db, vault } = portal;
  const files = createFolderStore(join(portal.folder, "files"));
  expect(await importFile({ db, vault, files }, pictures, list, { folder: "/" })).toMatchObject({
    ...{ applied: 1, refused: 0 },
  });
});

test("a link in a folder of pictures must not lead to a file beside the folder", async () => {
  const folder = join(portal.folder, "faces");
  await mkdir(folder);
  await writeFile(join(folder, "200001.jpg"), face);
  await symlink(await portal.write("private.jpg", face), join(folder, "200002.jpg"));
  const output = await portal.start("import", ["pictures", folder, "--dry-run"]).ended;
  expect(output).toContain("3: file: It is outside the folder");
  expect(output).toContain("1 lines are invalid and would not be imported");
});
