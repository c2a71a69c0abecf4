import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BucketSettings } from "#server/adapters/bucket-store.ts";
import { createBucketStore } from "#server/adapters/bucket-store.ts";
import type { FileStore } from "#server/adapters/file-store.ts";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  spawnPortal,
  startPortal,
} from "../support/portal-process.ts";
import { noS3Server, type S3Server, startS3Server } from "../support/s3-server.ts";

describe.skipIf(noS3Server)("with a bucket", () => {
  let server: S3Server;
  let bucket: BucketSettings;
  let database: TestDatabase;
  beforeAll(async () => {
    server = await startS3Server();
    bucket = await server.makeBucket();
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await server?.stop();
    await database?.drop();
  });

  const settings = (more: Partial<BucketSettings> = {}) => {
    const { url, region, accessKeyId, secretAccessKey } = { ...bucket, ...more };
    return {
      DATABASE_URL: database.url,
      S3_URL: url,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  };

  describe("a start", () => {
    test("ends with one line if the bucket refuses", async () => {
      const portal = await spawnPortal({ env: settings({ secretAccessKey: "secret-canary" }) });
      const { code, errors, output } = await portal.ended;
      expect([code, errors]).toEqual([
        1,
        `The bucket ${bucket.url} refuses to write files: SignatureDoesNotMatch\n`,
      ]);
      expect(output).not.toContain("canary");
    });

    test("says that the bucket does not answer, and serves the rest", async () => {
      const url = `http://127.0.0.1:${await freePort()}/none`;
      const portal = await startPortal({ env: settings({ url }) });
      expect(portal.output()).toContain(
        `The bucket ${url} does not answer (ECONNREFUSED): no pictures or recordings until it does\n`,
      );
      const page = new Page(portal.base);
      expect((await page.get("/api/health/ready")).status).toBe(200);
      expect((await page.get("/login")).status).toBe(200);
      await portal.stop();
    });

    test("needs no folder that it shares with other machines", async () => {
      const [one, two] = await Promise.all([1, 2].map(() => startPortal({ env: settings() })));
      const store = createBucketStore(bucket, "files/");
      const name = "0123456789abcdef0123456789abcdef_m.jpg";
      await store.write(`pictures/${name}`, Buffer.from("a picture"));
      for (const portal of [one, two]) {
        const answer = await new Page(portal?.base ?? "").get(`/api/images/${name}`);
        expect([answer.status, answer.text]).toEqual([200, "a picture"]);
      }
      const releases = await namesIn(createBucketStore(bucket), "releases");
      expect(new Set(releases.map((file) => file.split("/")[1])).size).toBe(1);
      expect(releases.length).toBeGreaterThan(20);
      await Promise.all([one?.stop(), two?.stop()]);
    });
  });

  describe("npm run files -- copy", () => {
    const copy = async (env: Record<string, string | undefined>, ...args: string[]) => {
      const script = "server/commands/files.ts";
      const { code, errors, output } = await (await spawnPortal({ script, args, env })).ended;
      return { code, errors, output };
    };
    const names = [
      "pictures/0123456789abcdef0123456789abcdef_s.jpg",
      "recordings/20260101/call-1.wav",
      "recordings/20260102/call-2.wav",
    ];

    test("copies the files into the bucket and back, and leaves out what is there", async () => {
      bucket = await server.makeBucket();
      const [from, to] = [await dataFolder(), await dataFolder()];
      const files = createFolderStore(join(from, "files"));
      for (const [place, name] of names.entries()) {
        await files.write(name, Buffer.alloc(100_000 + place, place));
      }
      await files.write("recordings/.unfinished/x", Buffer.from("half"));
      await createFolderStore(from).write("releases/0a1b/main.js", Buffer.from("a script"));
      const setTime = (name: string, minutes: number) => {
        const at = new Date(Date.now() + minutes * 60_000);
        return utimes(join(from, "files", name), at, at);
      };
      const env = { ...settings(), DATA_DIR: from };
      const first = await copy(env, "copy", "to-bucket");
      expect(first).toEqual({
        code: 0,
        errors: "",
        output: "3 files copied, 0 were there already\n",
      });
      const stored = createBucketStore(bucket, "files/");
      expect(await namesIn(stored, "recordings")).toEqual(names.slice(1));
      // The copy leaves out web files, because each portal process stores those of its release at
      // its start.
      expect(await namesIn(createBucketStore(bucket), "releases")).toEqual([]);

      // A file of the source that is newer, a new one, and one that is newer in the target.
      await files.write(names[1] as string, Buffer.alloc(90_000, 9));
      await setTime(names[1] as string, 60);
      await files.write("recordings/20260103/new.wav", Buffer.from("new"));
      await setTime(names[2] as string, -60);
      await stored.write(names[2] as string, Buffer.from("newer and shorter"));
      expect(await copy(env, "copy", "to-bucket")).toEqual({
        code: 0,
        errors: "",
        output: "2 files copied, 2 were there already\n",
      });

      expect(await copy({ ...env, DATA_DIR: to }, "copy", "to-folder")).toEqual({
        code: 0,
        errors: "",
        output: "4 files copied, 0 were there already\n",
      });
      const copied = createFolderStore(join(to, "files"));
      for (const name of [names[0] as string, names[1] as string, "recordings/20260103/new.wav"]) {
        expect(await contentOf(copied, name), name).toEqual(await contentOf(files, name));
      }
      expect(await contentOf(copied, names[2] as string)).toEqual(Buffer.from("newer and shorter"));
    });

    test.each<[string, () => Record<string, string | undefined>, string[], RegExp]>([
      ["no words", () => settings(), [], /^Usage: npm run files -- copy to-bucket\|to-folder\n$/],
      ["another direction", () => settings(), ["copy", "up"], /^Usage: /],
      ["too many words", () => settings(), ["copy", "to-bucket", "now"], /^Usage: /],
      ["no bucket", () => ({}), ["copy", "to-bucket"], /^S3_URL is not set: [^\n]+\n$/],
      [
        "a wrong secret",
        () => settings({ secretAccessKey: "canary" }),
        ["copy", "to-bucket"],
        /^The bucket \S+ refuses to write files: SignatureDoesNotMatch\n$/,
      ],
      [
        "an empty folder",
        () => settings(),
        ["copy", "to-bucket"],
        /^\/\S+\/files has no files to copy\n$/,
      ],
      [
        "a bucket that is away",
        () => settings({ url: "http://127.0.0.1:1/none" }),
        ["copy", "to-folder"],
        /^The bucket \S+ does not answer: \w+\n$/,
      ],
    ])("with %s is refused in one line", async (_, env, args, message) => {
      const { code, errors, output } = await copy(env(), ...args);
      expect([code, output]).toEqual([1, ""]);
      expect(errors).toMatch(message);
      expect(errors).not.toContain("canary");
    });
  });
});

async function namesIn(store: FileStore, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(folder)) names.push(name);
  return names;
}

async function contentOf(store: FileStore, name: string): Promise<Buffer | null> {
  const file = await store.find(name);
  return file && buffer(await file.read());
}
