import { onlineManager } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
  vi.stubGlobal("localStorage", { getItem: () => null });
});

import { psychicEndpoints } from "#shared/psychics.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import type { Session } from "#shared/sessions.ts";
import { askEarly } from "#web/api/ask-early.ts";
import { call } from "#web/api/call.ts";
import { offlineMode } from "#web/api/offline.ts";
import { query } from "#web/api/query.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { holdKey } from "#web/api/sealed.ts";
import { lastSessionEnd } from "#web/api/session-end.ts";
import { signOutLater } from "#web/api/sign-out-due.ts";
import { storedSession, storeSession } from "#web/api/stored-session.ts";
import { takeEarly } from "#web/api/take-early.ts";
import { startEarly } from "#web/pwa/use-offline.ts";

const luna = 7;
const nova = 8;
const server = vi.fn<typeof fetch>();
const client = createQueryClient();

const signIn = (userId: number, manager: number | null = 2) =>
  storeSession({ user_id: userId, username: "someone", manager, pay_day: 1 } as unknown as Session);

const request = { params: { id: String(luna) } };
const asked = () => server.mock.calls.map(([address]) => address);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: {
      request: (...given: unknown[]) => (given.at(-1) as () => Promise<unknown>)(),
    },
  });
  Object.assign(document, { visibilityState: "visible" });
  server.mockReset();
  server.mockImplementation(async (address) => Response.json({ from: String(address) }));
  client.clear();
  signIn(luna);
  // Ends the session that a test has left.
  return () => storeSession(null);
});
// Test files share TanStack Query. Without this, the timer of query-client.ts would go on, and
// queries of other files would wait.
afterAll(() => {
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(true);
});

describe("the dashboard's first data", () => {
  test("is requested as its screen would request it, and not again by the screen", async () => {
    expect(askEarly("/psychic")).toBe(true);
    expect(asked()).toEqual([
      "/api/psychics/7/status",
      "/api/psychics/7/scheduled_calls",
      "/api/psychics/7",
    ]);
    const early = server.mock.calls.map(([, init]) => init);
    expect(takeEarly()).toBe(luna);
    for (const endpoint of [
      psychicEndpoints.getAvailability,
      scheduledCallEndpoints.listScheduledCalls,
      psychicEndpoints.getPsychic,
    ] as const) {
      await call(endpoint, request);
    }
    expect(server).toHaveBeenCalledTimes(3);

    // The second call of each is an ordinary one. It differs only in its timeout and its
    // X-Background header.
    for (const [place, endpoint] of [
      psychicEndpoints.getAvailability,
      scheduledCallEndpoints.listScheduledCalls,
      psychicEndpoints.getPsychic,
    ].entries()) {
      await call(endpoint, request);
      const { headers, ...init } = server.mock.lastCall?.[1] ?? {};
      const { "X-Background": _, ...plain } = headers as Record<string, string>;
      expect({ ...early[place], signal: null }).toEqual({ ...init, headers: plain, signal: null });
    }
  });

  test("does not count as the user's action while the page is hidden", () => {
    askEarly("/psychic");
    expect(server.mock.lastCall?.[1]?.headers).not.toHaveProperty("X-Background");
    Object.assign(document, { visibilityState: "hidden" });
    askEarly("/psychic");
    expect(server.mock.lastCall?.[1]?.headers).toHaveProperty("X-Background", "1");
  });

  test("is requested for a signed-in psychic's dashboard only", () => {
    expect(askEarly("/psychic/schedule")).toBe(false);
    signIn(luna, null);
    expect(askEarly("/psychic")).toBe(false);
    storeSession(null);
    expect(askEarly("/psychic")).toBe(false);
    // D38: first that session has to end.
    signIn(luna);
    signOutLater();
    expect(askEarly("/psychic")).toBe(false);
    expect(server).not.toHaveBeenCalled();
    expect(takeEarly()).toBeNull();
  });

  test("is asked for again if the app's script comes late, or the user has signed out", () => {
    askEarly("/psychic");
    vi.spyOn(Date, "now").mockReturnValueOnce(Date.now() + 10_001);
    expect(takeEarly()).toBeNull();
    askEarly("/psychic");
    signOutLater();
    expect(takeEarly()).toBeNull();
  });

  test("D38: is not used once somebody else, or the same user again, has signed in", async () => {
    askEarly("/psychic");
    signIn(nova);
    expect(takeEarly()).toBeNull();

    signIn(luna);
    askEarly("/psychic");
    signIn(luna);
    expect(takeEarly()).toBeNull();

    askEarly("/psychic");
    expect(takeEarly()).toBe(luna);
    signIn(luna);
    const before = server.mock.calls.length;
    await call(psychicEndpoints.getPsychic, request);
    expect(server).toHaveBeenCalledTimes(before + 1);
  });

  test("ends the session if the server refuses it", async () => {
    server.mockImplementation(async () =>
      Response.json({ type: "urn:problem:not_signed_in", status: 401 }, { status: 401 }),
    );
    askEarly("/psychic");
    takeEarly();
    await vi.waitFor(() => expect(storedSession()).toBeNull(), { timeout: 10_000 });
    expect(lastSessionEnd()).toEqual({ userId: luna });
  });

  test("counts as out of reach without a network", async () => {
    server.mockRejectedValue(new TypeError("Failed to fetch"));
    askEarly("/psychic");
    takeEarly();
    await expect(call(psychicEndpoints.getPsychic, request)).rejects.toMatchObject({
      code: "offline",
    });
  });
});

describe("before the first render", () => {
  beforeEach(async () => {
    await holdKey(luna, new Uint8Array(32));
    askEarly("/psychic");
    takeEarly();
  });

  test("the data is where the screens look for it", async () => {
    await startEarly(luna, client);
    const data = (path: string) => ({ from: `/api/psychics/7${path}` });
    const key = (one: { queryKey: readonly unknown[] }) => client.getQueryData(one.queryKey);
    expect(key(query(psychicEndpoints.getAvailability, request))).toEqual(data("/status"));
    expect(key(query(scheduledCallEndpoints.listScheduledCalls, request))).toEqual(
      data("/scheduled_calls"),
    );
    expect(key(query(psychicEndpoints.getPsychic, request))).toEqual(data(""));
  });

  test("D38: the offline mode ends if its user leaves, and does not begin for somebody else", async () => {
    await startEarly(luna, client);
    expect(offlineMode()).not.toBeNull();
    signIn(nova);
    expect(offlineMode()).toBeNull();
    await startEarly(luna, client);
    expect(offlineMode()).toBeNull();
  });
});
