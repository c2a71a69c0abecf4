import { describe, expect, test } from "vitest";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { isReachable } from "#server/features/push/subscriptions.ts";
import { defaultPushSettings } from "#shared/push-fields.ts";
import type { Account } from "../support/people.ts";
import { password } from "../support/people.ts";
import { testEnv } from "../support/test-app.ts";
import { testPush } from "../support/test-push.ts";
import { hour, minute, setUpNotifications } from "./fixtures/notifications.ts";

const fixture = setUpNotifications();
const {
  sql,
  now,
  signInManager,
  runNotify,
  runRemind,
  pushed,
  letters,
  addPsychic,
  saveSettings,
  callOf,
  send,
} = fixture;

test("decisions about a listing and a profile are pushed without the reason", async () => {
  const { psychic } = await addPsychic("decided");
  await makeListing(sql(), { psychic_id: psychic.id, status: "Pending" });
  await sql()("psychics").where({ user_id: psychic.id }).update({ profile_status: "Pending" });
  const manager = await signInManager();
  const path = `/api/psychics/${psychic.id}/listings/reject`;
  const rejected = await manager.post(path, { reason: "Not for a lock screen" });
  const approved = await manager.post(`/api/profile/${psychic.id}/approve`);
  expect([rejected.status, approved.status]).toEqual([204, 204]);
  await runNotify();
  expect(pushed().sort()).toEqual([
    "decided: Listing rejected | Your listing was rejected. Open it to see why.",
    "decided: Profile approved | Your profile was approved.",
  ]);
  expect(fixture.service.pushed.map(({ payload }) => payload.url).sort()).toEqual([
    "/psychic/listing",
    "/psychic/profile",
  ]);
  const urgencies = fixture.service.pushed.map(({ headers }) => headers.urgency);
  expect(urgencies).toEqual(["normal", "normal"]);
});

test("a rejection's letter has the reason, if there is one", async () => {
  const { psychic } = await addPsychic();
  await makeListing(sql(), { psychic_id: psychic.id, status: "Pending" });
  await sql()("psychics").where({ user_id: psychic.id }).update({ profile_status: "Pending" });
  const manager = await signInManager();
  const reason = "Too short:\nsay more.";
  const listing = await manager.post(`/api/psychics/${psychic.id}/listings/reject`, { reason });
  const profile = await manager.post(`/api/profile/${psychic.id}/reject`);
  expect([listing.status, profile.status]).toEqual([204, 204]);
  await runNotify();
  const textOf = (subject: string) =>
    fixture.portal.letters.find((letter) => letter.subject === subject)?.text;
  expect(textOf("Listing rejected")).toContain(
    "Your listing was rejected. Open it to see why.\nReason: Too short: say more.\n",
  );
  expect(textOf("Profile rejected")).toContain(
    "Your profile was rejected. Open it to change it and submit it again.\n\n",
  );
});

describe("no push is sent", () => {
  test("for a kind that the psychic turned off, and no letter", async () => {
    const [{ psychic, browsers }, other] = [await addPsychic("choosy"), await addPsychic()];
    const off = { ...defaultPushSettings.kinds, booked: false, soon: false };
    await saveSettings(browsers[0], { kinds: off });
    await saveSettings(await fixture.portal.signIn(other.psychic.username, password), {
      kinds: off,
    });
    const call = callOf(psychic, 15);
    await send(call, callOf(other.psychic, 15));
    await runRemind();
    expect([pushed(), letters()]).toEqual([[], []]);
    await fixture.portal.advance(15 * minute);
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^choosy: Call now/)]);
    expect(letters()).toEqual([`${other.psychic.email}: Call now`]);
  });

  test("to a browser that signed out, or to a psychic who is shut out", async () => {
    const [out, shut] = [await addPsychic("signed out"), await addPsychic("shut out")];
    await out.browsers[0]?.delete("/api/sessions/0");
    const manager = await signInManager();
    await manager.put(`/api/psychics/${shut.psychic.id}/acct_status`, { acctStatus: "Inactive" });
    await send(callOf(out.psychic, 60), callOf(shut.psychic, 60));
    await runNotify();
    expect(pushed()).toEqual([]);
    // A psychic who signed out is not shut out, and gets a letter instead.
    expect(letters()).toEqual([`${out.psychic.email}: Call booked`]);
  });

  test("to a session that ended in another way", async () => {
    const { psychic } = await addPsychic("expired");
    await sql()("users").where({ id: psychic.id }).increment("session_epoch", 1);
    await send(callOf(psychic, 60));
    await runNotify();
    expect(pushed()).toEqual([]);
    expect(letters()).toHaveLength(1);
  });
});

