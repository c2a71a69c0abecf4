import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { FileStoreError } from "#server/adapters/file-store.ts";
import { openServer } from "#server/http/open-server.ts";
import { prune } from "#server/pruners.ts";
import { recordingBytesAtMost } from "#shared/ingest.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

const now = new Date("2026-06-12T15:00:00Z");
let portal: TestApp;
let manager: SignedIn;
let psychicId: number;

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { sql } = portal.services.db;
  const boss = await makeManager(sql);
  psychicId = (await makePsychic(sql, { manager_id: boss.id })).id;
  manager = await portal.signIn(boss.username, password);
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.services.recordingDays = null;
});

interface Sending {
  secret?: string;
  sentAt?: Date;
}

const wav = Buffer.from(Array.from({ length: 3_000 }, (_, place) => place % 251));
const asked = { connection_id: "call-1", day: "2026-06-11", size: wav.length };

function ask(body: unknown, options: Sending = {}) {
  const sent = JSON.stringify(body);
  const { secret = testEnv.INGEST_SECRET, ...signing } = options;
  return portal
    .visit()
    .agent.post("/api/ingest/recordings")
    .set({ "Content-Type": "application/json", ...signatureHeaders(secret, sent, signing) })
    .send(sent);
}

/** Asks for an address. @returns its path with the query. */
async function addressOf(body: object = asked): Promise<string> {
  const answer = await ask(body);
  expect(answer.status).toBe(200);
  const { origin, pathname, search } = new URL(answer.body.url);
  expect(origin).toBe(testEnv.publicUrl);
  return pathname + search;
}

const put = (address: string, bytes = wav, type = "audio/wav") =>
  portal.visit().agent.put(address).set("Content-Type", type).send(bytes);

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of portal.services.files.list("recordings")) names.push(name);
  return names;
}

