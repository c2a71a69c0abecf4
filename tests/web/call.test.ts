import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pictureEndpoints } from "#shared/pictures.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { sessionEndpoints } from "#shared/sessions.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { addressOf } from "#web/api/address.ts";
import { type ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { call, respond } from "#web/api/call.ts";
import { save } from "#web/api/save.ts";
import { lastSessionEnd, onForbidden } from "#web/api/session-end.ts";
import { renewSession, storedSession, storeSession } from "#web/api/stored-session.ts";
import { isWithinReach } from "#web/lib/reach.ts";
import { currentNotices, dismissNotice } from "#web/ui/notice-store.ts";

// The session listens on `window` for sign-ins and sign-outs in other tabs.
vi.hoisted(() => vi.stubGlobal("window", new EventTarget()));

const session = {
  user_id: 3,
  username: "boss",
  first: "Bo",
  manager: null,
  manager_name: null,
  manager_phone: null,
  manager_email: null,
  pay_day: 1,
};

const server = vi.fn<typeof fetch>();

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("location", new URL("http://cos.localhost/dashboard"));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", server);
  storeSession(session);
});

afterEach(() => {
  for (const { id } of currentNotices()) dismissNotice(id);
  server.mockReset();
  vi.unstubAllGlobals();
});

function refuse(status: number, code: string, more: object = {}) {
  const body = JSON.stringify({ type: `urn:problem:${code}`, title: code, status, ...more });
  server.mockResolvedValue(
    new Response(body, { status, headers: { "Content-Type": "application/problem+json" } }),
  );
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error("it succeeded");
    },
    (error: ApiError) => error,
  );

test("the browser's cache stores no answer that the app stores encrypted", async () => {
  server.mockImplementation(async () => new Response("{}"));
  await call(psychicEndpoints.getPsychic, { params: { id: "7" } });
  expect(server.mock.lastCall?.[1]).toMatchObject({ cache: "no-store" });
  await call(psychicEndpoints.getAvailability, { params: { id: "7" } });
  expect(server.mock.lastCall?.[1]).not.toHaveProperty("cache");
});

describe("an address", () => {
  test("has its parameters and query, escaped, and omits undefined values", () => {
    expect(addressOf(psychicEndpoints.getAvailability, { params: { id: "a/b" } })).toBe(
      "/api/psychics/a%2Fb/status",
    );
    expect(
      addressOf(statisticsEndpoints.listStatistics, {
        query: { sort: "alc", limit: undefined, start_date: "2026-01-01" },
      }),
    ).toBe("/api/statistics?sort=alc&start_date=2026-01-01");
  });
});

