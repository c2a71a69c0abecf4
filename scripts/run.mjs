import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** An error that the user can correct: only its message is printed, in one line. */
export class ScriptError extends Error {}

export const root = fileURLToPath(new URL("..", import.meta.url));
const isWindows = process.platform === "win32";
const localPrograms = join(root, "node_modules", ".bin");

/**
 * Runs a program to its end, in the project's folder unless `cwd` says otherwise. After `timeout`
 * milliseconds it is asked to end. A Ctrl-C arrives from the terminal and from npm, so the program
 * gets a process group of its own and one signal. Returns its exit code, and whether a signal asked
 * it to stop.
 */
export async function run(
  command,
  args,
  { env = {}, stdio = "inherit", shell = false, cwd = root, timeout } = {},
) {
  const child = spawn(command, args, {
    cwd,
    timeout,
    env: { ...process.env, ...env },
    stdio,
    shell,
    detached: !isWindows,
  });
  let stoppedAt = Number.NEGATIVE_INFINITY;
  const stopChild = (signal) => {
    const isEcho = performance.now() - stoppedAt < 1000;
    if (isEcho) return;
    stoppedAt = performance.now();
    if (!isWindows) signalGroup(child, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, stopChild);
  try {
    const [code, signal] = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (...how) => resolve(how));
    });
    // Ends processes that it started and left behind.
    if (!isWindows) signalGroup(child, "SIGKILL");
    return { code: code ?? 128 + constants.signals[signal], stopped: Number.isFinite(stoppedAt) };
  } finally {
    for (const signal of signals) process.off(signal, stopChild);
  }
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Runs a script under the pinned Node. It stops when this process is killed. */
export async function runNode(args, { env = {}, stdio = "inherit", ...options } = {}) {
  return await run(
    findNode(),
    [
      "--disable-warning=ExperimentalWarning",
      `--import=${new URL("follow-launcher.mjs", import.meta.url)}`,
      ...args,
    ],
    {
      // The pinned Node comes first in PATH, for programs that the script calls by name.
      env: {
        PATH: [localPrograms, process.env.PATH].join(delimiter),
        LAUNCHER_PID: `${process.pid}`,
        ...env,
      },
      stdio: [stdio, stdio, stdio, "ipc"],
      ...options,
    },
  );
}

let foundNode;

/** The Node of the lockfile, or the user's own if that does not run here (macOS, Alpine). */
function findNode() {
  if (foundNode) return foundNode;
  const system = isWindows ? "win" : process.platform;
  const file = isWindows ? "node.exe" : "node";
  const pinned = join(root, "node_modules", `node-${system}-${process.arch}`, "bin", file);
  const isUsable = existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0;
  if (!isUsable && !isRecent(process.versions.node)) {
    throw new ScriptError(
      `This system needs Node 22.18 or newer, but this is ${process.versions.node}. Get it from https://nodejs.org`,
    );
  }
  foundNode = isUsable ? pinned : process.execPath;
  return foundNode;
}

/** Node 22.18 is the first that runs TypeScript without a flag. */
function isRecent(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}
