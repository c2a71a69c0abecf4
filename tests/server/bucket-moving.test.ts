import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BucketSettings, createBucketStore } from "#server/adapters/bucket-store.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { setUpMoving } from "../api/fixtures/moving.ts";
import { csv, person } from "../api/fixtures/moving-rows.ts";
import { clockArguments } from "../support/clock.ts";
import { noS3Server, type S3Server, startS3Server } from "../support/s3-server.ts";

describe.skipIf(noS3Server)("with a bucket", () => {
  const portal = setUpMoving();
  let server: S3Server;
  let bucket: BucketSettings;
  beforeAll(async () => {
    server = await startS3Server();
    bucket = await server.makeBucket();
    await portal.take("psychics", csv([1, 2].map((number) => person(number))));
    const face = { width: 500, height: 500, channels: 3 as const, background: "#336699" };
    await writeFile(
      join(portal.folder, "face.jpg"),
      await sharp({ create: face }).jpeg().toBuffer(),
    );
  });
  afterAll(() => server?.stop());

  const settings = (url = bucket.url) => ({
    S3_URL: url,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    // The bucket has the tests' clock, and refuses another.
    NODE_OPTIONS: clockArguments.join(" "),
  });
  const away = async () => settings(`http://127.0.0.1:${await freePort()}/none`);
  const list = () => portal.write("pictures.csv", "extension,file\n200001,face.jpg\n");
  const isOneLine = /^1: The file store failed: ECONNREFUSED$/;

  test("npm run import stores pictures there, and stops with one line while it is away", async () => {
    const file = await list();
    expect(await portal.start("import", ["pictures", file], await away()).ended).toMatch(isOneLine);
    expect(await portal.rows("select from pictures")).toEqual([]);
    const output = await portal.start("import", ["pictures", file], settings()).ended;
    expect(output).toMatch(/^0: [\s\S]*1 pictures imported/);
    const [{ name }] = await portal.rows("select name from pictures");
    const store = createBucketStore(bucket, "files/");
    for (const size of ["s", "m", "l"]) {
      expect(await store.find(`pictures/${name}_${size}.jpg`), size).not.toBeNull();
    }
    expect(await readdir(join(portal.folder, "files")).catch(() => "none")).toBe("none");
  });

  test("npm run export copies pictures from there, and stops with one line while it is away", async () => {
    const target = join(portal.folder, "out");
    await mkdir(target);
    const words = ["pictures", target];
    expect(await portal.start("export", words, await away()).ended).toMatch(isOneLine);
    expect(await readdir(target)).toEqual([]);
    expect(await portal.start("export", words, settings()).ended).toBe("0: 1 pictures");
    const [{ name }] = await portal.rows("select name from pictures");
    const stored = await createBucketStore(bucket, "files/").find(`pictures/${name}_l.jpg`);
    const copied = await readFile(join(target, "pictures", "200001.jpg"));
    expect(copied).toEqual(stored && (await buffer(await stored.read())));
  });
});
