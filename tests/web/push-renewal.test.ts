import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("window", new EventTarget()));
vi.mock("#web/pwa/shell/updates.ts", () => ({ startUpdates: async () => undefined }));

import { storeSession } from "#web/api/stored-session.ts";
import { forgetPushDevice, pushDeviceId, storePushDevice } from "#web/pwa/push/push-device.ts";
import { renewPush, turnOffPush, turnOnPush } from "#web/pwa/push/subscription.ts";

const session = {
  user_id: 3,
  username: "luna",
  first: "Luna",
  manager: 2,
  manager_name: null,
  manager_phone: null,
  manager_email: null,
  pay_day: 1,
};

const server = vi.fn<typeof fetch>();
const unsubscribe = vi.fn(async () => true);

function answer(status: number, body: object) {
  const type = status === 201 ? "application/json" : "application/problem+json";
  server.mockImplementation(async (address) =>
    String(address).endsWith("/push/key")
      ? new Response('{"key":"k"}')
      : new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } }),
  );
}

const sent = () => JSON.parse(String(server.mock.lastCall?.[1]?.body)) as { id?: number };

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  const subscription = {
    options: {},
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
    unsubscribe,
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => subscription,
  };
  const registration = { pushManager, getNotifications: async () => [] };
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    permission: "granted",
    requestPermission: () => new Promise(() => {}),
  });
  Object.assign(window, { PushManager, Notification });
  vi.stubGlobal("navigator", {
    onLine: true,
    userAgent: "a browser",
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  vi.stubGlobal("fetch", server.mockReset());
  unsubscribe.mockClear();
  storeSession(session);
  storePushDevice(7);
});

test("a start of the app renews this device by its id (F1)", async () => {
  answer(201, { id: 7 });
  await renewPush();
  expect(sent()).toMatchObject({ id: 7, endpoint: "https://push.example/1" });
  expect(pushDeviceId()).toBe(7);
  // The user did not cause these requests (D17).
  for (const [, init] of server.mock.calls) {
    expect(new Headers(init?.headers).get("X-Background")).toBe("1");
  }
});

test("a device that was removed elsewhere is off, and is not renewed (F1)", async () => {
  answer(404, { type: "urn:problem:not_found", title: "x", status: 404 });
  await renewPush();
  expect(pushDeviceId()).toBeNull();
  expect(unsubscribe).toHaveBeenCalledOnce();
  server.mockClear();
  await renewPush();
  expect(server).not.toHaveBeenCalled();
});

test("the same user's next session subscribes the device again (F1)", async () => {
  storeSession(null);
  storeSession(session);
  answer(201, { id: 8 });
  await renewPush();
  expect(sent().id).toBeUndefined();
  expect(pushDeviceId()).toBe(8);
});

describe("a renewal that is under way when the user turns the device off", () => {
  /** Answers as the server does, but holds one of the renewal's two requests back. */
  function holdBack(held: "key" | "subscription", status = 201) {
    const isLate = Promise.withResolvers<void>();
    const body = status === 201 ? { id: 7 } : { type: "urn:problem:not_found", title: "x", status };
    const type = status === 201 ? "application/json" : "application/problem+json";
    server.mockImplementation(async (address, init) => {
      if (init?.method === "DELETE") return new Response(null, { status: 204 });
      const asked = String(address).endsWith("/push/key") ? "key" : "subscription";
      if (asked === held) await isLate.promise;
      if (asked === "key") return new Response('{"key":"k"}');
      return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
    });
    return isLate;
  }
  test.each(["key", "subscription"] as const)("turns nothing on; its %s is late", async (held) => {
    const isLate = holdBack(held);
    const renewal = renewPush();
    await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(held === "key" ? 1 : 2));
    await turnOffPush();
    unsubscribe.mockClear();
    isLate.resolve();
    await renewal;
    expect(pushDeviceId()).toBeNull();
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  test("leaves the device alone if it is being turned on again", async () => {
    const isLate = holdBack("subscription", 404);
    const renewal = renewPush();
    await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
    await turnOffPush();
    unsubscribe.mockClear();
    // The server has not answered yet.
    turnOnPush().catch(() => undefined);
    isLate.resolve();
    await renewal;
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  test("stores nothing if another tab has turned the device off", async () => {
    const isLate = holdBack("subscription");
    const renewal = renewPush();
    await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
    forgetPushDevice();
    isLate.resolve();
    await renewal;
    expect(pushDeviceId()).toBeNull();
  });
});