describe("call", () => {
  test("a GET sends credentials and no content type", async () => {
    server.mockResolvedValue(Response.json({ busy: 3 }));
    expect(await call(psychicEndpoints.countBusy)).toEqual({ busy: 3 });
    const [address, init] = server.mock.calls[0] ?? [];
    expect(address).toBe("/api/psychics/busy");
    expect(init).toMatchObject({ method: "GET", credentials: "include" });
    expect(new Headers(init?.headers).has("Content-Type")).toBe(false);
  });

  test("a picture is sent as a form, whose content type the browser sets", async () => {
    server.mockResolvedValue(new Response(null, { status: 204 }));
    const image = new File(["a picture"], "picture.jpg", { type: "image/jpeg" });
    await call(pictureEndpoints.uploadPicture, { params: { id: "7" }, body: { image } });
    const [address, init] = server.mock.calls[0] ?? [];
    expect(address).toBe("/api/psychics/7/image");
    expect(new Headers(init?.headers).has("Content-Type")).toBe(false);
    const sent = init?.body instanceof FormData ? init.body.get("image") : null;
    expect(sent).toMatchObject({ name: "picture.jpg", size: image.size });
  });

  test("204 is undefined", async () => {
    server.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await call(sessionEndpoints.signOut)).toBeUndefined();
  });

  test("a problem is an ApiError with its code and fields", async () => {
    const errors = [{ path: "old", code: "custom", message: "Password is not correct" }];
    refuse(422, "invalid", { errors });
    const error = await failureOf(call(psychicEndpoints.countBusy));
    expect(error).toMatchObject({ status: 422, code: "invalid", problem: { errors } });
    expect(isCommunicationFailure(error)).toBe(false);
  });

  test.each([
    [502, "unavailable"],
    [503, "unavailable"],
    [500, "internal"],
    [404, "not_found"],
    [418, "not_readable"],
  ])("a page with status %i from a server in between is %s", async (status, code) => {
    server.mockResolvedValue(new Response("<h1>Bad Gateway</h1>", { status }));
    expect(await failureOf(call(psychicEndpoints.countBusy))).toMatchObject({ status, code });
  });

  test("a fault of our own code is neither offline nor the server's (M3)", async () => {
    vi.stubGlobal("AbortSignal", {});
    vi.stubGlobal("navigator", { onLine: true });
    const error = await failureOf(call(psychicEndpoints.countBusy));
    expect(error).toBeInstanceOf(TypeError);
    expect(isCommunicationFailure(error)).toBe(false);
    expect(isWithinReach()).toBe(true);
  });

  test("a caller can abort a call without AbortSignal.any (M3)", async () => {
    vi.stubGlobal("AbortSignal", { timeout: AbortSignal.timeout });
    vi.stubGlobal("navigator", { onLine: true });
    server.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const mine = new AbortController();
    const answer = respond(psychicEndpoints.countBusy, {}, { signal: mine.signal });
    mine.abort(new Error("not wanted any more"));
    await expect(answer).rejects.toThrow("not wanted any more");
    expect(isWithinReach()).toBe(true);
  });

  test("a call without an answer fails as offline", async () => {
    server.mockRejectedValue(new TypeError("Failed to fetch"));
    const error = await failureOf(call(psychicEndpoints.countBusy));
    expect(error).toMatchObject({ status: 0, code: "offline" });
    expect(isCommunicationFailure(error)).toBe(true);
  });
});

describe("D7: 401 and 403", () => {
  test("401 removes the session, and its user is remembered", async () => {
    refuse(401, "not_signed_in");
    await failureOf(call(psychicEndpoints.countBusy));
    expect(storedSession()).toBeNull();
    expect(lastSessionEnd()).toEqual({ userId: 3 });
    await failureOf(call(psychicEndpoints.countBusy));
    expect(lastSessionEnd()).toEqual({ userId: 3 });
  });

  test("401 removes the session also on a page without TLS, which has no locks", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    refuse(401, "not_signed_in");
    await failureOf(call(psychicEndpoints.countBusy));
    expect(storedSession()).toBeNull();
  });

  test("a request is repeated after its 401 if its user is still signed in", async () => {
    server.mockResolvedValueOnce(new Response(null, { status: 401 }));
    server.mockResolvedValueOnce(Response.json(session));
    server.mockResolvedValueOnce(Response.json({ key: "again" }));
    expect(await call(sessionEndpoints.getKeptKey)).toEqual({ key: "again" });
    expect(server.mock.calls.map(([address]) => address)).toEqual([
      "/api/kept_key",
      "/api/sessions/0",
      "/api/kept_key",
    ]);
    expect(storedSession()).toEqual(session);
  });

  test("newer facts about the user do not count as another session", async () => {
    server.mockImplementationOnce(async () => {
      renewSession({ ...session, manager_name: "Ada" });
      return new Response(null, { status: 401 });
    });
    server.mockResolvedValueOnce(Response.json(session));
    server.mockResolvedValueOnce(Response.json({ busy: 3 }));
    expect(await call(psychicEndpoints.countBusy)).toEqual({ busy: 3 });
  });

  test("a 401 ends the session when the cookie is somebody else's", async () => {
    server.mockResolvedValueOnce(new Response(null, { status: 401 }));
    server.mockResolvedValueOnce(Response.json({ ...session, user_id: 4 }));
    await failureOf(call(sessionEndpoints.getKeptKey));
    expect(storedSession()).toBeNull();
  });

  test("a late 401 of the session before does not end the new one", async () => {
    let answer: (response: Response) => void = () => {};
    server.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const asked = failureOf(call(psychicEndpoints.countBusy));
    storeSession(null);
    storeSession(session);
    answer(new Response(null, { status: 401 }));
    await asked;
    expect(storedSession()).toEqual(session);
  });

  test("403 leads to another page and keeps the session", async () => {
    const away = vi.fn();
    const stop = onForbidden(away);
    refuse(403, "not_allowed");
    await failureOf(call(psychicEndpoints.countBusy));
    stop();
    expect(away).toHaveBeenCalledOnce();
    expect(storedSession()).toEqual(session);
  });

  test("a 401 to a sign-in does not end the session", async () => {
    refuse(401, "not_signed_in");
    await failureOf(call(sessionEndpoints.signIn, { body: { username: "x", password: "y" } }));
    expect(storedSession()).toEqual(session);
  });
});

