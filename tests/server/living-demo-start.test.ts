import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { afterAll, expect, test, vi } from "vitest";

const started: EventEmitter[] = [];
vi.mock("node:child_process", () => ({
  fork: () => {
    const child = Object.assign(new EventEmitter(), { kill: () => true });
    started.push(child);
    return child as unknown as ChildProcess;
  },
}));

import { startLivingDemo } from "#server/living-demo.ts";
import type { Logger } from "#server/log.ts";
import { patient } from "../support/patience.ts";

// Other test files share this process, and start real children.
afterAll(() => {
  vi.resetModules();
});

test("if the demo's platform cannot start, the portal logs it and runs on", async () => {
  const warn = vi.fn();
  const stop = startLivingDemo({
    databaseUrl: "postgres://nowhere",
    address: { address: "127.0.0.1", family: "IPv4", port: 1 },
    env: { DEMO_PACE: 1, INGEST_SECRET: "whsec_x", publicUrl: "http://localhost:1" },
    log: { warn } as unknown as Logger,
    say: () => undefined,
  });
  started[0]?.emit("error", new Error("spawn EAGAIN"));
  // An unhandled rejection fails the run.
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: patient(60_000) });
  await stop();
});
