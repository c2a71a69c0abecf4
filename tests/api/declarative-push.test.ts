import { describe, expect, test } from "vitest";
import { pushPayload } from "#shared/push-fields.ts";
import { declaredBy } from "../support/declarative-push.ts";
import { password } from "../support/people.ts";
import { type SignedIn, testEnv } from "../support/test-app.ts";
import { hour, minute, setUpNotifications } from "./fixtures/notifications.ts";

const fixture = setUpNotifications();
const { sql, signInManager, runNotify, addPsychic, saveSettings, callOf, send } = fixture;

const lastMessage = () => {
  const payload = fixture.service.pushed.at(-1)?.payload;
  if (!payload) throw new Error("nothing was pushed");
  return payload;
};
const lastBadge = () => declaredBy(lastMessage()).app_badge;

/** Announces a change by a push, and returns the badge that the message names. */
async function badgeAfter(...calls: object[]): Promise<number | undefined> {
  const before = fixture.service.pushed.length;
  await send(...calls);
  await runNotify();
  expect(fixture.service.pushed.length).toBeGreaterThan(before);
  return lastBadge();
}

/** Uses the portal, long enough after the last use that the server writes it (safety 4). */
async function usePortal(browser: SignedIn | undefined): Promise<void> {
  await fixture.portal.advance(6 * minute);
  expect((await browser?.get("/api/profile"))?.status).toBe(200);
  await fixture.portal.advance(minute);
}

describe("D68: a push message", () => {
  test("is declarative, and still has the fields of earlier releases", async () => {
    const { psychic, browsers } = await addPsychic("phone");
    await saveSettings(browsers[0], { show_names: true });
    await send(callOf(psychic, 60));
    await runNotify();
    const message = lastMessage();
    // The schema names every field.
    expect(pushPayload.parse(message)).toEqual(message);
    const openBody = "Mon, Jun 15, 1:00 PM ET, 20 minutes";
    const body = `${openBody}, with Ada the customer`;
    const tag = message.tag;
    expect(message).toEqual({
      title: "Call booked",
      body,
      tag,
      url: "/psychic",
      web_push: 8030,
      notification: {
        title: "Call booked",
        // The browser may show it to anybody, so only the worker's body names the customer.
        body: openBody,
        navigate: `${testEnv.publicUrl}/psychic`,
        lang: "en",
        dir: "ltr",
        tag,
        data: { user: psychic.id, calls: 1, body },
        app_badge: 1,
        mutable: true,
      },
      app_badge: 1,
      mutable: true,
    });
  });

  test("leaves a manager's notification as it is", async () => {
    const browser = await signInManager();
    await browser.post("/api/push/subscriptions", fixture.service.subscribe("desk"));
    await browser.post("/api/push/test");
    await runNotify();
    const { navigate, ...declared } = declaredBy(lastMessage());
    expect(declared).toEqual({ title: "Test message", app_badge: 0, mutable: false });
    expect(navigate.pathname).toBe("/dashboard");
  });

  test("with the longest names fits into a push", async () => {
    const { psychic, browsers } = await addPsychic("long");
    await saveSettings(browsers[0], { show_names: true });
    const longest = { id: '"'.repeat(64), username: "漢".repeat(99), minutes: 1440 };
    await send(callOf(psychic, 60, longest));
    await runNotify();
    // A push may have 4096 bytes, of which its encryption takes 103. The push service of the tests
    // refuses a longer one.
    expect(Buffer.byteLength(JSON.stringify(lastMessage()))).toBeLessThan(2500);
    expect(fixture.service.faults).toEqual([]);
  });
});

describe("D68: a tap leads to the address of the portal that the device uses", () => {
  const other = "http://onesun.localhost";
  const subscribeFrom = (browser: SignedIn, origin: string, body: object) =>
    browser.agent
      .post("/api/push/subscriptions")
      .set({ Origin: origin, "Content-Type": "application/json" })
      .send(body);

  test("at which it subscribed or renewed its subscription last", async () => {
    const { psychic } = await addPsychic();
    const browser = await fixture.portal.signIn(psychic.username, password);
    const device = fixture.service.subscribe("app");
    const made = await subscribeFrom(browser, other, device);
    expect(made.status).toBe(201);
    await send(callOf(psychic, 60));
    await runNotify();
    expect(declaredBy(lastMessage()).navigate.href).toBe(`${other}/psychic`);
    const renewal = { ...device, id: made.body.id };
    expect((await subscribeFrom(browser, testEnv.publicUrl, renewal)).status).toBe(201);
    await send(callOf(psychic, 61));
    await runNotify();
    expect(declaredBy(lastMessage()).navigate.origin).toBe(testEnv.publicUrl);
  });

  test("or to its brand's, if the portal has left that address since", async () => {
    const { psychic } = await addPsychic("moved");
    await sql()("push_subscriptions")
      .where({ user_id: psychic.id })
      .update({ origin: "http://sold.test" });
    await send(callOf(psychic, 60));
    await runNotify();
    expect(declaredBy(lastMessage()).navigate.origin).toBe(testEnv.publicUrl);
  });

  test("or to its brand's, if an earlier release stored the device", async () => {
    const { psychic } = await addPsychic("before");
    await sql()("push_subscriptions").where({ user_id: psychic.id }).update({ origin: null });
    await send(callOf(psychic, 60));
    await runNotify();
    expect(declaredBy(lastMessage()).navigate.href).toBe(`${testEnv.publicUrl}/psychic`);
  });
});

