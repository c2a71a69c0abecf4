import { onlineManager } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type Answer, startOfflineMode } from "#web/api/offline.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { holdKey } from "#web/api/sealed.ts";
import { answerFor } from "#web/pwa/kept/kept-answers.ts";
import { readingsOf } from "#web/pwa/kept/kept-readings.ts";
import { keptStore } from "#web/pwa/kept/kept-store.ts";
import {
  currentNotices,
  dismissCommunicationFailure,
  dismissNotice,
  showCommunicationFailure,
} from "#web/ui/notice-store.ts";

const userId = 7;
const session = { user_id: userId, username: "luna", manager: 2, pay_day: 1 };
const store = keptStore(userId);
const client = createQueryClient();

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (key === "user" ? JSON.stringify(session) : null),
  });
  for (const { id } of currentNotices()) dismissNotice(id);
  await holdKey(userId, new Uint8Array(32));
  // The code counts 60 days from today, and a day may end while the tests run.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
});
// Test files share TanStack Query. Without this, the timer of query-client.ts would go on, and
// queries of other files would wait.
afterAll(() => {
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(true);
});

const away = async (): Promise<Answer> => {
  throw new ApiError(0, "offline");
};

const readingsFrom = (daysAgo: number) => {
  const today = newYorkDay(Date.now());
  return {
    params: { id: "7" },
    query: { start_date: addDays(today, -daysAgo), end_date: addDays(today, 6 - daysAgo) },
  };
};
const empty: Answer = { data: { readings: [], summary: {}, total: 0 }, version: null };

test("readings that were just shown can be read offline at once (J3)", async () => {
  const request = readingsFrom(6);
  const queryKey = ["GET", readingEndpoints.listReadings.path, request];
  const context = { client, queryKey, signal: new AbortController().signal };
  const answer = answerFor(store, Promise.resolve());
  await answer(readingEndpoints.listReadings, request, context, async () => empty);
  await vi.waitFor(async () => expect(await store.read("readings-shown")).not.toBeNull(), {
    timeout: 10_000,
  });

  const later = await answer(readingEndpoints.listReadings, request, context, away);
  expect(later.data).toEqual(empty.data);
  const other = readingsFrom(50);
  const others = { ...context, queryKey: ["GET", readingEndpoints.listReadings.path, other] };
  await expect(answer(readingEndpoints.listReadings, other, others, away)).rejects.toMatchObject({
    code: "offline",
  });
});

test("offline, a clock that is ahead for a while removes no kept answer (D38)", async () => {
  const now = Date.now();
  const eightDays = 8 * 86_400_000;
  const readAt = (time: number) => {
    vi.setSystemTime(time);
    return store.read("schedule");
  };
  await store.keep("schedule", ["Monday"]);
  vi.stubGlobal("navigator", { onLine: false });
  expect(await readAt(now + eightDays)).toBeNull();
  expect(await readAt(now)).toMatchObject({ value: ["Monday"] });
  vi.stubGlobal("navigator", { onLine: true });
  expect(await readAt(now + eightDays)).toBeNull();
  expect(await readAt(now)).toBeNull();
});

test("readings of more than 60 days ago are shown but not kept (D38)", async () => {
  const answer = answerFor(store, Promise.resolve());
  const showAll = async (daysAgo: number) => {
    const request = readingsFrom(daysAgo);
    const queryKey = ["GET", readingEndpoints.listReadings.path, request];
    const context = { client, queryKey, signal: new AbortController().signal };
    await answer(readingEndpoints.listReadings, request, context, async () => empty);
    return request.query.start_date;
  };
  const kept = async () => JSON.stringify((await store.read("readings-shown"))?.value);
  const old = await showAll(70);
  const recent = await showAll(60);
  await vi.waitFor(async () => expect(await kept()).toContain(recent), {
    timeout: 10_000,
  });
  await showAll(70);
  await store.keep("another", "kept after it");
  expect(await kept()).not.toContain(old);
});

test("offline, Member sorts as on the server: in any letter case, equal names by date (G11)", () => {
  const reading = (username: string, call_date: string) =>
    ({ username, call_date, revenue: 0 }) as Partial<Reading> as Reading;
  const kept = [
    reading("Bea", "2026-06-12T15:00:00Z"),
    reading("ada", "2026-06-11T15:00:00Z"),
    reading("Zoe", "2026-06-10T15:00:00Z"),
    reading("bea", "2026-06-09T15:00:00Z"),
  ];
  const names = (order: string) =>
    readingsOf(kept, { sort: "username", order }).readings.map(({ username }) => username);
  expect(names("asc")).toEqual(["ada", "Bea", "bea", "Zoe"]);
  expect(names("desc")).toEqual(["Zoe", "Bea", "bea", "ada"]);
});

describe("F8: in offline mode", () => {
  const ask = () =>
    client
      .fetchQuery({ queryKey: [crypto.randomUUID()], queryFn: away, retry: false })
      .catch(() => undefined);

  test("a read without an answer shows no notice; outside this mode it shows one", async () => {
    await ask();
    expect(currentNotices()).toHaveLength(1);
    dismissCommunicationFailure();
    const stop = startOfflineMode({} as Parameters<typeof startOfflineMode>[0]);
    await ask();
    stop();
    expect(currentNotices()).toEqual([]);
  });

  test("dismissCommunicationFailure closes the notice of a failed save", () => {
    showCommunicationFailure();
    dismissCommunicationFailure();
    expect(currentNotices()).toEqual([]);
  });
});