describe("a push service that", () => {
  const countReachable = async (psychic: Account) =>
    (await sql()("push_subscriptions").where({ user_id: psychic.id }).whereRaw(isReachable)).length;

  test.each([404, 410])(
    "answers %i ends the subscription, and a letter is sent instead",
    async (status) => {
      const { psychic } = await addPsychic(`gone ${status}`);
      fixture.service.replies.set(`gone ${status}`, { status });
      await send(callOf(psychic, 60));
      await runNotify();
      await runRemind();
      expect(await countReachable(psychic)).toBe(0);
      expect(letters()).toEqual([`${psychic.email}: Call booked`]);
      const [letter] = fixture.portal.letters;
      expect(letter?.text).toContain(`${testEnv.publicUrl}/psychic`);
      expect(letter?.text).not.toContain("Ada");
      expect(pushed()).toHaveLength(1);
    },
  );

  test("answers 410 makes the browser renew its subscription with a new endpoint (D42)", async () => {
    const { psychic, browsers } = await addPsychic("old");
    const [browser] = browsers;
    const { id } = (await browser?.get("/api/push/subscriptions"))?.body.subscriptions[0] ?? {};
    fixture.service.replies.set("old", { status: 410 });
    await send(callOf(psychic, 60));
    await runNotify();
    expect((await browser?.get("/api/push/subscriptions"))?.body.total).toBe(0);

    const renewal = { ...fixture.service.subscribe("new"), id };
    const renewed = await browser?.post("/api/push/subscriptions", renewal);
    expect([renewed?.status, renewed?.body]).toEqual([201, { id }]);
    await send(callOf(psychic, 120));
    await runNotify();
    expect(pushed().map((line) => line.split(":")[0])).toEqual(["old", "new"]);
  });

  test("refuses for good is not tried again, and the push to another device is enough", async () => {
    const { psychic } = await addPsychic("refused", "fine");
    fixture.service.replies.set("refused", { status: 413 });
    await send(callOf(psychic, 60));
    await runNotify();
    await fixture.portal.advance(hour / 2);
    await runRemind();
    expect(
      pushed()
        .map((line) => line.split(":")[0])
        .sort(),
    ).toEqual(["fine", "refused"]);
    expect([await countReachable(psychic), letters()]).toEqual([2, []]);
  });

  test("redirects is not followed", async () => {
    const { psychic } = await addPsychic("moving", "elsewhere");
    fixture.service.replies.set("moving", {
      status: 307,
      headers: { Location: `http://${fixture.service.host}/push/elsewhere` },
    });
    await send(callOf(psychic, 60));
    await runNotify();
    expect(pushed().filter((line) => line.startsWith("elsewhere"))).toHaveLength(1);
  });

  test("is busy is tried again after its Retry-After, and no other device gets a second push", async () => {
    const { psychic } = await addPsychic("busy", "idle");
    fixture.service.replies.set("busy", { status: 429, headers: { "Retry-After": "600" } });
    await send(callOf(psychic, 120));
    await runNotify();
    fixture.service.replies.clear();
    await fixture.portal.advance(9 * minute);
    await runRemind();
    const devices = () => pushed().map((line) => line.split(":")[0]);
    expect(devices().sort()).toEqual(["busy", "idle"]);
    await fixture.portal.advance(2 * minute);
    await runRemind();
    await runRemind();
    expect(devices().sort()).toEqual(["busy", "busy", "idle"]);
    expect(letters()).toEqual([]);
  });

  test.each([
    ["fails", { status: 500 }],
    ["never answers", "no answer"],
    ["cuts the connection", "cut"],
  ] as const)(
    "%s is tried four times with pauses, and then a letter is sent",
    async (name, reply) => {
      const { psychic } = await addPsychic(name);
      fixture.service.replies.set(name, reply);
      const { push } = fixture.portal.services;
      // Only the silent service gets a short timeout: a busy machine may be slow to answer.
      if (reply === "no answer") {
        fixture.portal.services.push = testPush({ hosts: [fixture.service.host], patience: 300 });
      }
      await send(callOf(psychic, 180));
      await runNotify();
      const pushCounts = [fixture.service.pushed.length];
      for (let minutes = 1; minutes <= 10; minutes++) {
        await fixture.portal.advance(minute);
        await runRemind();
        pushCounts.push(fixture.service.pushed.length);
      }
      fixture.portal.services.push = push;
      expect(pushCounts).toEqual([1, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4]);
      expect(letters()).toEqual([`${psychic.email}: Call booked`]);
      expect(await countReachable(psychic)).toBe(1);
    },
  );

  test("asks to wait until after the call: no second try, and a letter at once", async () => {
    const { psychic } = await addPsychic("too late");
    fixture.service.replies.set("too late", { status: 503, headers: { "Retry-After": "3600" } });
    await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 15 * minute),
    });
    await runRemind();
    expect(letters()).toEqual([`${psychic.email}: Call in 15 minutes`]);
  });
});

