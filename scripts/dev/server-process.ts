import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface ServerProcess {
  /** Waits until the server listens; false if it does not within the given milliseconds. */
  listensWithin(patience: number): Promise<boolean>;
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
  const child = spawn(process.execPath, [...watch, "server/main.ts"], {
    cwd: root,
    stdio: "inherit",
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

  return {
    async listensWithin(patience) {
      const deadline = Date.now() + patience;
      while (!(await listens())) {
        if (Date.now() > deadline || child.exitCode !== null) return false;
        await pause(20);
      }
      return true;
    },
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
