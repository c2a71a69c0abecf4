import { indexedDB } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
});

import { problemEndpoints } from "#shared/problems.ts";
import type { Session } from "#shared/sessions.ts";
import { forgetKey, heldKey, holdKey } from "#web/api/sealed.ts";
import { sealingKey } from "#web/api/sealing-key.ts";
import { storeSession } from "#web/api/stored-session.ts";
import { keptStore } from "#web/pwa/kept/kept-store.ts";
import { queueEdit } from "#web/pwa/outbox/outbox.ts";
import { queueOf } from "#web/pwa/outbox/queue.ts";
import { sendQueue } from "#web/pwa/outbox/send.ts";
import { startSender } from "#web/pwa/outbox/sender.ts";

const luna = 7;
const nova = 8;
const server = vi.fn<typeof fetch>();

const signIn = (userId: number) =>
  storeSession({ user_id: userId, username: "someone", manager: 2, pay_day: 1 } as Session);

const hold = (userId: number) => holdKey(userId, new Uint8Array(32).fill(userId));

/** The server's answer with Luna's key. */
const keyAnswer = () =>
  Response.json({ key: btoa(String.fromCharCode(...new Uint8Array(32).fill(luna))) });

const headersOf = (call: number) => new Headers(server.mock.calls[call]?.[1]?.headers);

beforeEach(async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal("indexedDB", indexedDB);
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: { request: (_: string, work: () => Promise<unknown>) => work() },
  });
  server.mockReset();
  await forgetKey();
  await queueOf(luna).change(() => []);
  signIn(luna);
});

describe("the key", () => {
  test("is requested once, in its user's name, and then stored", async () => {
    server.mockImplementation(async () => keyAnswer());
    await sealingKey(luna);
    await sealingKey(luna);
    expect(server).toHaveBeenCalledOnce();
    expect(headersOf(0).get("X-Queue-Owner")).toBe(String(luna));
  });

  test("is not available to other users", async () => {
    await hold(luna);
    expect(await heldKey(nova)).toBeNull();
    expect(await queueOf(nova).key()).toBeNull();
  });

  test("that arrives after its user has signed out is discarded", async () => {
    server.mockImplementation(async () => {
      signIn(nova);
      return keyAnswer();
    });
    await expect(sealingKey(luna)).rejects.toMatchObject({ code: "not_signed_in" });
    expect(await heldKey()).toBeNull();
  });
});

test("an answer is not kept after its user has signed out, even if the key is still stored", async () => {
  await hold(luna);
  const store = keptStore(luna);
  await store.keep("before", 1);
  storeSession(null);
  await store.keep("after", 2);
  signIn(luna);
  expect(await store.read("before")).toMatchObject({ value: 1 });
  expect(await store.read("after")).toBeNull();
});

describe("an edit", () => {
  const queue = queueOf(luna);
  const report = () =>
    queueEdit(queue, () => sealingKey(luna), {
      endpoint: problemEndpoints.reportProblem,
      request: { params: { id: String(luna) }, body: { details: "The line went dead" } },
      version: undefined,
      key: "9f1f0f6e-2f0b-4a58-9d55-8f6f3f2a4c11",
      isTried: false,
    });

  beforeEach(async () => {
    await hold(luna);
    await report();
    server.mockImplementation(async () => new Response(null, { status: 204 }));
  });

  test("names its user to the server", async () => {
    await sendQueue(queue, true);
    expect(headersOf(0).get("X-Queue-Owner")).toBe(String(luna));
    expect(await queue.read()).toEqual([]);
  });

  test("is not sent while the key is another user's", async () => {
    await hold(nova);
    await sendQueue(queue, true);
    expect(server).not.toHaveBeenCalled();
    expect(await queue.read()).toHaveLength(1);
  });

  test("is not sent by a page whose user has signed out", async () => {
    const isSignedIn = vi.fn(() => false);
    const sender = startSender({ queue, isSignedIn, onChange: () => undefined });
    await sender.send();
    expect(server).not.toHaveBeenCalled();
    isSignedIn.mockReturnValue(true);
    await sender.send();
    sender.stop();
    expect(server).toHaveBeenCalledOnce();
  });
});