test("R73: while calls cannot be counted, messages come at once without a badge", async () => {
  const [{ psychic }, other] = [await addPsychic("one"), await addPsychic("two")];
  await send(callOf(psychic, 60), callOf(other.psychic, 60));
  const warnings = () =>
    fixture.portal.lines.filter(({ message }) => message === "badges not counted");
  const before = warnings().length;
  // Only the count reads logins.
  const holder = await sql().transaction();
  await holder.raw("lock table logins");
  await runNotify();
  await holder.rollback();
  expect(fixture.service.pushed).toHaveLength(2);
  for (const { payload } of fixture.service.pushed) {
    expect(declaredBy(payload).app_badge).toBeUndefined();
    expect(pushPayload.parse(payload)).toEqual(payload);
  }
  expect(warnings()).toHaveLength(before + 1);
  expect(await badgeAfter(callOf(psychic, 90))).toBe(2);
});

describe("R73: the badge in a message counts", () => {
  test("each announced call until its psychic uses the portal", async () => {
    const { psychic, browsers } = await addPsychic("counted");
    const first = callOf(psychic, 5 * 60);
    const second = callOf(psychic, 5 * 60);
    expect(await badgeAfter(first)).toBe(1);
    await fixture.portal.advance(minute);
    expect(await badgeAfter(second)).toBe(2);
    expect(await badgeAfter({ ...second, minutes: 45, status: "changed" })).toBe(2);
    await usePortal(browsers[0]);
    expect(await badgeAfter(callOf(psychic, 5 * 60))).toBe(1);
    // The change of a call that was seen is news again.
    expect(await badgeAfter({ ...first, minutes: 30, status: "changed" })).toBe(2);
  });

  test("no call that was seen on a device that has signed out since", async () => {
    const { psychic } = await addPsychic("phone");
    expect(await badgeAfter(callOf(psychic, 5 * 60))).toBe(1);
    await fixture.portal.advance(10 * minute);
    const desktop = await fixture.portal.signIn(psychic.username, password);
    await usePortal(desktop);
    expect((await desktop.delete("/api/sessions/0")).ok).toBe(true);
    expect(await badgeAfter(callOf(psychic, 5 * 60))).toBe(1);
  });

  test("no call that was cancelled, moved to another psychic or has ended", async () => {
    const [{ psychic }, other] = [await addPsychic("left"), await addPsychic("right")];
    const cancelled = callOf(psychic, 60);
    const moved = callOf(psychic, 90);
    const stays = callOf(psychic, 300);
    await send(callOf(psychic, 30), cancelled, moved, stays);
    await runNotify();
    const badges = fixture.service.pushed.map(({ payload }) => declaredBy(payload).app_badge);
    expect(badges).toEqual([4, 4, 4, 4]);
    expect(await badgeAfter({ ...cancelled, status: "cancelled" })).toBe(3);
    await send({ ...moved, user_id: other.psychic.id, status: "changed" });
    await runNotify();
    const byDevice = Object.fromEntries(
      fixture.service.pushed.slice(-2).map(({ device, payload }) => [device, payload.app_badge]),
    );
    expect(byDevice).toEqual({ left: 2, right: 1 });
    await fixture.portal.advance(hour);
    expect(await badgeAfter({ ...stays, minutes: 45, status: "changed" })).toBe(1);
  });

  test("no call whose push waits for the end of quiet hours, and none of a letter", async () => {
    const { psychic } = await addPsychic();
    await send(callOf(psychic, 5 * 60));
    await runNotify();
    expect(fixture.portal.letters).toHaveLength(1);
    const browser = await fixture.portal.signIn(psychic.username, password);
    await browser.post("/api/push/subscriptions", fixture.service.subscribe("quiet"));
    // The tests move the clock, so the whole day but its last minute is quiet.
    await saveSettings(browser, { quiet_from: "00:00", quiet_to: "23:59" });
    expect(await badgeAfter(callOf(psychic, 20 * 60), callOf(psychic, 2 * 60))).toBe(1);
    expect(fixture.service.pushed).toHaveLength(1);
  });
});