describe("save", () => {
  const body = { email: "a@b.example" };

  test("sends a new key and the version, and returns the new version", async () => {
    server.mockImplementation(
      async () => new Response(null, { status: 204, headers: { ETag: '"8"' } }),
    );
    const first = await save(sessionEndpoints.forgotPassword, { body }, '"7"');
    await save(sessionEndpoints.forgotPassword, { body });
    expect(first).toEqual({ data: undefined, version: '"8"', isWaiting: false });
    const [one, two] = server.mock.calls.map(([, init]) => new Headers(init?.headers));
    expect(one?.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(one?.get("Idempotency-Key")).not.toBe(two?.get("Idempotency-Key"));
    expect(one?.get("If-Match")).toBe('"7"');
    expect(two?.has("If-Match")).toBe(false);
    expect(one?.get("Content-Type")).toBe("application/json");
  });

  test("is sent again under its key until it gets an answer", async () => {
    const keys = () =>
      server.mock.calls.map(([, init]) => new Headers(init?.headers).get("Idempotency-Key"));
    server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await failureOf(save(sessionEndpoints.forgotPassword, { body }));
    server.mockImplementation(async () => new Response(null, { status: 204 }));
    await save(sessionEndpoints.forgotPassword, { body: { email: "other@b.example" } });
    await save(sessionEndpoints.forgotPassword, { body });
    await save(sessionEndpoints.forgotPassword, { body });
    const [lost, other, again, next] = keys();
    expect(again).toBe(lost);
    expect(new Set([lost, other, next]).size).toBe(3);
    // A new session may belong to another user or to another day, so its save gets a new key.
    server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await failureOf(save(sessionEndpoints.forgotPassword, { body }));
    storeSession(null);
    storeSession(session);
    await save(sessionEndpoints.forgotPassword, { body });
    const [before, after] = keys().slice(-2);
    expect(after).not.toBe(before);
    for (const { id } of currentNotices()) dismissNotice(id);
  });

  test("N16: a failing server is reported once; the form shows a refusal", async () => {
    server.mockRejectedValue(new TypeError("Failed to fetch"));
    await failureOf(save(sessionEndpoints.forgotPassword, { body }));
    await failureOf(save(sessionEndpoints.forgotPassword, { body }));
    expect(currentNotices()).toMatchObject([
      { title: "Error Communicating With Server", persistent: true },
    ]);
    for (const { id } of currentNotices()) dismissNotice(id);
    refuse(422, "invalid");
    await failureOf(save(sessionEndpoints.forgotPassword, { body }));
    expect(currentNotices()).toEqual([]);
  });
});
