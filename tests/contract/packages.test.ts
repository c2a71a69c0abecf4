import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

async function textOf(folders: readonly string[], kinds: RegExp): Promise<string> {
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(join(root, folder), { recursive: true });
      const sources = files.filter((file) => kinds.test(file));
      return Promise.all(sources.map((file) => readFile(join(root, folder, file), "utf8")));
    }),
  );
  return texts.flat().join("\n");
}

/** Whether a source text loads a package, in any way. */
const loadsPackage = (text: string, name: string) =>
  new RegExp(`["\`](node_modules/)?${name}(/[^"\`]*)?["\`]`).test(text);

test("the image has the packages that the server loads, and no others (I7)", async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const shipped = Object.keys(dependencies);
  // The Dockerfile copies these.
  const inImage = ["server", "shared", "migrations", "seeds"];
  const text = await textOf(inImage, /\.ts$/);
  expect(shipped.filter((name) => !loadsPackage(text, name))).toEqual([]);
  expect(Object.keys(devDependencies).filter((name) => loadsPackage(text, name))).toEqual([]);
});

test("every package for development is used", async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const configs = (await readdir(root)).filter((file) => /\.(config\.ts|json)$/.test(file));
  const configured = await Promise.all(
    configs
      .filter((file) => !file.startsWith("package"))
      .map((file) => readFile(join(root, file), "utf8")),
  );
  const sources = await textOf(
    ["web", "server", "shared", "scripts", "tests"],
    /\.(tsx?|mjs|scss)$/,
  );
  const text = [sources, ...configured].join("\n");
  const isUsed = (name: string) => {
    // Vite loads sass-embedded for stylesheets. Vitest loads happy-dom as an environment.
    if (name === "sass-embedded") return loadsPackage(text, "bulma");
    if (name === "happy-dom")
      return configured.some((config) => config.includes('environment: "happy-dom"'));
    const typed = name.replace("@types/", "");
    return (
      loadsPackage(text, typed) &&
      (typed === name || typed in { ...dependencies, ...devDependencies, node: "" })
    );
  };
  expect(Object.keys(devDependencies).filter((name) => !isUsed(name))).toEqual([]);
});
