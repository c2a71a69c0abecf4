import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { oneRow } from "#server/db/one-row.ts";
import { isReachable } from "#server/features/push/subscriptions.ts";
import { notify } from "#server/jobs/notify.ts";
import { remind } from "#server/jobs/remind.ts";
import { defaultPushSettings } from "#shared/push-fields.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openPushService, type PushService } from "../support/push-service.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";
import { testPush } from "../support/test-push.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(60_000) });

let portal: TestApp;
let service: PushService;
let boss: Awaited<ReturnType<typeof makeManager>>;
/** What the portal's clock showed when it began: a summer noon in New York. */
const start = new Date("2026-06-15T16:00:00Z");
const minute = 60_000;
const hour = 60 * minute;

beforeAll(async () => {
  service = await openPushService();
  portal = await openTestApp({ now: start, pushHosts: [service.host] });
  boss = await makeManager(sql());
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await portal.close();
  await service.close();
});
beforeEach(async () => {
  await sql()("notifications").whereNull("ended_at").update({ ended_at: new Date() });
  await sql()("scheduled_calls").update({ status: "done" });
  service.pushed.length = 0;
  service.replies.clear();
  portal.letters.length = 0;
});

const sql = () => portal.services.db.sql;
/** The tests' clock runs by days, and a manager's session does not last so long. */
const enterManager = () => portal.signIn(boss.username, password);
const now = () => portal.services.clock();
const runNotify = () => notify.handle(portal.services, {}, "job");
const runRemind = () => remind.handle(portal.services, {}, "job");
const pushed = () =>
  service.pushed.map(({ device, payload }) => `${device}: ${payload.title} | ${payload.body}`);
const letters = () => portal.letters.map(({ to, subject }) => `${to}: ${subject}`);

type Psychic = Awaited<ReturnType<typeof makePsychic>>;

/** A psychic with a device for each name; without one: letters only. */
async function enter(...devices: string[]): Promise<{ psychic: Psychic; browsers: SignedIn[] }> {
  const psychic = await makePsychic(sql());
  const browsers: SignedIn[] = [];
  for (const device of devices) {
    const browser = await portal.signIn(psychic.username, password);
    const answer = await browser.post("/api/push/subscriptions", service.subscribe(device));
    expect(answer.status).toBe(201);
    browsers.push(browser);
  }
  return { psychic, browsers };
}

const setFor = (browser: SignedIn | undefined, settings: object) =>
  browser?.put("/api/push/settings", { ...defaultPushSettings, ...settings });

let number = 0;
/** A call of the platform in so many minutes. */
function callOf(psychic: Psychic, inMinutes: number, more: object = {}) {
  number += 1;
  return {
    id: `c${number}`,
    user_id: psychic.id,
    customer_id: 5,
    username: "Ada the customer",
    at: new Date(now().getTime() + inMinutes * minute).toISOString(),
    minutes: 20,
    channel: "Call",
    status: "booked",
    ...more,
  };
}

