import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { clockArguments } from "../support/clock.ts";
import { makePsychic } from "../support/people.ts";
import { openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let server: Server;

beforeAll(async () => {
  portal = await openTestApp();
  server = portal.app.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await portal.close();
});

test("the reference names only files that the portal serves (I8)", async () => {
  const page = await portal.visit().get("/api/docs").expect(200);
  expect(page.headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);
  const files = [...page.text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path);
  expect(files).toHaveLength(5);
  for (const path of files) await portal.visit().get(`/api/${path}`).expect(200);
});

test("a file of the reference is sent once, then answered with 304 (I8)", async () => {
  const visitor = portal.visit();
  const first = await visitor.get("/api/docs/files/docs.js").expect(200);
  expect(first.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  await visitor
    .get("/api/docs/files/docs.js")
    .set("If-None-Match", first.headers.etag as string)
    .expect(304);
  for (const name of ["docs-page.ts", "..%2Fdocs-page.ts", "constructor"]) {
    await visitor.get(`/api/docs/files/${name}`).expect(404);
  }
});

test("the page on webhooks shows its code in three languages (I8)", async () => {
  const { text } = await portal.visit().get("/api/docs/webhooks").expect(200);
  for (const word of ["Node.js", "Python", "PHP", "createHmac", "hmac.new", "hash_hmac"]) {
    expect(text).toContain(word);
  }
});

const sample = join(import.meta.dirname, "../../server/pages/docs/samples/webhooks.mjs");

function outputOf(code: string): Promise<string> {
  const args = [...clockArguments, "--input-type=module", "--eval", code];
  const env = { ...process.env, WEBHOOK_SECRET: testEnv.INGEST_SECRET };
  return text(spawn(process.execPath, args, { env }).stdout);
}

test("the page's Node.js sample sends an event that the portal applies (I8)", async () => {
  const psychic = await makePsychic(portal.services.db.sql);
  const { port } = server.address() as AddressInfo;
  const code = `
    import { isFromPortal, send, sign } from ${JSON.stringify(sample)};
    const at = new Date().toISOString();
    const answer = await send("http://127.0.0.1:${port}/api", "availability.changed",
      { user_id: ${psychic.id}, code: "B", at });
    const now = String(Math.floor(Date.now() / 1000));
    const headers = { "webhook-id": "a", "webhook-timestamp": now };
    const isValid = (signature) =>
      isFromPortal({ ...headers, "webhook-signature": signature }, "text");
    console.log(JSON.stringify([answer, isValid(sign("a", now, "text")), isValid("v1,wrong")]));`;
  const output = JSON.parse(await outputOf(code));
  expect(output).toEqual([{ status: 200, answer: { applied: 1, duplicate: false } }, true, false]);
  const row = await oneRow(
    portal.services.db.sql("availability").where({ psychic_id: psychic.id }).first(),
  );
  expect(row.code).toBe("B");
});

test("the page's Node.js sample sends a recording that the portal stores (E58)", async () => {
  const { port } = server.address() as AddressInfo;
  portal.services.publicUrl = () => `http://127.0.0.1:${port}`;
  const code = `
    import { sendRecording } from ${JSON.stringify(sample)};
    const day = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10);
    const send = (id) => sendRecording("http://127.0.0.1:${port}/api", id, day, Buffer.alloc(5_000, 1));
    console.log(JSON.stringify([day, await send("call-1"), (await send("../call-2")).status]));`;
  const [day, answer, wrong] = JSON.parse(await outputOf(code));
  expect([answer, wrong]).toEqual([{ status: 204 }, 422]);
  const name = `recordings/${day.replaceAll("-", "")}/call-1.wav`;
  expect((await portal.services.files.find(name))?.size).toBe(5_000);
});
