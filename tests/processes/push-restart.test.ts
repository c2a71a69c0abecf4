import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import type { PushPayload } from "#shared/push-fields.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import {
  endProcesses,
  Page,
  type PortalProcess,
  productionSecrets,
  startPortal,
} from "../support/portal-process.ts";
import { openPushService, type PushService } from "../support/push-service.ts";

let database: TestDatabase;
let db: Database;
let service: PushService;
let portal: PortalProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  service = await openPushService();
});
afterAll(async () => {
  await endProcesses();
  await service.close();
  await db.close();
  await database.drop();
});

const start = async () => {
  portal = await startPortal({
    env: { DATABASE_URL: database.url, PUSH_HOSTS: service.host },
  });
};

async function book(user_id: number): Promise<void> {
  const call = {
    id: "a-call",
    user_id,
    customer_id: 5,
    username: "ada",
    at: new Date(Date.now() + 3_600_000).toISOString(),
    minutes: 20,
    channel: "Call",
    status: "booked",
  };
  const timestamp = new Date().toISOString();
  const body = { type: "calls.scheduled", timestamp, data: { calls: [call] } };
  const signature = signatureHeaders(productionSecrets.INGEST_SECRET, JSON.stringify(body));
  const path = "/api/ingest/events";
  const { status } = await new Page(portal.base).send("POST", path, body, signature);
  expect(status).toBe(200);
}

/** A restarted portal has another port, so only the path of the address stays. */
const withPath = (payload: PushPayload | undefined) => ({
  ...payload,
  notification: {
    ...payload?.notification,
    navigate: new URL(payload?.notification.navigate ?? "none:").pathname,
  },
});

const waiting = () => db.sql("notifications").whereNull("ended_at").pluck("kind");

test("a server killed before it records a sent push repeats it at most once, with the same tag", async () => {
  const psychic = await makePsychic(db.sql);
  const boss = await makeManager(db.sql);
  await start();
  const page = new Page(() => portal.base);
  await page.signIn(psychic.username, password);
  const subscribed = await page.send("POST", "/api/push/subscriptions", service.subscribe("phone"));
  expect(subscribed.status).toBe(201);

  // The phone has the message, but the push service has not answered yet.
  service.replies.set("phone", "no answer");
  await book(psychic.id);
  await expect.poll(() => service.pushed.length, { timeout: patient(60_000) }).toBe(1);
  portal.kill("SIGKILL");
  await portal.ended;
  service.replies.clear();
  expect(await db.sql("sent_ledger").pluck("event")).toEqual([]);

  // The killed process's lease on the notification ends.
  await db.sql("notifications").update({ due_at: new Date() });
  await start();
  const manager = new Page(portal.base);
  await manager.signIn(boss.username, password);
  const wake = async () => {
    expect((await manager.send("POST", "/api/push/test", {})).status).toBe(202);
    await expect.poll(waiting, { timeout: patient(60_000) }).toEqual([]);
  };
  await wake();
  await wake();
  const [first, second, ...more] = service.pushed.map(({ payload }) => payload);
  expect(more).toEqual([]);
  expect(withPath(second)).toEqual(withPath(first));
  expect(first).toMatchObject({ title: "Call booked", tag: "call-a-call" });
  expect(service.faults).toEqual([]);
  expect((await portal.stop()).code).toBe(0);
});
