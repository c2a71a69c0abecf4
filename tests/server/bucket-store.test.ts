import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type BucketSettings, createBucketStore } from "#server/adapters/bucket-store.ts";
import { type FileStore, FileStoreError } from "#server/adapters/file-store.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { checkFileStore } from "#server/open-file-stores.ts";
import { advanceClock } from "../support/clock.ts";
import { patient } from "../support/patience.ts";
import { noS3Server, type S3Server, startS3Server, strangersKeys } from "../support/s3-server.ts";

// Swift starts slowly on a busy machine.
const content = Buffer.alloc(5_000, 1);
const other = Buffer.alloc(7_000, 9);

/**
 * Tests that only a bucket needs. `file-store.test.ts` has those that a bucket shares with a
 * folder.
 */
describe.skipIf(noS3Server)("a bucket", () => {
  let server: S3Server;
  let bucket: BucketSettings;
  beforeAll(async () => {
    server = await startS3Server();
    bucket = await server.makeBucket();
  });
  afterAll(() => server?.stop());

  const check = (settings: Partial<BucketSettings>) =>
    checkFileStore(createBucketStore({ ...bucket, ...settings }), "The bucket");

  test.each([
    ["with a wrong secret", () => ({ secretAccessKey: "wrong" }), "SignatureDoesNotMatch"],
    ["with an unknown key", () => ({ accessKeyId: "nobody:else" }), "SignatureDoesNotMatch"],
    ["that does not exist", () => ({ url: `${bucket.url}-none` }), "NoSuchBucket"],
    ["of somebody else", () => strangersKeys, "AccessDenied"],
    ["in another region", () => ({ region: "eu-west-1" }), "AuthorizationHeaderMalformed"],
  ])("%s is refused at the start, in one line without secrets", async (_, settings, code) => {
    const refused = await check(settings()).catch((error) => error.message);
    expect(refused).toBe(`The bucket refuses to write files: ${code}`);
  });

  test("that does not answer is reported, and does not stop the start", async () => {
    const url = `http://127.0.0.1:${await freePort()}/none`;
    expect(await check({ url })).toBe("ECONNREFUSED");
  });

  test("is listed page by page", async () => {
    const settings = await server.makeBucket();
    const store = createBucketStore(settings, "", { answer: 10_000, part: 10_000, page: 5 });
    const names = Array.from({ length: 12 }, (_, place) => `many/${place + 100}.txt`);
    await Promise.all(names.map((name) => store.write(name, Buffer.from("x"))));
    const listed: string[] = [];
    for await (const { name } of store.list("many")) listed.push(name);
    expect(listed).toEqual(names);
  });

  test("gives an address that takes one file of one size and type, for a time", async () => {
    const store = createBucketStore(bucket, "files/");
    const upload = { size: 5_000, type: "audio/wav", seconds: 60 };
    const address = (await store.uploadAddress("recordings/20260101/up.wav", upload)) ?? "";
    const put = async (url: string, body: Buffer, type = "audio/wav") =>
      (
        await fetch(url, {
          method: "PUT",
          body: new Uint8Array(body),
          headers: { "Content-Type": type },
        })
      ).status;
    expect(await put(address, content.subarray(1))).toBe(403);
    expect(await put(address, other)).toBe(403);
    expect(await put(address, content, "text/html")).toBe(403);
    expect(await put(address.replace("up.wav", "it.wav"), content)).toBe(403);
    expect((await fetch(address)).status).toBe(403);
    await advanceClock(61_000);
    expect(await put(address, content)).toBe(403);
    await advanceClock(-61_000);
    expect(await store.find("recordings/20260101/up.wav")).toBeNull();
    expect(await put(address, content)).toBe(200);
    expect((await store.find("recordings/20260101/up.wav"))?.size).toBe(5_000);
    expect(address).not.toContain(bucket.secretAccessKey);
  });

  test("never follows a redirect", async () => {
    const asked: string[] = [];
    const elsewhere = createServer((req, res) => {
      asked.push(req.url ?? "");
      res.writeHead(307, { Location: `${bucket.url}/files/x` }).end();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const { port } = elsewhere.address() as AddressInfo;
    const store = createBucketStore({ ...bucket, url: `http://127.0.0.1:${port}` });
    await expect(store.find("x")).rejects.toThrow("http307");
    expect(asked).toEqual(["/x"]);
    elsewhere.close();
  });
});

describe("a bucket that stalls or breaks off", () => {
  const settings = { region: "us-east-1", accessKeyId: "key", secretAccessKey: "secret" };
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  /**
   * A store in a bucket that answers by `answer`. Only tests of the time limits shorten the wait.
   */
  async function storeIn(answer: RequestListener, short: { answer?: number; part?: number } = {}) {
    const server = createServer(answer).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
    const long = patient(60_000);
    const bounds = { answer: long, part: long, page: 1_000, ...short };
    return createBucketStore({ ...settings, url }, "", bounds);
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error) => (error instanceof FileStoreError ? error.code : `${error}`),
    );
  const list = async (store: FileStore) => {
    for await (const _ of store.list("pictures"));
  };
  const half = (res: ServerResponse) =>
    res.writeHead(200, { "Content-Length": 2_000 }).write("<a>");

  test("before it answers fails in time, sooner if the caller asks for that", async () => {
    const store = await storeIn(() => {}, { answer: 100 });
    expect(await codeOf(store.find("a"))).toBe("timeout");
    expect(await codeOf(list(store))).toBe("timeout");
    expect(await codeOf(store.write("a", content))).toBe("timeout");
    expect(await codeOf((await storeIn(() => {})).find("a", 100))).toBe("timeout");
  });

  test("fails in time, even if the process collects garbage meanwhile", async () => {
    const store = await storeIn(() => setImmediate(collect), { answer: 1_000, part: 1_000 });
    expect(await codeOf(store.find("a"))).toBe("timeout");
    const stream = Readable.from(parts(64, 2 ** 20));
    expect(await codeOf(store.write("a", { size: 2 ** 26, stream }))).toBe("timeout");
  });

  test("that is busy for a moment is asked again, but not forever", async () => {
    let asked = 0;
    const busy = await storeIn((_, res) => res.writeHead(++asked < 3 ? 503 : 404).end());
    expect(await busy.find("a")).toBeNull();
    expect(asked).toBe(3);
    const down = await storeIn((_, res) => res.writeHead(503).end("<Code>SlowDown</Code>"));
    expect(await codeOf(list(down))).toBe("SlowDown");
  });

  test("within a list fails in time", async () => {
    const stalled = await storeIn((_, res) => half(res), { answer: 100 });
    expect(await codeOf(list(stalled))).toBe("timeout");
    const broken = await storeIn((_, res) => half(res) && setImmediate(() => res.destroy()));
    expect(await codeOf(list(broken))).toBe("UND_ERR_SOCKET");
  });

  test.each<[string, { part?: number }, (res: ServerResponse) => void]>([
    ["stalls", { part: 1_000 }, () => collect()],
    ["breaks off", {}, (res) => res.destroy()],
  ])("within a file that is read and %s ends the stream with its error", async (_, short, next) => {
    const store = await storeIn((req, res) => {
      if (req.method === "HEAD") res.writeHead(200, { "Content-Length": 2_000, ETag: '"x"' }).end();
      else if (half(res)) setImmediate(() => next(res));
    }, short);
    const file = await store.find("a");
    expect(file?.size).toBe(2_000);
    expect(await codeOf(buffer((await file?.read()) as Readable))).toBe("cut-off");
  });

  test("within an upload fails in time", async () => {
    const store = await storeIn((req) => req.pause(), { part: 500 });
    const stream = Readable.from(parts(64, 2 ** 20));
    expect(await codeOf(store.write("a", { size: 2 ** 26, stream }))).toBe("timeout");
    expect(stream.destroyed).toBe(true);
  });

  test("is not confused with a reader or sender that is slow but does not stop", async () => {
    const large = Buffer.alloc(2 ** 21, 7);
    const short = { part: 2_000 };
    const read = await storeIn((req, res) => {
      res.writeHead(200, { "Content-Length": large.length, ETag: '"x"' });
      res.end(req.method === "HEAD" ? undefined : large);
    }, short);
    const written = await storeIn((req, res) => req.resume().on("end", () => res.end()), short);
    const readSlowly = async () => {
      const stream = (await (await read.find("a"))?.read()) as Readable;
      await once(stream, "readable");
      await pause(2_500);
      expect(await buffer(stream)).toEqual(large);
    };
    const writeSlowly = () =>
      written.write("a", { size: 5_000, stream: Readable.from(parts(5, 1_000, 500)) });
    await Promise.all([readSlowly(), writeSlowly()]);
  });
});

async function* parts(count: number, size: number, every = 0) {
  for (let part = 0; part < count; part++) {
    if (every > 0) await pause(every);
    yield Buffer.alloc(size);
  }
}
