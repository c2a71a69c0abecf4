import { describe, expect, test } from "vitest";
import { makeListing } from "#seeds/builders/listing.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { oneRow } from "#server/db/one-row.ts";
import { patient } from "../support/patience.ts";
import { makePsychic, password } from "../support/people.ts";
import { openTestApp } from "../support/test-app.ts";
import { minute, setUpNotifications, start } from "./fixtures/notifications.ts";

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
  advanceTo,
} = fixture;

describe("notifications of a call", () => {
  test("booked, changed, cancelled: encrypted for the device, with one tag per call", async () => {
    const { psychic } = await addPsychic("phone");
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
      "phone: Call canceled | Mon, Jun 15, 3:00 PM ET",
    ]);
    const tags = fixture.service.pushed.map(({ payload }) => payload.tag);
    expect(tags).toEqual(Array(3).fill(`call-${call.id}`));
    expect(fixture.service.pushed[0]?.payload.url).toBe("/psychic");
    const { ttl, urgency, topic, ...headers } = fixture.service.pushed[0]?.headers ?? {};
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

  test("are sent only for real changes of future calls", async () => {
    const { psychic } = await addPsychic("same");
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

  test("a call moved to another psychic is cancelled for the first and booked for the second", async () => {
    const [one, other] = [await addPsychic("first"), await addPsychic("second")];
    const call = callOf(one.psychic, 60);
    await send(call);
    await runNotify();
    await send({ ...call, user_id: other.psychic.id, status: "changed" });
    await runNotify();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "first: Call booked",
      expect.stringMatching(/^(first: Call canceled|second: Call booked)$/),
      expect.stringMatching(/^(first: Call canceled|second: Call booked)$/),
    ]);
  });

  test("name the customer only if the psychic chose so", async () => {
    const { psychic, browsers } = await addPsychic("named");
    await send(callOf(psychic, 60));
    await runNotify();
    await saveSettings(browsers[0], { show_names: true });
    await send(callOf(psychic, 61));
    await runNotify();
    const [hidden, shown] = fixture.service.pushed.map(({ payload }) => JSON.stringify(payload));
    expect(hidden).not.toContain("Ada");
    expect(shown).toContain("with Ada the customer");
  });

  test("are sent by a portal that runs its job queue", async () => {
    const running = await openTestApp({
      now: start,
      pushHosts: [fixture.service.host],
      work: true,
    });
    const psychic = await makePsychic(running.services.db.sql);
    const browser = await running.signIn(psychic.username, password);
    await browser.post("/api/push/subscriptions", fixture.service.subscribe("queue"));
    expect((await browser.post("/api/push/test")).status).toBe(202);
    await expect
      .poll(pushed, { timeout: patient(60_000) })
      .toEqual(["queue: Test message | Messages reach this device."]);
    await running.close();
  });
});

describe("reminders", () => {
  test("are sent once 15 minutes before and once at the start, even if two runs overlap", async () => {
    const { psychic } = await addPsychic("reminded");
    const { id } = await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 15 * minute),
    });
    await Promise.all([runRemind(), runRemind()]);
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^reminded: Call in 15 minutes \| /)]);
    await fixture.portal.advance(15 * minute);
    await runRemind();
    await runRemind();
    expect(pushed().slice(1)).toEqual([expect.stringMatching(/^reminded: Call now \| /)]);
    expect(fixture.service.pushed.map(({ payload }) => payload.tag)).toEqual(
      Array(2).fill(`call-${id}`),
    );
    expect(fixture.service.pushed.map(({ headers }) => headers.urgency)).toEqual(["high", "high"]);
  });

  test("are not sent for calls that begin later or began too long ago", async () => {
    const { psychic } = await addPsychic("late");
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

  test("that are late say how many minutes are left, or that the call begins now", async () => {
    const { psychic } = await addPsychic("down");
    await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 4 * minute),
    });
    await runRemind();
    await fixture.portal.advance(6 * minute);
    await runRemind();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "down: Call in 4 minutes",
      "down: Call now",
    ]);
  });

  test("are not sent for the old time of a moved or cancelled call", async () => {
    const { psychic } = await addPsychic("moved");
    fixture.service.replies.set("moved", { status: 503 });
    const [moved, cancelled] = [callOf(psychic, 15), callOf(psychic, 15)];
    await send(moved, cancelled);
    await runRemind();
    // Both reminders wait for the push service.
    fixture.service.replies.clear();
    await send(callOf(psychic, 75, { id: moved.id, status: "changed" }));
    await send({ ...cancelled, status: "cancelled" });
    fixture.service.pushed.length = 0;
    await fixture.portal.advance(2 * minute);
    await runRemind();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "moved: Call changed",
      "moved: Call canceled",
    ]);
    await fixture.portal.advance(59 * minute);
    await runRemind();
    expect(pushed().slice(2)).toEqual([expect.stringMatching(/^moved: Call in 1\d minutes/)]);
  });
});

