import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withFileLock } from "./file-lock.mjs";
import { root, run, ScriptError } from "./run.mjs";

/**
 * Installs the packages of a folder's lockfile unless they are installed. Throws ScriptError.
 * @param folder the project's folder, or one in it with its own lockfile.
 */
export async function ensureInstalled({ folder = root } = {}) {
  if (isInstalled(folder)) return;
  const lock = join(root, ".cache", "install.lock");
  const onWait = () => console.log("Waiting for another start to install the packages…");
  const installMissing = async () => {
    if (isInstalled(folder)) return;
    console.log("Installing the packages; this takes a minute or two…");
    const began = performance.now();
    // npm says nothing until it has finished.
    const signOfLife = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`Still installing, for ${seconds} s…`);
    }, 15_000);
    await install(folder).finally(() => clearInterval(signOfLife));
  };
  await withFileLock(lock, installMissing, onWait);
}

function isInstalled(folder) {
  // npm writes this file last, so it also shows an `npm ci` that somebody ran by hand.
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
  // npm replaces node_modules, so it must not run under the Node in there.
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, "node_modules")))
    .join(delimiter);
  // Development packages even with NODE_ENV=production: this machine builds the web app.
  const npm = (command) =>
    run("npm", [command, "--include=dev", "--loglevel=error"], {
      cwd,
      env: { PATH },
      shell: process.platform === "win32",
    });
  const clean = await npm("ci");
  if (clean.code === 0) return;
  // If package.json was edited by hand, the lockfile does not match; npm install updates it.
  const mended = clean.stopped ? clean : await npm("install");
  if (mended.code !== 0) {
    throw new ScriptError("The packages could not be installed. npm's message above says why");
  }
}
