import { beforeEach, describe, expect, test, vi } from "vitest";
import { problemEndpoints } from "#shared/problems.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { sessionEndpoints } from "#shared/sessions.ts";
import { call } from "#web/api/call.ts";
import { followInput } from "#web/api/follow-input.ts";
import { save } from "#web/api/save.ts";
import { setUpOutbox } from "./fixtures/outbox.ts";

const page = vi.hoisted(() => {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  return { window, document: { visibilityState: "visible" } };
});

// Runs before the set-up of the outbox, which needs these globals.
beforeEach(() => {
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.document);
});
const fixture = setUpOutbox();
let now = 0;
followInput();

const touch = (type: string) => page.window.dispatchEvent(new Event(type));
const isMarked = () => {
  const { headers } = fixture.server.mock.lastCall?.[1] ?? {};
  return new Headers(headers).get("X-Background") === "1";
};

beforeEach(() => {
  page.document.visibilityState = "visible";
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  fixture.server.mockImplementation(async () => Response.json({}));
  touch("click");
});

describe("D17: the user's action extends the session", () => {
  const signIn = { username: "luna", password: "correct horse battery staple" };
  test.each([
    ["a sign-in", () => call(sessionEndpoints.signIn, { body: signIn })],
    ["a sign-out", () => call(sessionEndpoints.signOut)],
    [
      "a save",
      () => save(problemEndpoints.reportProblem, { params: { id: "7" }, body: { details: "x" } }),
    ],
    ["a screen's data", () => call(psychicEndpoints.countBusy)],
  ])("%s", async (_, action) => {
    await action();
    expect(fixture.server).toHaveBeenCalled();
    expect(isMarked()).toBe(false);
  });
});

describe("D17: requests that the user did not cause never extend the session", () => {
  test("a request of a hidden page", async () => {
    page.document.visibilityState = "hidden";
    await call(psychicEndpoints.countBusy);
    expect(isMarked()).toBe(true);
  });

  test("a request of a page that nobody has touched for a minute", async () => {
    now += 59_000;
    await call(psychicEndpoints.countBusy);
    expect(isMarked()).toBe(false);
    now += 1_000;
    await call(psychicEndpoints.countBusy);
    expect(isMarked()).toBe(true);
  });

  test.each(["keydown", "popstate", "visibilitychange"])(
    "a request after an idle hour, until a %s",
    async (type) => {
      now += 3_600_000;
      await call(psychicEndpoints.countBusy);
      expect(isMarked()).toBe(true);
      touch(type);
      await call(psychicEndpoints.countBusy);
      expect(isMarked()).toBe(false);
    },
  );

  test("an edit that the worker sends", async () => {
    vi.stubGlobal("document", undefined);
    await fixture.tab.report("in the tunnel");
    await fixture.tab.send();
    expect(fixture.server).toHaveBeenCalledOnce();
    expect(isMarked()).toBe(true);
  });
});
