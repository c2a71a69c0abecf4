import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPushEndpoint } from "#server/adapters/push-hosts.ts";
import { oneRow } from "#server/db/one-row.ts";
import { prune } from "#server/pruners.ts";
import { pushEndpoints } from "#shared/push.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { subscription } from "../support/push-service.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";
import { vapidKeys } from "../support/vapid-keys.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

async function addPsychic() {
  const psychic = await makePsychic(sql());
  return { psychic, browser: await portal.signIn(psychic.username, password) };
}

const subscribe = (browser: SignedIn, body: object = subscription()) =>
  browser.post("/api/push/subscriptions", body);
const rowsOf = (userId: number) =>
  sql()("push_subscriptions").where({ user_id: userId }).orderBy("id");

describe("subscriptions", () => {
  test("the key is the server's public VAPID key", async () => {
    const { browser } = await addPsychic();
    expect((await browser.get("/api/push/key")).body).toEqual({
      key: vapidKeys.VAPID_PUBLIC_KEY,
    });
  });

  test("a device subscribes, is listed, renews under its id and is removed once", async () => {
    const { psychic, browser } = await addPsychic();
    const body = subscription();
    const made = await subscribe(browser, body);
    expect(made.status).toBe(201);
    const row = await oneRow(rowsOf(psychic.id));
    expect(row).toMatchObject({ id: made.body.id, endpoint: body.endpoint, keys: body.keys });

    const list = await browser.get("/api/push/subscriptions");
    expect(pushEndpoints.listSubscriptions.response.parse(list.body)).toEqual(list.body);
    expect(list.body).toMatchObject({
      subscriptions: [{ id: made.body.id, label: body.label, last_delivered_at: null }],
      total: 1,
    });

    const { keys } = subscription();
    const again = await subscribe(browser, { ...body, keys, label: "My phone" });
    expect([again.status, again.body]).toEqual([201, made.body]);
    expect(await rowsOf(psychic.id)).toMatchObject([{ id: row.id, keys, label: "My phone" }]);

    const end = () => browser.delete(`/api/push/subscriptions/${made.body.id}`);
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(404);
    expect(await rowsOf(psychic.id)).toEqual([]);
  });

  test("a renewal moves a subscription to a new endpoint but restores no removed one (F1)", async () => {
    const { psychic, browser } = await addPsychic();
    const other = await addPsychic();
    const { id } = (await subscribe(browser)).body;
    const moved = subscription();
    expect((await subscribe(browser, { ...moved, id })).body).toEqual({ id });
    expect(await rowsOf(psychic.id)).toMatchObject([{ id, endpoint: moved.endpoint }]);
    expect((await subscribe(other.browser, { ...moved, id })).status).toBe(404);

    await browser.delete(`/api/push/subscriptions/${id}`);
    const late = await subscribe(browser, { ...moved, id });
    expect([late.status, late.body.type]).toEqual([404, "urn:problem:not_found"]);
    expect(await rowsOf(psychic.id)).toEqual([]);
    expect((await subscribe(browser, moved)).status).toBe(201);
  });

  test("a user cannot list or remove another's subscription; a browser's next user takes it over", async () => {
    const one = await addPsychic();
    const other = await addPsychic();
    const body = subscription();
    const { id } = (await subscribe(one.browser, body)).body;
    await sql()("push_subscriptions").where({ id }).update({ last_delivered_at: new Date() });
    expect((await other.browser.get("/api/push/subscriptions")).body.total).toBe(0);
    for (const path of [id, 999_999_999_999]) {
      const { status } = await other.browser.delete(`/api/push/subscriptions/${path}`);
      expect(status).toBe(404);
    }
    expect((await subscribe(other.browser, body)).status).toBe(201);
    expect(await rowsOf(one.psychic.id)).toEqual([]);
    expect(await rowsOf(other.psychic.id)).toMatchObject([
      { endpoint: body.endpoint, last_delivered_at: null },
    ]);
  });

  test("an eleventh device removes the oldest one", async () => {
    const { psychic, browser } = await addPsychic();
    for (let count = 1; count <= 11; count++) {
      await subscribe(browser, { ...subscription(), label: `device ${count}` });
      await portal.advance(1000);
    }
    const { body } = await browser.get("/api/push/subscriptions?limit=2");
    expect(body).toMatchObject({
      subscriptions: [{ label: "device 11" }, { label: "device 10" }],
      total: 10,
    });
    expect((await rowsOf(psychic.id)).map((row) => row.label)).not.toContain("device 1");
  });

  test("safety 14: an endpoint must be a known push service, with https and the default port", async () => {
    const { psychic, browser } = await addPsychic();
    const refused = [
      "http://updates.push.services.mozilla.com/wpush/v2/x",
      "https://updates.push.services.mozilla.com:8443/x",
      "https://user:word@updates.push.services.mozilla.com/x",
      "https://updates.push.services.mozilla.com.evil.example/x",
      "https://evil.example/fcm.googleapis.com",
      "https://fcm.googleapis.com@evil.example/x",
      "https://fcm.googleapis.com./x",
      "https://a.b.notify.windows.com.example/x",
      "https://127.0.0.1/x",
      "http://127.0.0.1:9/x",
      "https://[::1]/x",
      "https://169.254.169.254/latest/meta-data",
      "https://10.0.0.1/x",
      "https://2130706433/x",
      "https://localhost/x",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "not an address",
      "",
    ];
    for (const endpoint of refused) {
      const { status, body } = await subscribe(browser, subscription(endpoint));
      expect([endpoint, status, body.errors?.[0]?.path]).toEqual([endpoint, 422, "endpoint"]);
    }
    for (const endpoint of [
      "https://fcm.googleapis.com/fcm/send/x",
      "https://updates.push.services.mozilla.com/wpush/v2/x",
      "https://web.push.apple.com/x",
      "https://wns2-par02p.notify.windows.com/w/?token=x",
    ]) {
      expect((await subscribe(browser, subscription(endpoint))).status, endpoint).toBe(201);
    }
    expect(await rowsOf(psychic.id)).toHaveLength(4);
  });

  test("a setting allows further hosts, each with its exact name and port", () => {
    const hosts = ["127.0.0.1:4000", "push.example"];
    const isAllowed = (endpoint: string) => isPushEndpoint(endpoint, hosts);
    expect(isAllowed("http://127.0.0.1:4000/x")).toBe(true);
    expect(isAllowed("https://push.example/x")).toBe(true);
    for (const endpoint of [
      "http://push.example/x",
      "https://push.example:4000/x",
      "http://127.0.0.1:4001/x",
      "http://127.0.0.1/x",
      "http://localhost:4000/x",
    ]) {
      expect(isAllowed(endpoint), endpoint).toBe(false);
    }
  });

  test("an invalid key or label is 422 with its path", async () => {
    const { browser } = await addPsychic();
    const good = subscription();
    const { p256dh, auth } = good.keys;
    const cases: [string, object][] = [
      ["keys.p256dh", { p256dh: "", auth }],
      ["keys.p256dh", { p256dh: p256dh.slice(2), auth }],
      ["keys.p256dh", { p256dh: `${p256dh}=`, auth }],
      // The first key is not on the curve. The second begins like a compressed key. Both have the
      // right length.
      ["keys.p256dh", { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth }],
      ["keys.p256dh", { p256dh: Buffer.alloc(65, 2).toString("base64url"), auth }],
      ["keys.auth", { p256dh, auth: `${auth}A` }],
      ["keys.auth", { p256dh, auth: "+".repeat(22) }],
      ["keys.auth", { p256dh }],
    ];
    for (const [path, keys] of cases) {
      const { status, body } = await subscribe(browser, { ...good, keys });
      expect([status, body.errors[0].path], JSON.stringify(keys)).toEqual([422, path]);
    }
    for (const label of [undefined, "  ", "x".repeat(101)]) {
      const { status, body } = await subscribe(browser, { ...good, label });
      expect([status, body.errors[0].path]).toEqual([422, "label"]);
    }
  });
});

