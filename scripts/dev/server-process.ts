import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The first start may create the demo (ms). */
const firstStartPatience = 300_000;
/** Later the server restarts, or you correct a mistake in it (ms). */
const restartPatience = 15_000;

export interface ServerProcess {
  /** Waits until the server listens; false if that takes too long. */
  waitUntilListening(): Promise<boolean>;
  /** Resolves once the process has ended: on a stop, or because somebody killed it. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Runs the portal's server. Node restarts it when a loaded file changes. */
export function startServer(
  root: string,
  env: Record<string, string> & { PORT: string },
): ServerProcess {
  const watch = ["--watch", "--watch-preserve-output", "--disable-warning=ExperimentalWarning"];
  const follow = `--import=${new URL("follow-dev.mjs", import.meta.url)}`;
  const child = spawn(process.execPath, [...watch, follow, "server/main.ts"], {
    cwd: root,
    stdio: ["pipe", "inherit", "inherit"],
    // Cached, because compiling takes half of a restart's time.
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...env },
  });
  const ended = once(child, "exit");

  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(env.PORT), "127.0.0.1");
      socket.once("error", () => resolve(false));
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
    });

  let hasListened = false;
  return {
    async waitUntilListening() {
      const deadline = Date.now() + (hasListened ? restartPatience : firstStartPatience);
      while (!(await listens())) {
        if (Date.now() > deadline || child.exitCode !== null) return false;
        await pause(20);
      }
      hasListened = true;
      return true;
    },
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
