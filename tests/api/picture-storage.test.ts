import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBucketStore } from "#server/adapters/bucket-store.ts";
import type { FileStore } from "#server/adapters/file-store.ts";
import { setUpPictures } from "./fixtures/pictures.ts";

const fixture = setUpPictures();
const { path, upload, approve, pictures, photo } = fixture;

/** Runs a test with another file store. */
async function withFiles(files: FileStore, work: () => Promise<void>): Promise<void> {
  const { services } = fixture.portal;
  const own = services.files;
  services.files = files;
  try {
    await work();
  } finally {
    services.files = own;
  }
}

/** @throws if a transaction has the psychic's row locked. */
const lockPsychicNow = () =>
  fixture.portal.services.db.sql.raw("select from psychics where user_id = ? for update nowait", [
    fixture.id,
  ]);

test("an upload locks nothing while its files are written", async () => {
  const { files } = fixture.portal.services;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: FileStore = {
    ...files,
    async write(name, content) {
      begin();
      await waiting;
      await files.write(name, content);
    },
  };
  await withFiles(slow, async () => {
    const answer = upload(photo()).then(({ status }) => status);
    await begun;
    await lockPsychicNow().finally(goOn);
    expect(await answer).toBe(204);
  });
  expect((await pictures()).pending).toMatch(/^[0-9a-f]{32}$/);
});

test("an approval gives up on a stalled bucket before others give up on its lock", async () => {
  await upload(photo());
  const { pending } = await pictures();
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stalled = createBucketStore({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    ...{ region: "us-east-1", accessKeyId: "key", secretAccessKey: "secret" },
  });
  await withFiles(stalled, async () => {
    const { sql } = fixture.portal.services.db;
    const answer = approve().then(({ status }) => status);
    await once(server, "request");
    // Every other request waits this long for a row, then fails with 55P03.
    await sql.transaction(async (trx) => {
      await trx.raw("set local lock_timeout = '2s'");
      await trx.raw("select from psychics where user_id = ? for update", [fixture.id]);
    });
    expect(await answer).toBe(503);
  });
  server.close();
  server.closeAllConnections();
  expect(await pictures()).toEqual({ image: null, pending });
});

test("an upload that is sent twice, or refused, leaves the files of one picture", async () => {
  const folder = join(fixture.portal.webFolder, "pictures");
  const before = (await readdir(folder).catch(() => [])).length;
  const key = randomUUID();
  const send = () =>
    fixture.psychic.post(path(), { image: photo() }).set("Idempotency-Key", key).then(status);
  expect(await Promise.all([send(), send()])).toEqual([204, 204]);
  expect(await readdir(folder)).toHaveLength(before + 3);

  const { sql } = fixture.portal.services.db;
  await sql("psychics").where({ user_id: fixture.id }).update({ account_status: "Blacklist" });
  const refused = () =>
    fixture.manager
      .post(path(), { image: photo() })
      .set("Idempotency-Key", randomUUID())
      .then(status);
  expect(await refused()).toBe(409);
  expect(await readdir(folder)).toHaveLength(before + 3);
});

const status = (answer: { status: number }) => answer.status;