test("a process sends a notification once, even if it failed to store that it was sent", async () => {
  const [one, other] = [await addPsychic("noted"), await addPsychic()];
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

test("a letter is tried again while the mail server is down, and sent once", async () => {
  const { psychic } = await addPsychic();
  const { send: sendLetter } = fixture.portal.services.mailer;
  fixture.portal.services.mailer.send = () => Promise.reject(new Error("away"));
  await send(callOf(psychic, 60));
  await runNotify();
  fixture.portal.services.mailer.send = sendLetter;
  expect(letters()).toEqual([]);
  await fixture.portal.advance(minute);
  await runRemind();
  await fixture.portal.advance(minute);
  await runRemind();
  expect(letters()).toEqual([`${psychic.email}: Call booked`]);
});

test("the metrics count a notification that expired unsent", async () => {
  const { psychic } = await addPsychic();
  const { send: sendLetter } = fixture.portal.services.mailer;
  fixture.portal.services.mailer.send = () => Promise.reject(new Error("away"));
  await send(callOf(psychic, 10));
  await runNotify();
  for (let minutes = 0; minutes < 20; minutes++) {
    await fixture.portal.advance(minute);
    await runNotify();
  }
  fixture.portal.services.mailer.send = sendLetter;
  expect(await sql()("notifications").whereNull("ended_at").pluck("id")).toEqual([]);
  const figures = await fixture.portal.services.metrics.registry.metrics();
  expect(figures).toContain('notifications_total{channel="mail",outcome="given_up"} 1');
});

test("a manager gets a test message on a device, but no letter without one", async () => {
  const browser = await signInManager();
  expect((await browser.post("/api/push/test")).status).toBe(202);
  await runNotify();
  expect([pushed(), letters()]).toEqual([[], []]);
  await browser.post("/api/push/subscriptions", fixture.service.subscribe("desk"));
  await browser.post("/api/push/test");
  await runNotify();
  expect(pushed()).toEqual(["desk: Test message | Messages reach this device."]);
  expect(fixture.service.pushed[0]?.payload.url).toBe("/dashboard");
  expect(fixture.service.pushed[0]?.headers.urgency).toBe("high");
});