async function send(...calls: object[]): Promise<void> {
  await portal.advance(1000);
  const timestamp = now().toISOString();
  const body = JSON.stringify({ type: "calls.scheduled", timestamp, data: { calls } });
  const id = randomUUID();
  const seconds = String(Math.floor(now().getTime() / 1000));
  const key = Buffer.from(testEnv.INGEST_SECRET.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  const { agent } = portal.visit();
  const answer = await agent
    .post("/api/ingest/events")
    .set({
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${signature}`,
    })
    .send(body);
  expect(answer.status).toBe(200);
}

/** Moves the portal's clock to an hour and minute of New York's summer, on this day or the next. */
async function goTo(clock: string): Promise<void> {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const then = new Date(now());
  then.setUTCHours(hours + 4, minutes, 0, 0);
  const ahead = (then.getTime() - now().getTime() + 24 * hour) % (24 * hour);
  await portal.advance(ahead);
}

describe("news of a call", () => {
  test("booked, changed, cancelled: sealed for the device, one tag a call", async () => {
    const { psychic } = await enter("phone");
    const call = callOf(psychic, 3 * 60);
    await send(call);
    await runNotify();
    await send({ ...call, minutes: 45, status: "changed" });
    await runNotify();
    await send({ ...call, minutes: 45, status: "cancelled" });
    await runNotify();
    expect(pushed()).toEqual([
      "phone: Call booked | Mon, Jun 15, 3:00 PM ET, 20 minutes",
      "phone: Call changed | Mon, Jun 15, 3:00 PM ET, 45 minutes",
      "phone: Call cancelled | Mon, Jun 15, 3:00 PM ET",
    ]);
    const tags = service.pushed.map(({ payload }) => payload.tag);
    expect(tags).toEqual(Array(3).fill(`call-${call.id}`));
    expect(service.pushed[0]?.payload.url).toBe("/psychic");
    const { ttl, urgency, topic, ...headers } = service.pushed[0]?.headers ?? {};
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm" });
    expect([urgency, Number(ttl) > 2.9 * 3600, Number(ttl) <= 3 * 3600]).toEqual([
      "high",
      true,
      true,
    ]);
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(letters()).toEqual([]);
    const device = await oneRow(sql()("push_subscriptions").where({ user_id: psychic.id }));
    expect(Date.parse(device.last_delivered_at as string)).toBeGreaterThan(start.getTime());
  });

  test("only of real changes, and of nothing past", async () => {
    const { psychic } = await enter("same");
    const call = callOf(psychic, 60, { channel: "Chat" });
    await send(call);
    await send({ ...call, status: "changed" }, callOf(psychic, -30));
    await send({ ...callOf(psychic, 60), status: "cancelled" });
    await send({ ...callOf(psychic, 60), status: "done" });
    await runNotify();
    await runNotify();
    expect(pushed()).toEqual([expect.stringMatching(/^same: Chat booked/)]);
    await send({ ...call, status: "done" });
    await runNotify();
    expect(pushed()).toHaveLength(1);
  });

  test("a call given to another psychic is cancelled for one and booked for the other", async () => {
    const [one, other] = [await enter("first"), await enter("second")];
    const call = callOf(one.psychic, 60);
    await send(call);
    await runNotify();
    await send({ ...call, user_id: other.psychic.id, status: "changed" });
    await runNotify();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "first: Call booked",
      expect.stringMatching(/^(first: Call cancelled|second: Call booked)$/),
      expect.stringMatching(/^(first: Call cancelled|second: Call booked)$/),
    ]);
  });

  test("names a customer only where that is wanted", async () => {
    const { psychic, browsers } = await enter("named");
    await send(callOf(psychic, 60));
    await runNotify();
    await setFor(browsers[0], { show_names: true });
    await send(callOf(psychic, 61));
    await runNotify();
    const [hidden, shown] = service.pushed.map(({ payload }) => JSON.stringify(payload));
    expect(hidden).not.toContain("Ada");
    expect(shown).toContain("with Ada the customer");
  });

  test("goes out from the queue by itself", async () => {
    const working = await openTestApp({ now: start, pushHosts: [service.host], work: true });
    const psychic = await makePsychic(working.services.db.sql);
    const browser = await working.signIn(psychic.username, password);
    await browser.post("/api/push/subscriptions", service.subscribe("queue"));
    expect((await browser.post("/api/push/test")).status).toBe(202);
    await expect
      .poll(pushed, { timeout: patient(30_000) })
      .toEqual(["queue: Test message | Messages reach this device."]);
    await working.close();
  });
});

test("the decision about a listing and about a profile", async () => {
  const { psychic } = await enter("decided");
  await makeListing(sql(), { psychic_id: psychic.id, status: "Pending" });
  await sql()("psychics").where({ user_id: psychic.id }).update({ profile_status: "Pending" });
  const manager = await enterManager();
  const path = `/api/psychics/${psychic.id}/listings/reject`;
  const rejected = await manager.post(path, { reason: "Not for a lock screen" });
  const approved = await manager.post(`/api/profile/${psychic.id}/approve`);
  expect([rejected.status, approved.status]).toEqual([204, 204]);
  await runNotify();
  expect(pushed().sort()).toEqual([
    "decided: Listing rejected | Your listing was rejected. Open it to see why.",
    "decided: Profile approved | Your profile was approved.",
  ]);
  expect(service.pushed.map(({ payload }) => payload.url).sort()).toEqual([
    "/psychic/listing",
    "/psychic/profile",
  ]);
});

test("a rejection's letter has its reason; without one it promises none", async () => {
  const { psychic } = await enter();
  await makeListing(sql(), { psychic_id: psychic.id, status: "Pending" });
  await sql()("psychics").where({ user_id: psychic.id }).update({ profile_status: "Pending" });
  const manager = await enterManager();
  const reason = "Too short:\nsay more.";
  const listing = await manager.post(`/api/psychics/${psychic.id}/listings/reject`, { reason });
  const profile = await manager.post(`/api/profile/${psychic.id}/reject`);
  expect([listing.status, profile.status]).toEqual([204, 204]);
  await runNotify();
  const textOf = (subject: string) =>
    portal.letters.find((letter) => letter.subject === subject)?.text;
  expect(textOf("Listing rejected")).toContain(
    "Your listing was rejected. Open it to see why.\nReason: Too short: say more.\n",
  );
  expect(textOf("Profile rejected")).toContain(
    "Your profile was rejected. Open it to change it and send it in again.\n\n",
  );
});

describe("reminders", () => {
  test("15 minutes before and at the time, once each, whoever runs the job", async () => {
    const { psychic } = await enter("reminded");
    const { id } = await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 15 * minute),
    });
    await Promise.all([runRemind(), runRemind()]);
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^reminded: Call in 15 minutes \| /)]);
    await portal.advance(15 * minute);
    await runRemind();
    await runRemind();
    expect(pushed().slice(1)).toEqual([expect.stringMatching(/^reminded: Call now \| /)]);
    expect(service.pushed.map(({ payload }) => payload.tag)).toEqual(Array(2).fill(`call-${id}`));
    expect(service.pushed.map(({ headers }) => headers.urgency)).toEqual(["high", "high"]);
  });

  test("of what begins later or began too long ago there are none", async () => {
    const { psychic } = await enter("late");
    const at = (minutes: number) => new Date(now().getTime() + minutes * minute);
    const statuses = ["booked", "changed", "cancelled", "done"] as const;
    for (const status of statuses) {
      await makeScheduledCall(sql(), { psychic_id: psychic.id, at: at(16), status });
      await makeScheduledCall(sql(), { psychic_id: psychic.id, at: at(-6), status });
    }
    await makeScheduledCall(sql(), { psychic_id: psychic.id, at: at(5), status: "cancelled" });
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("a server that was down says when the call is, and after the start that it is now", async () => {
    const { psychic } = await enter("down");
    await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 4 * minute),
    });
    await runRemind();
    await portal.advance(6 * minute);
    await runRemind();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "down: Call in 4 minutes",
      "down: Call now",
    ]);
  });

  test("a call that was moved or cancelled is not reminded of under its old time", async () => {
    const { psychic } = await enter("moved");
    service.replies.set("moved", { status: 503 });
    const [moved, cancelled] = [callOf(psychic, 15), callOf(psychic, 15)];
    await send(moved, cancelled);
    await runRemind();
    // Both reminders wait for the push service.
    service.replies.clear();
    await send(callOf(psychic, 75, { id: moved.id, status: "changed" }));
    await send({ ...cancelled, status: "cancelled" });
    service.pushed.length = 0;
    await portal.advance(2 * minute);
    await runRemind();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "moved: Call changed",
      "moved: Call cancelled",
    ]);
    await portal.advance(59 * minute);
    await runRemind();
    expect(pushed().slice(2)).toEqual([expect.stringMatching(/^moved: Call in 1\d minutes/)]);
  });
});

describe("quiet hours", () => {
  const night = { quiet_from: "22:00", quiet_to: "07:00" };

  test("hold back news until they end, and only what is still true", async () => {
    const { psychic, browsers } = await enter("asleep");
    await setFor(browsers[0], night);
    await goTo("23:00");
    const [kept, moved, gone] = [20, 21, 22].map((hours) => callOf(psychic, hours * 60));
    await send(kept as object, moved as object, gone as object);
    await runNotify();
    await send({ ...moved, minutes: 50, status: "changed" }, { ...gone, status: "cancelled" });
    await runNotify();
    await goTo("06:59");
    await runRemind();
    expect(pushed()).toEqual([]);
    await goTo("07:00");
    await runRemind();
    await runRemind();
    expect(pushed().map((line) => line.replace(/ \|.*, /, " | "))).toEqual([
      "asleep: Call booked | 20 minutes",
      // Nobody was told of it before.
      "asleep: Call booked | 50 minutes",
    ]);
  });

  test("let pass what is near: reminders, and news of a call within 12 hours", async () => {
    const { psychic, browsers } = await enter("night");
    await setFor(browsers[0], night);
    await goTo("23:30");
    await send(callOf(psychic, 12 * 60 - 1), callOf(psychic, 12 * 60 + 1));
    await runNotify();
    await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 10 * minute),
    });
    await runRemind();
    await portal.advance(10 * minute);
    await runRemind();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "night: Call booked",
      "night: Call in 10 minutes",
      "night: Call now",
    ]);
  });

  test("drop a rejection if the psychic answers it before they end", async () => {
    const asleep = await enter("asleep author");
    const waiting = await enter("patient author");
    for (const { psychic, browsers } of [asleep, waiting]) {
      await setFor(browsers[0], night);
      await makeListing(sql(), { psychic_id: psychic.id, status: "Pending" });
      await sql()("psychics").where({ user_id: psychic.id }).update({ profile_status: "Pending" });
    }
    await goTo("23:00");
    const manager = await enterManager();
    for (const { id } of [asleep.psychic, waiting.psychic]) {
      const listing = await manager.post(`/api/psychics/${id}/listings/reject`);
      const profile = await manager.post(`/api/profile/${id}/reject`);
      expect([listing.status, profile.status]).toEqual([204, 204]);
    }
    await runNotify();
    const { id } = asleep.psychic;
    const [browser] = asleep.browsers;
    const again = { sales_pitch: "Kinder", body: "Clearer", categories: [26] };
    const listing = await browser?.post(`/api/psychics/${id}/listings`, { listing: again });
    const profile = await browser?.put("/api/profile", { profile: { contact_method: "E" } });
    expect([listing?.status, profile?.status]).toEqual([204, 204]);
    await goTo("07:00");
    await runRemind();
    expect(pushed().sort()).toEqual([
      expect.stringMatching(/^patient author: Listing rejected/),
      expect.stringMatching(/^patient author: Profile rejected/),
    ]);
  });

  test("end at once when they are taken back", async () => {
    const { psychic, browsers } = await enter("awake");
    await setFor(browsers[0], night);
    await goTo("23:00");
    await send(callOf(psychic, 20 * 60));
    await runNotify();
    expect(pushed()).toEqual([]);
    await setFor(browsers[0], {});
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^awake: Call booked/)]);
  });

  test("hold for letters too", async () => {
    const { psychic } = await enter();
    const browser = await portal.signIn(psychic.username, password);
    await setFor(browser, night);
    await goTo("22:00");
    await send(callOf(psychic, 20 * 60));
    await runNotify();
    expect(letters()).toEqual([]);
    await goTo("07:00");
    await runRemind();
    expect(letters()).toEqual([`${psychic.email}: Call booked`]);
  });
});

describe("what a psychic does not want is not sent,", () => {
  test("by no channel, each kind by itself", async () => {
    const [{ psychic, browsers }, other] = [await enter("choosy"), await enter()];
    const off = { ...defaultPushSettings.kinds, booked: false, soon: false };
    await setFor(browsers[0], { kinds: off });
    await setFor(await portal.signIn(other.psychic.username, password), { kinds: off });
    const call = callOf(psychic, 15);
    await send(call, callOf(other.psychic, 15));
    await runRemind();
    expect([pushed(), letters()]).toEqual([[], []]);
    await portal.advance(15 * minute);
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^choosy: Call now/)]);
    expect(letters()).toEqual([`${other.psychic.email}: Call now`]);
  });

  test("nor after a sign-out, nor to who is shut out", async () => {
    const [out, shut] = [await enter("signed out"), await enter("shut out")];
    await out.browsers[0]?.delete("/api/sessions/0");
    const manager = await enterManager();
    await manager.put(`/api/psychics/${shut.psychic.id}/acct_status`, { acctStatus: "Inactive" });
    await send(callOf(out.psychic, 60), callOf(shut.psychic, 60));
    await runNotify();
    expect(pushed()).toEqual([]);
    // Who left the phone still works here: a letter comes instead.
    expect(letters()).toEqual([`${out.psychic.email}: Call booked`]);
  });

  test("and a session that ended otherwise ends the pushes", async () => {
    const { psychic } = await enter("expired");
    await sql()("users").where({ id: psychic.id }).increment("session_epoch", 1);
    await send(callOf(psychic, 60));
    await runNotify();
    expect(pushed()).toEqual([]);
    expect(letters()).toHaveLength(1);
  });
});

describe("a push service that", () => {
  const labels = async (psychic: Psychic) =>
    (await sql()("push_subscriptions").where({ user_id: psychic.id }).whereRaw(isReachable)).length;

  test.each([404, 410])(
    "answers %i ends the subscription; a letter goes instead",
    async (status) => {
      const { psychic } = await enter(`gone ${status}`);
      service.replies.set(`gone ${status}`, { status });
      await send(callOf(psychic, 60));
      await runNotify();
      await runRemind();
      expect(await labels(psychic)).toBe(0);
      expect(letters()).toEqual([`${psychic.email}: Call booked`]);
      const [letter] = portal.letters;
      expect(letter?.text).toContain(`${testEnv.publicUrl}/psychic`);
      expect(letter?.text).not.toContain("Ada");
      expect(pushed()).toHaveLength(1);
    },
  );

  test("knows an address no more: its browser renews the device under a new one (D42)", async () => {
    const { psychic, browsers } = await enter("old");
    const [browser] = browsers;
    const { id } = (await browser?.get("/api/push/subscriptions"))?.body.subscriptions[0] ?? {};
    service.replies.set("old", { status: 410 });
    await send(callOf(psychic, 60));
    await runNotify();
    expect((await browser?.get("/api/push/subscriptions"))?.body.total).toBe(0);

    const renewal = { ...service.subscribe("new"), id };
    const renewed = await browser?.post("/api/push/subscriptions", renewal);
    expect([renewed?.status, renewed?.body]).toEqual([201, { id }]);
    await send(callOf(psychic, 120));
    await runNotify();
    expect(pushed().map((line) => line.split(":")[0])).toEqual(["old", "new"]);
  });

  test("refuses for good is not asked again, and other devices count", async () => {
    const { psychic } = await enter("refused", "fine");
    service.replies.set("refused", { status: 413 });
    await send(callOf(psychic, 60));
    await runNotify();
    await portal.advance(hour / 2);
    await runRemind();
    expect(
      pushed()
        .map((line) => line.split(":")[0])
        .sort(),
    ).toEqual(["fine", "refused"]);
    expect([await labels(psychic), letters()]).toEqual([2, []]);
  });

  test("leads elsewhere is not followed", async () => {
    const { psychic } = await enter("moving", "elsewhere");
    service.replies.set("moving", {
      status: 307,
      headers: { Location: `http://${service.host}/push/elsewhere` },
    });
    await send(callOf(psychic, 60));
    await runNotify();
    expect(pushed().filter((line) => line.startsWith("elsewhere"))).toHaveLength(1);
  });

  test("is busy is asked again when it says, and no other device is sent twice", async () => {
    const { psychic } = await enter("busy", "idle");
    service.replies.set("busy", { status: 429, headers: { "Retry-After": "600" } });
    await send(callOf(psychic, 120));
    await runNotify();
    service.replies.clear();
    await portal.advance(9 * minute);
    await runRemind();
    const devices = () => pushed().map((line) => line.split(":")[0]);
    expect(devices().sort()).toEqual(["busy", "idle"]);
    await portal.advance(2 * minute);
    await runRemind();
    await runRemind();
    expect(devices().sort()).toEqual(["busy", "busy", "idle"]);
    expect(letters()).toEqual([]);
  });

  test.each([
    ["fails", { status: 500 }],
    ["never answers", "silence"],
    ["cuts the connection", "cut"],
  ] as const)(
    "%s is asked again with pauses, and after four times a letter goes",
    async (name, reply) => {
      const { psychic } = await enter(name);
      service.replies.set(name, reply);
      const { push } = portal.services;
      // Only who is silent is not waited for: a busy machine takes its time.
      if (reply === "silence") {
        portal.services.push = testPush({ hosts: [service.host], patience: 300 });
      }
      await send(callOf(psychic, 180));
      await runNotify();
      const tries = [service.pushed.length];
      for (let minutes = 1; minutes <= 10; minutes++) {
        await portal.advance(minute);
        await runRemind();
        tries.push(service.pushed.length);
      }
      portal.services.push = push;
      expect(tries).toEqual([1, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4]);
      expect(letters()).toEqual([`${psychic.email}: Call booked`]);
      expect(await labels(psychic)).toBe(1);
    },
  );

  test("asks for more time than there is: a letter goes at once", async () => {
    const { psychic } = await enter("too late");
    service.replies.set("too late", { status: 503, headers: { "Retry-After": "3600" } });
    await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 15 * minute),
    });
    await runRemind();
    expect(letters()).toEqual([`${psychic.email}: Call in 15 minutes`]);
  });
});

