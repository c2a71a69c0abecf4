import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { type BucketSettings, createBucketStore } from "#server/adapters/bucket-store.ts";
import { storePicture } from "#server/adapters/picture-files.ts";
import { storeRelease } from "#server/adapters/releases.ts";
import { createApp } from "#server/app.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { prune } from "#server/pruners.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { noS3Server, type S3Server, startS3Server } from "../support/s3-server.ts";
import {
  browserOf,
  openTestApp,
  type SignedIn,
  type TestApp,
  testEnv,
} from "../support/test-app.ts";
import { spellings } from "./fixtures/path-spellings.ts";

/** `file-store.test.ts` tests the store itself: here are the parts of the portal that use it. */
describe.skipIf(noS3Server)("with a bucket", () => {
  let server: S3Server;
  let bucket: BucketSettings;
  let portal: TestApp;
  let manager: SignedIn;
  let psychicId: number;

  beforeAll(async () => {
    server = await startS3Server();
    bucket = await server.makeBucket();
    portal = await openTestApp({ files: createBucketStore(bucket, "files/") });
    const { sql } = portal.services.db;
    const boss = await makeManager(sql);
    psychicId = (await makePsychic(sql, { manager_id: boss.id })).id;
    manager = await portal.signIn(boss.username, password);
  });
  afterAll(async () => {
    await portal?.close();
    await server?.stop();
  });

  const wav = Buffer.from(Array.from({ length: 300_000 }, (_, place) => place % 251));

  test("the platform sends a recording to the bucket, and managers play it in ranges", async () => {
    const { sql } = portal.services.db;
    const text = JSON.stringify({ connection_id: "call-1", day: "2026-06-11", size: wav.length });
    const answer = await portal
      .visit()
      .agent.post("/api/ingest/recordings")
      .set({ "Content-Type": "application/json" })
      .set(signatureHeaders(testEnv.INGEST_SECRET, text))
      .send(text);
    expect(answer.body.url).toMatch(`${bucket.url}/files/recordings/20260611/call-1.wav?`);
    const sent = await fetch(answer.body.url, {
      method: "PUT",
      headers: { "Content-Type": "audio/wav" },
      body: new Uint8Array(wav),
    });
    expect(sent.status).toBe(200);

    await makeReading(sql, {
      connection_id: "call-1",
      user_id: psychicId,
      started_at: "2026-06-11T17:00:00Z",
      has_recording: true,
    });
    const play = (headers: Record<string, string> = {}) =>
      manager.get(`/api/psychics/${psychicId}/recordings/20260611/call-1`).set(headers);
    const whole = await play();
    expect(Buffer.compare(whole.body, wav)).toBe(0);
    expect(whole.headers).toMatchObject({
      "content-type": "audio/wav",
      "cache-control": "no-store",
      "content-length": "300000",
      etag: sent.headers.get("etag"),
    });
    const part = await play({ Range: "bytes=1000-1999", "If-Range": whole.headers.etag as string });
    expect([part.status, part.headers["content-range"]]).toEqual([206, "bytes 1000-1999/300000"]);
    expect(Buffer.compare(part.body, wav.subarray(1000, 2000))).toBe(0);
    const beyond = await play({ Range: "bytes=300000-" });
    expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, "bytes */300000"]);
    const plays = await sql("audit_trail").where({ action: "recording played" });
    expect(plays).toHaveLength(1);
  });

  test("safety 13: 64 spellings of a path out of the recordings find no file", async () => {
    const root = createBucketStore(bucket);
    for (const name of ["secret.wav", "files/secret.wav", "files/recordings/secret.wav"]) {
      await root.write(name, Buffer.from("secret"));
    }
    for (const spelling of spellings) {
      for (const name of [`20260611/${spelling}`, `${spelling}/call-1`]) {
        const { status, text, headers } = await manager.get(
          `/api/psychics/${psychicId}/recordings/${name}`,
        );
        expect([400, 404, 422], name).toContain(status);
        expect(headers["content-type"], name).not.toMatch("audio");
        expect(text, name).not.toContain("secret");
      }
    }
  });

  test("a picture is served, and a client that has it gets 304", async () => {
    const bytes = Buffer.from("a picture");
    const name = await storePicture(portal.services.files, { s: bytes, m: bytes, l: bytes });
    const first = await portal.visit().get(`/api/images/${name}_m.jpg`);
    expect([first.status, String(first.body)]).toEqual([200, "a picture"]);
    expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const etag = first.headers.etag as string;
    const again = await portal.visit().get(`/api/images/${name}_m.jpg`).set("If-None-Match", etag);
    expect(again.status).toBe(304);
    const none = await portal.visit().get(`/api/images/${"0".repeat(32)}_m.jpg`);
    expect(none.headers["content-type"]).toMatch("svg");
  });

  test("pictures that no row names and old recordings are removed", async () => {
    const { files, db } = portal.services;
    const bytes = Buffer.from("a picture");
    const sizes = { s: bytes, m: bytes, l: bytes };
    const { name: known } = await makePicture(db.sql, { user_id: psychicId, state: "approved" });
    await storePicture(files, sizes, known);
    const lost = await storePicture(files, sizes);
    await files.write("recordings/20200101/old.wav", bytes);
    const storedNames = async () => {
      const names: string[] = [];
      for (const folder of ["pictures", "recordings"]) {
        for await (const { name } of files.list(folder)) names.push(name);
      }
      return names;
    };
    await prune.handle(portal.services, {}, "job");
    // The picture is less than a day old, and recordings are kept for good.
    expect(await storedNames()).toEqual(
      expect.arrayContaining([`pictures/${lost}_s.jpg`, "recordings/20200101/old.wav"]),
    );
    try {
      portal.services.recordingDays = 36_500;
      await prune.handle(portal.services, {}, "job");
      expect(await storedNames()).toContain("recordings/20200101/old.wav");
      portal.services.recordingDays = 4_500;
      await portal.advance(2 * 86_400_000);
      await prune.handle(portal.services, {}, "job");
      const left = await storedNames();
      expect(left).not.toContain(`pictures/${lost}_s.jpg`);
      expect(left).toContain(`pictures/${known}_s.jpg`);
      expect(left).not.toContain("recordings/20200101/old.wav");
      expect(left).toContain("recordings/20260611/call-1.wav");
    } finally {
      portal.services.recordingDays = null;
    }
  });

  test("D44: machines that share only the bucket serve the previous release's files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "portal-releases-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    /** A process of a release on a machine of its own. */
    const start = async (release: string) => {
      const web = join(folder, release);
      await mkdir(join(web, "assets"), { recursive: true });
      await writeFile(join(web, "assets", `main-${release}.js`), `/* ${release} */`);
      const releases = createBucketStore(bucket);
      await storeRelease(join(web, "assets"), releases);
      const { services } = portal;
      return browserOf(
        createApp({ services, env: testEnv, webFolder: web, releases, draining: () => false }),
      );
    };
    const old = await start("one");
    const next = await start("two");
    const earlier = await next.get("/assets/main-one.js");
    expect([earlier.status, earlier.text]).toEqual([200, "/* one */"]);
    expect(earlier.headers["content-type"]).toContain("javascript");
    expect((await old.get("/assets/main-two.js")).text).toBe("/* two */");
    expect((await next.get("/assets/main-three.js")).status).toBe(404);
  });

  test("while the bucket is away, requests that need it answer 503, and the rest works", async () => {
    const away = createBucketStore(
      { ...bucket, url: `http://127.0.0.1:${await freePort()}/none` },
      "files/",
    );
    const { files } = portal.services;
    try {
      portal.services.files = away;
      const app = createApp({
        services: portal.services,
        env: testEnv,
        webFolder: portal.webFolder,
        draining: () => false,
      });
      const visitor = browserOf(app);
      const picture = await visitor.get(`/api/images/${"0".repeat(32)}_m.jpg`);
      expect([picture.status, picture.headers["retry-after"]]).toEqual([503, "5"]);
      expect(JSON.stringify(picture.body)).not.toMatch(/127\.0\.0\.1|portal:owner/);
      expect((await visitor.get("/api/health/ready")).status).toBe(200);
      const line = portal.lines.find(({ message }) => message === "unavailable");
      expect(line?.error).toMatch(/^FileStoreError ECONNREFUSED/);
    } finally {
      portal.services.files = files;
    }
  });
});
