import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountEndpoints } from "#shared/accounts.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { save } from "#web/api/save.ts";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

// The session listens on `window` for sign-ins and sign-outs in other tabs.
vi.hoisted(() => vi.stubGlobal("window", new EventTarget()));

const server = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", server);
  server.mockReset();
  server.mockImplementation(async () => new Response(null, { status: 204 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const { id } of currentNotices()) dismissNotice(id);
});

const keys = () =>
  server.mock.calls.map(([, init]) => new Headers(init?.headers).get("Idempotency-Key"));
const set = (code: "O" | "U", from: "O" | "U") =>
  save(accountEndpoints.setAvailability, { params: { id: "7" }, body: { code, from } });
const loseAnswer = async () => {
  server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(set("U", "O")).rejects.toThrow();
};

test("a status gets a new key once another one was saved in between", async () => {
  await loseAnswer();
  await set("O", "U");
  await set("U", "O");
  expect(new Set(keys()).size).toBe(3);
});

test("a status keeps its key for a minute; a later save gets a new one, because the old status may be there again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await loseAnswer();
  vi.setSystemTime(Date.now() + 59_000);
  await loseAnswer();
  vi.setSystemTime(Date.now() + 2_000);
  await set("U", "O");
  const [first, soon, late] = keys();
  expect(soon).toBe(first);
  expect(late).not.toBe(first);
});

test("an e-mail setting, which names no old value, keeps its key for a minute, too", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const turnOn = () =>
    save(accountEndpoints.setAutoEmail, { params: { id: "7" }, body: { autoEmail: true } });
  server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(turnOn()).rejects.toThrow();
  vi.setSystemTime(Date.now() + 61_000);
  await turnOn();
  expect(new Set(keys()).size).toBe(2);
});

test("a problem report keeps its key until it is answered, whatever else is sent", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const report = (details: string) =>
    save(problemEndpoints.reportProblem, {
      params: { id: "7" },
      body: { category: "Other", details },
    });
  server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(report("one")).rejects.toThrow();
  await report("two");
  vi.setSystemTime(Date.now() + 3_600_000);
  await report("one");
  const [lost, other, again] = keys();
  expect(again).toBe(lost);
  expect(other).not.toBe(lost);
});