describe("E58: a recording that the platform sends", () => {
  test("is stored under its address, and managers can play it", async () => {
    const { body } = await ask(asked);
    expect(body).toEqual({
      url: expect.stringMatching(
        /^http:\/\/portal\.test\/api\/ingest\/recordings\/20260611\/call-1\?size=3000&expires=\d+&signature=[\w-]{43}$/,
      ),
      expires_at: expect.stringMatching(/^2026-06-12T15:15:\d\d\.000Z$/),
    });
    expect((await put(await addressOf())).status).toBe(204);
    const { sql } = portal.services.db;
    await makeReading(sql, {
      connection_id: "call-1",
      user_id: psychicId,
      started_at: "2026-06-11T17:00:00Z",
      has_recording: true,
    });
    const path = `/api/psychics/${psychicId}/recordings/20260611/call-1`;
    const whole = await manager.get(path);
    expect(whole.status).toBe(200);
    expect(Buffer.compare(whole.body, wav)).toBe(0);
  });

  test("replaces an earlier one, and can be sent again", async () => {
    const later = Buffer.alloc(100, 7);
    const body = { ...asked, connection_id: "call-2" };
    expect((await put(await addressOf(body))).status).toBe(204);
    const address = await addressOf({ ...body, size: later.length });
    for (const _ of ["once", "twice"]) expect((await put(address, later)).status).toBe(204);
    const file = await portal.services.files.find("recordings/20260611/call-2.wav");
    expect(await buffer((await file?.read()) as never)).toEqual(later);
  });

  test("needs the address as it was signed, and in time", async () => {
    const address = await addressOf({ ...asked, connection_id: "call-3" });
    const altered = [
      address.replace("call-3", "call-4"),
      address.replace("20260611", "20260612"),
      address.replace("size=3000", "size=2999"),
      address.replace(/expires=\d/, "expires=9"),
      address.replace(/signature=./, "signature=~"),
      address.replace(/&signature=.*/, ""),
      address.replace(/size=\d+&/, ""),
      `${address}&size=5`,
      `${address}&signature=x`,
      address.replace("call-3", "%63all-3"),
      address.replace("call-3", "..%2fcall-3"),
      address.replace("/20260611/call-3", "/20260611%2fcall-3/x"),
    ];
    for (const wrong of altered) expect((await put(wrong)).status, wrong).toBe(401);
    await portal.advance(15 * 60_000 + 1_000);
    expect((await put(address)).status).toBe(401);
    expect(await storedNames()).not.toContain("recordings/20260611/call-3.wav");
  });

  test.each<[string, number, (address: string) => ReturnType<typeof put>]>([
    ["of another type", 415, (address) => put(address, wav, "application/json")],
    ["without a type", 415, (address) => put(address).unset("Content-Type")],
    ["that is compressed", 415, (address) => put(address).set("Content-Encoding", "gzip")],
    ["that is too long", 413, (address) => put(address, Buffer.concat([wav, wav]))],
    ["that is too short", 400, (address) => put(address, wav.subarray(1))],
  ])("%s is %i, and nothing is stored", async (_, status, send) => {
    const address = await addressOf({ ...asked, connection_id: "call-5" });
    const answer = await send(address);
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toMatch("application/problem+json");
    expect(await storedNames()).not.toContain("recordings/20260611/call-5.wav");
  });

  test("without a stated length is 400, and nothing is stored", async () => {
    const server = portal.app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const path = await addressOf({ ...asked, connection_id: "call-8" });
    const headers = { "Content-Type": "audio/wav", "Transfer-Encoding": "chunked" };
    const sent = request({ port, path, method: "PUT", headers });
    sent.end(wav);
    const [answer] = await once(sent, "response");
    expect(answer.statusCode).toBe(400);
    expect(await text(answer)).toContain("Content-Length must be 3000");
    expect(await storedNames()).not.toContain("recordings/20260611/call-8.wav");
    server.close();
    await once(server, "close");
  });

  test("that is cut off is not stored, and leaves nothing", async () => {
    const server = openServer(portal.app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = await addressOf({ ...asked, connection_id: "call-6" });
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const head = `PUT ${address} HTTP/1.1\r\nHost: portal.test\r\nContent-Type: audio/wav\r\n`;
    socket.write(`${head}Content-Length: ${wav.length}\r\n\r\n`);
    socket.write(wav.subarray(0, 1_000));
    const isUnfinished = (name: string) => name.includes(".unfinished/");
    await expect.poll(async () => (await storedNames()).filter(isUnfinished)).toHaveLength(1);
    socket.destroy();
    await expect.poll(async () => (await storedNames()).filter(isUnfinished)).toEqual([]);
    expect(await storedNames()).not.toContain("recordings/20260611/call-6.wav");
    server.close();
    await once(server, "close");
  });

  test.each<[string, (stream: Readable) => Promise<unknown>]>([
    ["its last byte", (stream) => buffer(stream)],
    ["its first bytes", (stream) => once(stream, "readable").then(() => stream.destroy())],
  ])("is 503 if the disk is full after %s, and the log says so", async (_, take) => {
    const { files } = portal.services;
    const address = await addressOf({ ...asked, connection_id: "call-9", size: 1_000_000 });
    portal.lines.length = 0;
    portal.services.files = {
      ...files,
      async write(_name, content) {
        if (!Buffer.isBuffer(content)) await take(content.stream);
        throw new FileStoreError("ENOSPC");
      },
    };
    try {
      const answer = await put(address, Buffer.alloc(1_000_000, 7));
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
    } finally {
      portal.services.files = files;
    }
    const line = portal.lines.find(({ message }) => message === "unavailable");
    expect(line?.error).toMatch(/^FileStoreError ENOSPC/);
    expect(await storedNames()).not.toContain("recordings/20260611/call-9.wav");
  });

  test("may take longer than other requests to arrive", async () => {
    const server = openServer(portal.app, { request: 300 }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const slowly = async (head: string, body: Buffer) => {
      const socket = connect(port, "127.0.0.1");
      let answer = "";
      socket.setEncoding("utf8").on("data", (part) => {
        answer += part;
      });
      socket.write(`${head}Host: portal.test\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body.subarray(0, 10));
      return { socket, answer: () => answer, finish: () => socket.write(body.subarray(10)) };
    };
    const address = await addressOf({ ...asked, connection_id: "call-7" });
    const upload = await slowly(`PUT ${address} HTTP/1.1\r\nContent-Type: audio/wav\r\n`, wav);
    const json = `Origin: ${testEnv.publicUrl}\r\nContent-Type: application/json\r\n`;
    const other = await slowly(`POST /api/sessions HTTP/1.1\r\n${json}`, wav);
    // The other request is refused because it takes too long. The upload began even earlier.
    await expect.poll(() => other.answer()).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(() => other.socket.closed).toBe(true);
    upload.finish();
    await expect.poll(() => upload.answer()).toMatch(/^HTTP\/1.1 204 /);
    upload.socket.destroy();
    server.close();
    await once(server, "close");
  });
});

describe("E58: an address for a recording", () => {
  test.each<[string, object, string]>([
    ["a traversing id", { connection_id: "../secret" }, "connection_id"],
    ["an id with a dot", { connection_id: "a.wav" }, "connection_id"],
    ["no id", { connection_id: undefined }, "connection_id"],
    ["an id that is no text", { connection_id: { a: 1 } }, "connection_id"],
    ["a day that does not exist", { day: "2026-02-30" }, "day"],
    ["a day in another format", { day: "20260611" }, "day"],
    ["a day before any reading", { day: "1999-12-31" }, "day"],
    ["a day in the future", { day: "2026-06-13" }, "day"],
    ["no bytes", { size: 0 }, "size"],
    ["too many bytes", { size: recordingBytesAtMost + 1 }, "size"],
    ["half a byte", { size: 1.5 }, "size"],
    ["a size as text", { size: "3000" }, "size"],
    ["an unknown field", { path: "/etc" }, "path"],
  ])("for %s is 422, which names the field", async (_, wrong, field) => {
    const { status, body } = await ask({ ...asked, ...wrong });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([field]);
  });

  test.each<[string, () => Sending]>([
    ["another secret", () => ({ secret: `whsec_${Buffer.from("other").toString("base64")}` })],
    ["an old signature", () => ({ sentAt: new Date(Date.now() - 6 * 60_000) })],
  ])("with %s is 401", async (_, options) => {
    expect((await ask(asked, options())).status).toBe(401);
  });

  test("is given for a recording of the largest size", async () => {
    expect((await ask({ ...asked, size: recordingBytesAtMost })).status).toBe(200);
  });
});

describe("RECORDING_DAYS", () => {
  test("decides how long recordings are kept, shown and accepted (C15)", async () => {
    const { files, db } = portal.services;
    portal.services.recordingDays = 30;
    const days = ["2026-05-12", "2026-05-13"];
    for (const day of days) {
      const connection_id = `kept-${day}`;
      await files.write(`recordings/${day.replaceAll("-", "")}/${connection_id}.wav`, wav);
      await makeReading(db.sql, {
        connection_id,
        user_id: psychicId,
        started_at: `${day}T17:00:00Z`,
        has_recording: true,
      });
    }
    await files.write("recordings/0-notes.txt", Buffer.from("not ours"));
    const range = `start_date=${days[0]}&end_date=${days[1]}&sort=call_date`;
    const { body } = await manager.get(`/api/psychics/${psychicId}/readings?${range}`);
    const shown = body.readings.map((reading: { has_recording: boolean }) => reading.has_recording);
    expect(shown).toEqual([false, true]);
    expect((await ask({ ...asked, day: days[0] })).status).toBe(422);
    expect((await ask({ ...asked, day: days[1] })).status).toBe(200);

    await prune.handle(portal.services, {}, "job");
    const left = (await storedNames()).filter((name) => name.includes("kept"));
    expect(left).toEqual(["recordings/20260513/kept-2026-05-13.wav"]);
    expect(await storedNames()).toContain("recordings/0-notes.txt");
    portal.services.recordingDays = null;
    await prune.handle(portal.services, {}, "job");
    expect(await storedNames()).toEqual(expect.arrayContaining(left));
  });
});
