import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Env } from "./env.ts";
import { describeError, type Logger } from "./log.ts";

/** In milliseconds: how long the simulated platform has to end, and the pause before a restart. */
const stopTime = 2_000;
const restartAfter = 30_000;

/**
 * Starts the demo's simulated phone and chat platform: a process that calls this portal's ingest
 * endpoint like the real platform. @returns a function that stops it.
 */
export function startLivingDemo(options: {
  databaseUrl: string;
  address: AddressInfo;
  env: Pick<Env, "DEMO_PACE" | "INGEST_SECRET" | "publicUrl">;
  log: Logger;
  say: (line: string) => void;
}): () => Promise<void> {
  const { databaseUrl, address, env, log, say } = options;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  const start = async () => {
    while (!stopping.signal.aborted) {
      child = fork(join(import.meta.dirname, "../seeds/platform/main.ts"), {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        env: {
          ...process.env,
          PLATFORM_DATABASE: databaseUrl,
          PLATFORM_API: `http://${hostOf(address)}:${address.port}/api`,
          PLATFORM_ORIGIN: new URL(env.publicUrl).origin,
          PLATFORM_SECRET: env.INGEST_SECRET.split(" ")[0],
          DEMO_PACE: String(env.DEMO_PACE),
        },
      });
      child.on("message", (message: { say?: string; problem?: string }) => {
        if (message.say) say(message.say);
        if (message.problem) log.warn({ error: message.problem }, "simulated platform");
      });
      // A process that cannot be started emits an error and no exit; that must not end the portal.
      const [code] = await once(child, "exit").catch((error: Error) => {
        log.warn({ error: describeError(error) }, "simulated platform");
        return [null];
      });
      if (code === 0) return;
      await pause(restartAfter, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = start();

  return async () => {
    stopping.abort();
    child?.kill("SIGTERM");
    const isGone = await Promise.race([ended.then(() => true), pause(stopTime, false)]);
    if (!isGone) child?.kill("SIGKILL");
  };
}

/** The host name by which this machine reaches a server that listens on the address. */
function hostOf({ address, family }: AddressInfo): string {
  if (address === "::" || address === "0.0.0.0") return "127.0.0.1";
  return family === "IPv6" ? `[${address}]` : address;
}
