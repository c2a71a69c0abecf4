import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";
import { spellings } from "./fixtures/path-spellings.ts";

let portal: TestApp;
let browser: SignedIn;
let manager: Awaited<ReturnType<typeof makeManager>>;
let luna: Awaited<ReturnType<typeof makePsychic>>;
let orion: Awaited<ReturnType<typeof makePsychic>>;

const wav = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-12T15:00:00Z") });
  const { sql, pool } = portal.services.db;
  manager = await makeManager(sql);
  luna = await makePsychic(sql, { manager_id: manager.id });
  orion = await makePsychic(sql, { manager_id: manager.id });
  const reading = (id: string, userId: number, has_recording: boolean) => ({
    connection_id: id,
    user_id: userId,
    customer_id: 1,
    customer_username: "ada",
    conn_type: "Call" as const,
    // In New York this is still the 9th.
    started_at: "2026-06-10T03:30:00Z",
    minutes: 10,
    free_minutes: 0,
    paid_minutes: 10,
    rate: 2,
    revenue: 20,
    result: "Completed",
    has_recording,
  });
  await ingestReadings(
    pool,
    [
      reading("call-1", luna.id, true),
      reading("call-2", luna.id, false),
      reading("call-3", luna.id, true),
      reading("theirs", orion.id, true),
    ],
    null,
  );
  const { files } = portal.services;
  for (const id of ["call-1", "call-2", "theirs"]) {
    await files.write(`recordings/20260609/${id}.wav`, wav);
    await files.write(`recordings/20260610/${id}.wav`, wav);
  }
  await files.write("secret.wav", wav);
  browser = await portal.signIn(manager.username, manager.password);
});
afterAll(() => portal.close());

const path = (name: string, id = luna.id) => `/api/psychics/${id}/recordings/${name}`;
const play = (range?: string) => {
  const request = browser.get(path("20260609/call-1"));
  return range === undefined ? request : request.set("Range", range);
};

describe("E29: a recording", () => {
  test("is sent whole and may not be cached, and the audit trail has the play", async () => {
    const { sql } = portal.services.db;
    const plays = () => sql("audit_trail").where({ action: "recording played" });
    const before = (await plays()).length;
    const answer = await play();
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "audio/wav",
      "cache-control": "no-store",
      "accept-ranges": "bytes",
      "content-length": "1000",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.etag).toMatch(/^"[^"]+"$/);
    expect(Buffer.compare(answer.body, wav)).toBe(0);
    const after = await plays();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({
      actor_id: manager.id,
      subject_id: luna.id,
      detail: { connection_id: "call-1" },
    });
  });

  test("is one play per session and hour, whatever ranges the player asks for", async () => {
    const { sql } = portal.services.db;
    const plays = async () =>
      Number(
        await sql("audit_trail")
          .where({ action: "recording played", subject_id: orion.id })
          .count()
          .then(([row]) => row?.count),
      );
    const ask = (who: SignedIn, range: string) =>
      who.get(path("20260609/theirs", orion.id)).set("Range", range);
    const ranges = ["bytes=0-1", "bytes=0-", "bytes=500-", "bytes=900-999"];
    const answers = await Promise.all(ranges.map((range) => ask(browser, range)));
    expect(answers.map(({ status }) => status)).toEqual([206, 206, 206, 206]);
    await ask(browser, "bytes=1-");
    expect(await plays()).toBe(1);

    const another = await portal.signIn(manager.username, manager.password);
    await ask(another, "bytes=500-");
    await ask(another, "bytes=0-");
    expect(await plays()).toBe(2);

    const third = await portal.signIn(manager.username, manager.password);
    const logins = await sql("logins").where({ user_id: manager.id }).orderBy("id", "desc");
    await sql("audit_trail").insert({
      at: new Date(Date.now() - 3_601_000),
      actor_id: manager.id,
      action: "recording played",
      subject_id: orion.id,
      detail: JSON.stringify({ connection_id: "theirs", session: logins[0]?.session_key }),
    });
    await ask(third, "bytes=0-");
    expect(await plays()).toBe(4);
  });

  test.each([
    ["bytes=0-99", 0, 99],
    ["bytes=500-", 500, 999],
    ["bytes=-10", 990, 999],
    ["bytes=990-5000", 990, 999],
  ])("%s is 206", async (range, from, to) => {
    const { status, headers, body } = await play(range);
    expect(status).toBe(206);
    expect(headers["content-range"]).toBe(`bytes ${from}-${to}/1000`);
    expect(Buffer.compare(body, wav.subarray(from, to + 1))).toBe(0);
  });

  test("If-Range gets the range if the player has this very file, else the whole file", async () => {
    const { etag } = (await play("bytes=0-1")).headers;
    const statusFor = async (tag: string) => (await play("bytes=0-99").set("If-Range", tag)).status;
    expect(await statusFor(etag as string)).toBe(206);
    expect(await statusFor('"another"')).toBe(200);
    expect(await statusFor(`W/${etag}`)).toBe(200);
    const file = await portal.services.files.find("recordings/20260609/call-1.wav");
    expect(file?.etag).toBe(etag);
  });

  test.each(["bytes=0-1,5-6", "bytes=a-b", "lines=0-1"])(
    "%s gets the whole file",
    async (range) => {
      const { status, body } = await play(range);
      expect(status).toBe(200);
      expect(Buffer.compare(body, wav)).toBe(0);
    },
  );

  test("bytes beyond its end are 416 with its size", async () => {
    const { status, headers } = await play("bytes=1000-");
    expect(status).toBe(416);
    expect(headers["content-range"]).toBe("bytes */1000");
    expect(headers["content-type"]).toMatch("application/problem+json");
  });

  test.each([
    ["of the day in UTC", "20260610/call-1"],
    ["of a day that does not exist", "20260230/call-1"],
    ["of a day in another format", "2026-06-09/call-1"],
    ["that the reading does not have", "20260609/call-2"],
    ["whose file is missing", "20260609/call-3"],
    ["of another psychic", "20260609/theirs"],
    ["of an unknown reading", "20260609/nothing"],
  ])("%s is 404", async (_, name) => {
    expect((await browser.get(path(name))).status).toBe(404);
  });

  test("of an unknown or another psychic is 404", async () => {
    expect((await browser.get(path("20260609/call-1", 999_999))).status).toBe(404);
    expect((await browser.get(path("20260609/call-1", orion.id))).status).toBe(404);
  });
});

test("safety 13: 64 spellings of a path out of the folder find no file", async () => {
  expect(new Set(spellings).size).toBe(64);
  for (const spelling of spellings) {
    for (const name of [`20260609/${spelling}`, `${spelling}/call-1`, `20260609/${spelling}.wav`]) {
      const { status, body, headers } = await browser.get(path(name));
      expect([400, 404, 422], name).toContain(status);
      expect(headers["content-type"], name).not.toMatch("audio");
      expect(JSON.stringify(body), name).not.toContain("secret");
    }
  }
});