describe("a subscription ends with its session:", () => {
  const isSubscribed = async (userId: number) => (await rowsOf(userId)).length > 0;

  test("at sign-out, and another browser's stays", async () => {
    const { psychic, browser } = await addPsychic();
    const otherBrowser = await portal.signIn(psychic.username, password);
    const remaining = subscription();
    await subscribe(browser);
    await subscribe(otherBrowser, remaining);
    expect((await browser.delete("/api/sessions/0")).status).toBe(204);
    expect(await rowsOf(psychic.id)).toMatchObject([{ endpoint: remaining.endpoint }]);
  });

  test("when another user signs in on the device", async () => {
    const { psychic, browser } = await addPsychic();
    const other = await makePsychic(sql());
    await subscribe(browser);
    const { username } = other;
    expect((await browser.post("/api/sessions", { username, password })).status).toBe(200);
    expect(await isSubscribed(psychic.id)).toBe(false);
  });

  test("when the account is shut out", async () => {
    const boss = await makeManager(sql());
    const manager = await portal.signIn(boss.username, password);
    for (const acctStatus of ["Blacklist", "Inactive"]) {
      const { psychic, browser } = await addPsychic();
      await subscribe(browser);
      await manager.put(`/api/psychics/${psychic.id}/acct_status`, { acctStatus: "Flagged" });
      expect(await isSubscribed(psychic.id)).toBe(true);
      await manager.put(`/api/psychics/${psychic.id}/acct_status`, { acctStatus });
      expect(await isSubscribed(psychic.id)).toBe(false);
    }
  });

  test("when the password changes, but this browser's stays with its new session", async () => {
    const { psychic, browser } = await addPsychic();
    const otherBrowser = await portal.signIn(psychic.username, password);
    const remaining = subscription();
    await subscribe(browser, remaining);
    await subscribe(otherBrowser);
    const change = { old: password, password: "another-one" };
    expect((await browser.put("/api/profile/password", change)).status).toBe(204);
    const rows = await rowsOf(psychic.id);
    expect(rows).toHaveLength(1);
    const [row] = rows as [(typeof rows)[0]];
    expect(row.endpoint).toBe(remaining.endpoint);
    const session = await sql()("sessions").where({ sid: row.session_sid }).first();
    expect(session).toMatchObject({ user_id: psychic.id, ended: false });
    const manager = await portal.signIn((await makeManager(sql())).username, password);
    const managersChange = { id: psychic.id, password: "a-third-one" };
    expect((await manager.put("/api/profile/agent_password", managersChange)).status).toBe(204);
    expect(await isSubscribed(psychic.id)).toBe(false);
  });

  test("by pruning, when the session has expired", async () => {
    const [expired, alive] = [await addPsychic(), await addPsychic()];
    await subscribe(expired.browser);
    await subscribe(alive.browser);
    await sql()("sessions")
      .where({ user_id: expired.psychic.id })
      .update({ expire: new Date(0) });
    await prune.handle(portal.services, {}, "job");
    expect(await isSubscribed(expired.psychic.id)).toBe(false);
    expect(await isSubscribed(alive.psychic.id)).toBe(true);
  });
});
