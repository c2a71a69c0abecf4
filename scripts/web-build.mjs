import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "./file-lock.mjs";
import { root, runNode, ScriptError } from "./run.mjs";

/** The sources of the web app. */
const sources = ["web", "shared", "scripts/build", "vite.config.ts", "package-lock.json"];
const output = join(root, "dist", "web");
/** Not in the output folder: that is served, and the build empties it. */
const stampFile = join(root, "dist", "web.stamp");
const lock = join(root, ".cache", "web-build.lock");

/** Builds the web app into dist/web unless it is already built from these sources. Throws ScriptError. */
export async function ensureWeb() {
  if (isBuilt()) return;
  await withFileLock(lock, async () => {
    if (isBuilt()) return;
    console.log("Building the web app…");
    await build("error");
  });
}

/** Always builds the web app, and shows warnings too. Throws ScriptError. */
export async function buildWeb() {
  await withFileLock(lock, () => build("warn"));
}

async function build(logLevel) {
  const built = fingerprint();
  rmSync(stampFile, { force: true });
  const vite = "node_modules/vite/bin/vite.js";
  const { code } = await runNode([vite, "build", "--logLevel", logLevel]);
  if (code !== 0)
    throw new ScriptError("The web app could not be built. The message above says why");
  writeFileSync(stampFile, built);
}

function isBuilt() {
  if (!existsSync(output) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, "utf8") === fingerprint();
}

/** A hash of names and contents. File times change with every checkout and miss deleted files. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const path of sources.flatMap(filesOf).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(path) {
  const state = statSync(join(root, path), { throwIfNoEntry: false });
  if (!state) return [];
  if (!state.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesOf(join(path, name)));
}
