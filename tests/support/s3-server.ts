import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { AwsClient } from "aws4fetch";
import { findSwift } from "#scripts/swift.ts";
import type { BucketSettings } from "#server/adapters/bucket-store.ts";
import { clockShift, followClock } from "./clock.ts";

export interface S3Server {
  /** Makes a new bucket. @returns the settings to use it. */
  makeBucket(): Promise<BucketSettings>;
  /** Calls the server with the keys of the settings. */
  ask(settings: BucketSettings, path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

const keys = { accessKeyId: "portal:owner", secretAccessKey: "secret-of-the-owner" };
export const strangersKeys = {
  accessKeyId: "portal:stranger",
  secretAccessKey: "secret-of-the-stranger",
};
const cache = join(import.meta.dirname, "../../.cache");

/** Why there is no S3 server here; null if there is one. For `describe.skipIf`. */
export const noS3Server: string | null = await findSwift().then(
  () => null,
  (error: Error) => error.message,
);
if (noS3Server) console.warn(`Skipped: ${noS3Server}`);

/** Starts OpenStack Swift (scripts/swift.ts). Operators run its S3 API in production. */
export async function startS3Server(): Promise<S3Server> {
  const { python, env } = await findSwift();
  // Swift needs a file system with extended attributes; a `tmpfs` may have none.
  const folder = await mkdtemp(join(cache, "s3-"));
  const script = join(import.meta.dirname, "s3-server.py");
  const child = spawn(python, [script, folder], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = await lines.next();
  if (port.done) throw new Error("OpenStack Swift did not start");
  const base = `http://127.0.0.1:${port.value}`;
  const setShift = async (shift: number) => {
    child.stdin.write(`${shift}\n`);
    await lines.next();
  };
  await setShift(clockShift());
  const unfollow = followClock(setShift);
  const ask: S3Server["ask"] = ({ url, ...settings }, path, init) =>
    new AwsClient({ ...settings, service: "s3", retries: 0 }).fetch(`${url}${path}`, init);
  let buckets = 0;
  return {
    ask,
    async makeBucket() {
      buckets += 1;
      const settings = { url: `${base}/bucket-${buckets}`, region: "us-east-1", ...keys };
      const { status } = await ask(settings, "", { method: "PUT" });
      if (status !== 200) throw new Error(`The bucket was not made: ${status}`);
      return settings;
    },
    async stop() {
      unfollow();
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
