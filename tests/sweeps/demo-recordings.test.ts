import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "#seeds/demo.ts";
import { createLive } from "#seeds/platform/live.ts";
import { createPlan } from "#seeds/platform/plan.ts";
import { createPortal, type Portal } from "#seeds/platform/portal.ts";
import { readWorld } from "#seeds/platform/read-world.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

const now = new Date("2026-11-22T05:10:00Z");

let testApp: TestApp;
let server: Server;
beforeAll(async () => {
  testApp = await openTestApp({ now });
  const { db, vault, files } = testApp.services;
  await seedDemo({
    ...{ db, vault, files, today: now, log: () => {}, scale: 0.02 },
    hashPassword: (text) => hash(text, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
  });
  server = createServer(testApp.app).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await testApp.close();
});

test("the demo reports a call before it uploads its recording, and again when that is stored", async () => {
  const { db, files, clock } = testApp.services;
  const readingOf = (id: string) =>
    db.sql("readings").where({ connection_id: id }).first("has_recording");
  const portal = createPortal({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    origin: testEnv.publicUrl,
    secret: testEnv.INGEST_SECRET,
    clock: () => clock().getTime(),
  });
  const uploads: { id: string; reading: unknown }[] = [];
  const watched: Portal = {
    ...portal,
    async record(id, day, wav) {
      uploads.push({ id, reading: await readingOf(id) });
      if (uploads.length === 1) throw new Error("the upload failed");
      await portal.record(id, day, wav);
    },
  };
  const world = await readWorld(db.pool, now.getTime());
  const plan = createPlan(world);
  const problems: string[] = [];
  const live = createLive({
    ...{ world, plan, portal: watched, pool: db.pool },
    // Events are dated now, whatever their time in the plan.
    clockwork: { real: () => clock(), idPrefix: "test-" },
    onProblem: ({ message }) => problems.push(message),
  });
  const calls = [1, 2, 3, 4, 5, 6]
    .flatMap((day) => plan.callsOf(addDays(newYorkDay(now), day)))
    .filter(({ minutes, channel }) => minutes > 0 && channel === "Call");
  for (const { psychic, start, minutes } of calls) {
    if (uploads.length >= 2) break;
    await db.sql("availability").where({ psychic_id: psychic.id }).update({ code: "A" });
    await live.run(start, start + 1);
    await live.run(start + minutes * 60_000, start + minutes * 60_000 + 1);
  }
  const [failed, stored] = uploads;
  if (!failed || !stored) throw new Error("no call has a recording");
  expect([failed.reading, stored.reading]).toEqual([
    { has_recording: false },
    { has_recording: false },
  ]);
  expect(problems).toEqual(["the upload failed"]);
  expect(await readingOf(failed.id)).toEqual({ has_recording: false });
  expect(await readingOf(stored.id)).toEqual({ has_recording: true });
  const day = newYorkDay(clock()).replaceAll("-", "");
  expect(await files.find(`recordings/${day}/${stored.id}.wav`)).not.toBeNull();
});