describe("quiet hours", () => {
  const night = { quiet_from: "22:00", quiet_to: "07:00" };

  test("delay notifications until they end, and drop those that are stale by then", async () => {
    const { psychic, browsers } = await addPsychic("asleep");
    await saveSettings(browsers[0], night);
    await advanceTo("23:00");
    const [unchanged, changed, cancelled] = [20, 21, 22].map((hours) =>
      callOf(psychic, hours * 60),
    );
    await send(unchanged as object, changed as object, cancelled as object);
    await runNotify();
    await send(
      { ...changed, minutes: 50, status: "changed" },
      { ...cancelled, status: "cancelled" },
    );
    await runNotify();
    await advanceTo("06:59");
    await runRemind();
    expect(pushed()).toEqual([]);
    await advanceTo("07:00");
    await runRemind();
    await runRemind();
    expect(pushed().map((line) => line.replace(/ \|.*, /, " | "))).toEqual([
      "asleep: Call booked | 20 minutes",
      // The psychic got no notification of the booking, so this one is not "changed".
      "asleep: Call booked | 50 minutes",
    ]);
  });

  test("do not delay reminders, or notifications of a call within 12 hours", async () => {
    const { psychic, browsers } = await addPsychic("night");
    await saveSettings(browsers[0], night);
    await advanceTo("23:30");
    await send(callOf(psychic, 12 * 60 - 1), callOf(psychic, 12 * 60 + 1));
    await runNotify();
    await makeScheduledCall(sql(), {
      psychic_id: psychic.id,
      at: new Date(now().getTime() + 10 * minute),
    });
    await runRemind();
    await fixture.portal.advance(10 * minute);
    await runRemind();
    expect(pushed().map((line) => line.split(" |")[0])).toEqual([
      "night: Call booked",
      "night: Call in 10 minutes",
      "night: Call now",
    ]);
  });

  test("drop a rejection if the psychic submits again before they end", async () => {
    const asleep = await addPsychic("asleep author");
    const waiting = await addPsychic("patient author");
    for (const { psychic, browsers } of [asleep, waiting]) {
      await saveSettings(browsers[0], night);
      await makeListing(sql(), { psychic_id: psychic.id, status: "Pending" });
      await sql()("psychics").where({ user_id: psychic.id }).update({ profile_status: "Pending" });
    }
    await advanceTo("23:00");
    const manager = await signInManager();
    for (const { id } of [asleep.psychic, waiting.psychic]) {
      const listing = await manager.post(`/api/psychics/${id}/listings/reject`);
      const profile = await manager.post(`/api/profile/${id}/reject`);
      expect([listing.status, profile.status]).toEqual([204, 204]);
    }
    await runNotify();
    const { id } = asleep.psychic;
    const [browser] = asleep.browsers;
    const newListing = { sales_pitch: "Kinder", body: "Clearer", categories: [26] };
    const listing = await browser?.post(`/api/psychics/${id}/listings`, { listing: newListing });
    const profile = await browser?.put("/api/profile", { profile: { contact_method: "E" } });
    const path = `/api/psychics/${waiting.psychic.id}/profile`;
    const byManager = await manager.put(path, { profile: { contact_method: "E" } });
    expect([listing?.status, profile?.status, byManager.status]).toEqual([204, 204, 204]);
    await advanceTo("07:00");
    await runRemind();
    expect(pushed().sort()).toEqual([
      expect.stringMatching(/^patient author: Listing rejected/),
      expect.stringMatching(/^patient author: Profile rejected/),
    ]);
  });

  test("end at once when the psychic removes them", async () => {
    const { psychic, browsers } = await addPsychic("awake");
    await saveSettings(browsers[0], night);
    await advanceTo("23:00");
    await send(callOf(psychic, 20 * 60));
    await runNotify();
    expect(pushed()).toEqual([]);
    await saveSettings(browsers[0], {});
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^awake: Call booked/)]);
  });

  test("delay letters too", async () => {
    const { psychic } = await addPsychic();
    const browser = await fixture.portal.signIn(psychic.username, password);
    await saveSettings(browser, night);
    await advanceTo("22:00");
    await send(callOf(psychic, 20 * 60));
    await runNotify();
    expect(letters()).toEqual([]);
    await advanceTo("07:00");
    await runRemind();
    expect(letters()).toEqual([`${psychic.email}: Call booked`]);
  });
});