test("what a process sent and could not note as told is not sent again", async () => {
  const [one, other] = [await enter("noted"), await enter()];
  await send(callOf(one.psychic, 60), callOf(other.psychic, 60));
  await runNotify();
  await sql()("notifications")
    .whereIn("user_id", [one.psychic.id, other.psychic.id])
    .update({ ended_at: null, pushed: false, due_at: now() });
  await runNotify();
  expect(pushed()).toHaveLength(1);
  expect(letters()).toEqual([`${other.psychic.email}: Call booked`]);
  expect(await sql()("notifications").whereNull("ended_at").pluck("id")).toEqual([]);
});

test("a mail server that is away is tried again; the letter goes once", async () => {
  const { psychic } = await enter();
  const { send: deliver } = portal.services.mailer;
  portal.services.mailer.send = () => Promise.reject(new Error("away"));
  await send(callOf(psychic, 60));
  await runNotify();
  portal.services.mailer.send = deliver;
  expect(letters()).toEqual([]);
  await portal.advance(minute);
  await runRemind();
  await portal.advance(minute);
  await runRemind();
  expect(letters()).toEqual([`${psychic.email}: Call booked`]);
});

test("what reached nobody while it was of use is counted", async () => {
  const { psychic } = await enter();
  const { send: deliver } = portal.services.mailer;
  portal.services.mailer.send = () => Promise.reject(new Error("away"));
  await send(callOf(psychic, 10));
  await runNotify();
  for (let minutes = 0; minutes < 20; minutes++) {
    await portal.advance(minute);
    await runNotify();
  }
  portal.services.mailer.send = deliver;
  expect(await sql()("notifications").whereNull("ended_at").pluck("id")).toEqual([]);
  const figures = await portal.services.metrics.registry.metrics();
  expect(figures).toContain('notifications_total{channel="mail",outcome="given_up"} 1');
});

test("managers are sent what they ask for: a test", async () => {
  const browser = await enterManager();
  expect((await browser.post("/api/push/test")).status).toBe(202);
  await runNotify();
  expect([pushed(), letters()]).toEqual([[], []]);
  await browser.post("/api/push/subscriptions", service.subscribe("desk"));
  await browser.post("/api/push/test");
  await runNotify();
  expect(pushed()).toEqual(["desk: Test message | Messages reach this device."]);
  expect(service.pushed[0]?.payload.url).toBe("/dashboard");
});
