import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withFileLock } from "./file-lock.mjs";
import { root, run, ScriptError } from "./run.mjs";

/**
 * Installs the packages of a folder's lockfile unless they are there. Throws ScriptError.
 * @param folder the project's own, or one below it that has a lockfile too.
 */
export async function ensureInstalled({ folder = root } = {}) {
  if (isInstalled(folder)) return;
  const lock = join(root, ".cache", "install.lock");
  const onWait = () => console.log("Waiting for another start to install the packages…");
  const installMissing = async () => {
    if (isInstalled(folder)) return;
    console.log("Installing the packages; this takes a minute or two…");
    await install(folder);
  };
  await withFileLock(lock, installMissing, onWait);
}

function isInstalled(folder) {
  // npm writes this record last, so it also knows an `npm ci` by hand.
  const recordFile = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(recordFile)) return false;
  const wanted = packagesIn(join(folder, "package-lock.json"));
  const present = packagesIn(recordFile);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const isNeeded = path !== "" && !optional;
    return !isNeeded || present[path]?.version === version;
  });
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

async function install(cwd) {
  // npm replaces node_modules, so the Node that runs it must not be the one in there.
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, "node_modules")))
    .join(delimiter);
  // Development packages too, whatever NODE_ENV says: the web app is built on this machine.
  const npm = (command) =>
    run("npm", [command, "--include=dev", "--loglevel=error"], {
      cwd,
      env: { PATH },
      shell: process.platform === "win32",
    });
  const clean = await npm("ci");
  if (clean.code === 0) return;
  // A package.json edited by hand does not fit its lockfile, which npm install mends.
  const mended = clean.stopped ? clean : await npm("install");
  if (mended.code !== 0) {
    throw new ScriptError("The packages could not be installed; npm says why above");
  }
}
