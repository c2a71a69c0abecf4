import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The packages that the sources below these folders name, in whatever way they load them. */
async function packagesNamedIn(folders: readonly string[], known: readonly string[]) {
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(join(root, folder), { recursive: true });
      const sources = files.filter((file) => file.endsWith(".ts"));
      return Promise.all(sources.map((file) => readFile(join(root, folder, file), "utf8")));
    }),
  );
  const whole = texts.flat().join("\n");
  return known.filter((name) => new RegExp(`["\`]${name}(/[^"\`]*)?["\`]`).test(whole));
}

test("the image has the packages that the server loads, and no others (I7)", async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const shipped = Object.keys(dependencies);
  // What the Dockerfile copies.
  const inImage = ["server", "shared", "migrations", "seeds"];
  expect(await packagesNamedIn(inImage, shipped)).toEqual(shipped);
  expect(await packagesNamedIn(inImage, Object.keys(devDependencies))).toEqual([]);
});
