import { beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("navigator", { onLine: true });
});

import { askForSession } from "#web/api/follow-session.ts";
import {
  renewSession,
  sessionMark,
  storedSession,
  storeSession,
  watchUser,
} from "#web/api/stored-session.ts";

const session = {
  user_id: 7,
  username: "luna",
  first: "Luna",
  manager: 2,
  manager_name: "Bo Boss",
  manager_phone: "2125550100",
  manager_email: "bo@portal.example",
  pay_day: 1,
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
});

test("the stored session gets its user's new manager, and stays the same session (G4)", async () => {
  storeSession(session);
  const mark = sessionMark();
  const now = { ...session, manager: 3, manager_name: "Ada Boss", pay_day: 4 };
  const server = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(now)));
  vi.stubGlobal("fetch", server);
  await askForSession();
  expect(storedSession()).toEqual(now);
  expect(sessionMark()).toBe(mark);
  expect(server.mock.lastCall?.[1]?.headers).toMatchObject({ "X-Background": "1" });

  // A second call soon afterwards makes no request.
  await askForSession();
  expect(server).toHaveBeenCalledOnce();
});

test("another user, or none, is reported; newer facts and the same user's sign-in are not", () => {
  const reported: [userId: number | undefined, isElsewhere: boolean][] = [];
  storeSession(session);
  const stop = watchUser((isElsewhere) => reported.push([storedSession()?.user_id, isElsewhere]));
  renewSession({ ...session, manager_name: "Ada" });
  storeSession(session);
  expect(reported).toEqual([]);

  localStorage.setItem("user", JSON.stringify({ ...session, user_id: 8 }));
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "user" }));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  storeSession(null);
  expect(reported).toEqual([
    [8, true],
    [undefined, false],
  ]);
  stop();
  storeSession(session);
  expect(reported).toHaveLength(2);
});
