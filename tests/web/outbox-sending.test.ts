import { describe, expect, test, vi } from "vitest";
import { forgetKey } from "#web/api/sealed.ts";
import {
  away,
  done,
  openTab,
  owner,
  problemAnswer,
  type Sent,
  setUpOutbox,
} from "./fixtures/outbox.ts";

const fixture = setUpOutbox();
const { server, sent, noteSent, answers } = fixture;

const detailsOf = ({ body }: Sent) => (body as { details: string }).details;

describe("sending", () => {
  const elsewhere = [
    ["no answer", away],
    ["a gateway", () => new Response("<html>", { status: 502 })],
    ["a network's sign-in page", () => new Response("<html>", { status: 200 })],
    ["a refusal by a server in between", () => new Response("<html>", { status: 403 })],
    ["a temporary refusal", () => problemAnswer(503, "unavailable")],
  ] as const;
  test.each(elsewhere)(
    "after %s no edit is lost, and no other edit is tried",
    async (_, answer) => {
      await fixture.tab.report("first");
      await fixture.tab.report("second");
      answers(answer);
      expect(await fixture.tab.send()).toMatchObject({ isAway: true, isSignedOut: false });
      expect(sent).toHaveLength(1);
      expect(await fixture.tab.entries()).toMatchObject([
        { state: "waiting", tries: 1 },
        { state: "waiting", tries: 0 },
      ]);
      // The failed edit does not delay the rest.
      answers(() => done());
      await fixture.tab.send();
      expect(sent.map(detailsOf)).toEqual(["first", "second", "first"]);
      expect(sent[0]?.key).toBe(sent[2]?.key);
    },
  );

  test("an edit on which the server fails delays no other", async () => {
    for (const details of ["poisoned", "second", "third"]) await fixture.tab.report(details);
    answers(
      () => problemAnswer(500, "internal"),
      () => done(),
    );
    expect(await fixture.tab.send()).toMatchObject({ isAway: false });
    expect(await fixture.tab.unsent()).toMatchObject([
      { edit: { request: { body: { details: "poisoned" } } } },
    ]);
  });

  test("an edit behind a stuck one is not retried", async () => {
    await fixture.tab.week("09:00");
    answers(away);
    await fixture.tab.send();
    await fixture.tab.week("10:00");
    answers(() => problemAnswer(412, "stale_version"));
    expect(await fixture.tab.send()).toMatchObject({ pause: null });
    expect(await fixture.tab.entries()).toMatchObject([
      { state: "conflict" },
      { state: "waiting" },
    ]);
  });

  test("a PIN in the server's current version is not stored", async () => {
    await fixture.tab.profile({ email: "x" });
    const current = { email: "y", pin: "4711" };
    answers(() => problemAnswer(412, "stale_version", { ETag: '"v2"' }, { current }));
    await fixture.tab.send();
    const [unsent] = await fixture.tab.unsent();
    expect(unsent?.stuck?.problem?.current).toEqual({ email: "y", pin: null });
  });

  test("a sign-out stops the sending", async () => {
    for (const details of ["first", "second", "third"]) await fixture.tab.report(details);
    server.mockImplementation(async (_, init) => {
      noteSent(init);
      await forgetKey();
      return done();
    });
    expect(await fixture.tab.send()).toMatchObject({ isSignedOut: false });
    expect(sent.map(detailsOf)).toEqual(["first"]);
    expect(await fixture.tab.entries()).toHaveLength(2);
  });

  test.each([
    ["set back by 3 days", -72],
    ["set back by 2 hours", -2],
    ["put forward by 3 days", 72],
  ])("a clock that was %s delays no edit and makes none expire", async (_, hours) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await fixture.tab.report("first");
    answers(away);
    await fixture.tab.send();
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    answers(() => done());
    await fixture.tab.send(false);
    expect(await fixture.tab.entries()).toEqual([]);
  });

  test("Send now does not shorten a pause that the server asked for", async () => {
    await fixture.tab.report("first");
    answers(() => problemAnswer(429, "too_many", { "Retry-After": "20" }));
    const { pause } = await fixture.tab.send();
    expect(pause).toBeGreaterThan(15_000);
    await fixture.tab.send();
    expect(sent).toHaveLength(1);
  });
});

test("screens learn when another tab queues an edit, and when it is gone", async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  const { startSender } = await import("#web/pwa/outbox/sender.ts");
  const { followQueue } = await import("#web/pwa/outbox/unsent-edits.ts");
  const onChange = vi.fn();
  const following = followQueue(fixture.tab.queue);
  const sender = startSender({ queue: fixture.tab.queue, isSignedIn: () => false, onChange });
  await following.follow();
  expect(onChange).not.toHaveBeenCalled();

  const other = await openTab();
  await other.week("09:00");
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  await other.queue.change(() => []);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  sender.stop();
  following.stop();
});

test("the sender tries again even if its timer fires a little early", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.spyOn(performance, "now").mockReturnValue(0);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  const session = { user_id: owner, username: "luna", manager: null, pay_day: 1 };
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session) });
  const { startSender } = await import("#web/pwa/outbox/sender.ts");
  await fixture.tab.report("first");
  answers(away, () => done());
  const sender = startSender({
    queue: fixture.tab.queue,
    isSignedIn: () => true,
    onChange: () => undefined,
  });
  await sender.send();
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect(await fixture.tab.entries()).toEqual([]), {
    timeout: 10_000,
  });
  sender.stop();
  expect(sent).toHaveLength(2);
});

test("a 401 ends the session even if the session's facts changed during the request", async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  const { renewSession, storedSession, storeSession } = await import("#web/api/stored-session.ts");
  const session = {
    ...{ user_id: owner, username: "luna", first: "Luna", pay_day: 1 },
    ...{ manager: 2, manager_name: "Ada", manager_phone: null, manager_email: null },
  };
  storeSession(session);
  const { startSender } = await import("#web/pwa/outbox/sender.ts");
  await fixture.tab.report("first");
  server.mockImplementation(async () => {
    renewSession({ ...session, manager_name: "Bea" });
    return problemAnswer(401, "not_signed_in");
  });
  const sender = startSender({
    queue: fixture.tab.queue,
    isSignedIn: () => true,
    onChange: () => undefined,
  });
  await sender.send();
  sender.stop();
  expect(storedSession()).toBeNull();
  expect(await fixture.tab.entries()).toMatchObject([{ state: "waiting" }]);
});
