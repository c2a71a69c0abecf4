import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EndpointData, RequestOf } from "#shared/http/endpoint.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { stateOf } from "#web/advisor/waiting/unsent-words.ts";
import { forgetKey, heldKey, holdKey, type SealingKey } from "#web/api/sealed.ts";
import { lacksConfirmation } from "#web/pwa/outbox/unsent-edits.ts";

const owner = 7;
const params = { id: String(owner) };
const server = vi.fn<typeof fetch>();

interface Sent {
  key: string | undefined;
  version: string | undefined;
  body: unknown;
}
let sent: Sent[];

function noteSent(init: RequestInit | undefined): void {
  const headers = init?.headers as Record<string, string>;
  const body: unknown = JSON.parse(String(init?.body));
  sent.push({ key: headers["Idempotency-Key"], version: headers["If-Match"], body });
}

const problemAnswer = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
) =>
  new Response(JSON.stringify({ type: `urn:problem:${code}`, title: code, status, ...more }), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
const done = (etag?: string) =>
  new Response(null, { status: 204, ...(etag && { headers: { ETag: etag } }) });

/** The server's answers in order; the last one repeats. */
function answers(...given: (() => Response)[]): void {
  let turn = 0;
  server.mockImplementation(async (_, init) => {
    noteSent(init);
    const answer = given[Math.min(turn, given.length - 1)];
    turn += 1;
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
}
const away = () => {
  throw new TypeError("Failed to fetch");
};

const weekFrom = (from: string) => ({
  schedule: [{ day: 1, status: "A" as const, from, to: "12:00" }],
});

/** A tab of the portal: modules of its own, on the same phone. */
async function openTab() {
  vi.resetModules();
  const { queueEdit, dropCovered, sendAgain, sendAllConfirmed } = await import(
    "#web/pwa/outbox/outbox.ts"
  );
  const { queueOf } = await import("#web/pwa/outbox/queue.ts");
  const { sendQueue } = await import("#web/pwa/outbox/send.ts");
  const { followQueue, unsentEdits } = await import("#web/pwa/outbox/unsent-edits.ts");
  const queue = queueOf(owner);
  const askKey = async () => (await heldKey(owner)) as SealingKey;
  const save = <E extends EndpointData>(
    endpoint: E,
    request: RequestOf<E>,
    version?: string,
    isTried = false,
  ) => queueEdit(queue, askKey, { endpoint, request, version, key: crypto.randomUUID(), isTried });
  return {
    queue,
    save,
    report: (details: string) =>
      save(problemEndpoints.reportProblem, { params, body: { details } }),
    week: (from: string, version = '"v1"') =>
      save(scheduleEndpoints.updateSchedule, { params, body: weekFrom(from) }, version),
    profile: (changes: object) =>
      save(profileEndpoints.updateProfile, { params, body: { profile: changes } }, '"p"'),
    phone: (phone_number: string) =>
      save(phoneEndpoints.savePhone, { params, body: { phone: { phone_number } } }, '"t"'),
    entries: () => queue.read(),
    send: (isEager = true) => sendQueue(queue, isEager),
    sendAgain,
    dropCovered,
    /** Its user has given the password. */
    confirmed: async () => {
      const following = followQueue(queue);
      await following.follow();
      await sendAllConfirmed();
      following.stop();
    },
    unsent: async () => {
      const following = followQueue(queue);
      await following.follow();
      const found = unsentEdits();
      following.stop();
      return found;
    },
  };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

let tab: Tab;

beforeEach(async () => {
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
  vi.stubGlobal("fetch", server);
  // One after the other, as the browser's locks do it.
  let turn: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: {
      request: (_: string, work: () => Promise<unknown>) => {
        const mine = turn.then(work);
        turn = mine.catch(() => undefined);
        return mine;
      },
    },
  });
  sent = [];
  await holdKey(owner, new Uint8Array(32));
  tab = await openTab();
  await tab.queue.change(() => []);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.mockReset();
});

describe("an edit that needs the password (B6)", () => {
  const needed = () => problemAnswer(409, "confirmation_needed");

  test("waits for its user; then all such edits are sent again under the same keys", async () => {
    answers(needed, needed, needed);
    await tab.profile({ email: "new@people.example" });
    await tab.phone("2125550101");
    await tab.phone("2125550102");
    await tab.report("The line went dead");
    await tab.send();
    const stuck = (await tab.unsent()).map(({ entry }) => entry.state);
    // The second number waits for the first; other things do not wait.
    expect(stuck).toEqual(["refused", "refused", "waiting", "refused"]);
    const keys = sent.map(({ key }) => key);
    // Nothing is sent again automatically.
    await tab.send();
    expect(sent).toHaveLength(3);

    answers(() => done());
    sent = [];
    await tab.confirmed();
    await tab.send();
    expect(sent).toHaveLength(4);
    expect(sent.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    expect(await tab.entries()).toEqual([]);
  });

  test("says so, and only the password sends it under its own key", async () => {
    answers(needed, () => problemAnswer(409, "state_forbids"));
    await tab.profile({ email: "new@people.example" });
    await tab.send();
    const [unsent] = await tab.unsent();
    expect(unsent && lacksConfirmation(unsent)).toBe(true);
    expect(unsent && stateOf(unsent, false)).toMatch(/^Needs your password/);
    await tab.confirmed();
    await tab.send();
    const [refused] = await tab.unsent();
    expect(refused && lacksConfirmation(refused)).toBe(false);
    expect(refused && stateOf(refused, false)).not.toMatch(/password/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

const detailsOf = ({ body }: Sent) => (body as { details: string }).details;

describe("which edit replaces an earlier one (D40)", () => {
  test("a later save replaces an unsent one, and keeps the version that its user has seen", async () => {
    await tab.week("09:00");
    await tab.week("10:00", '"v1"');
    answers(() => done('"v2"'));
    await tab.send();
    expect(sent).toMatchObject([{ version: '"v1"', body: { schedule: [{ from: "10:00" }] } }]);
    expect(await tab.entries()).toEqual([]);
  });

  test("an edit that the server may have seen stays; the next one is sent on its version", async () => {
    await tab.week("09:00");
    answers(away);
    await tab.send();
    await tab.week("10:00");
    answers(() => done('"v2"'));
    await tab.send();
    expect(sent.map(({ version }) => version)).toEqual(['"v1"', '"v1"', '"v2"']);
    expect(sent[0]?.key).toBe(sent[1]?.key);
  });

  test("a tab that does not show an edit does not undo it: its user is asked", async () => {
    const other = await openTab();
    await tab.week("09:00");
    await other.week("10:00");
    expect(await tab.entries()).toHaveLength(2);
    answers(
      () => done('"v2"'),
      () => problemAnswer(412, "stale_version", { ETag: '"v2"' }),
    );
    await tab.send();
    expect(sent.map(({ version }) => version)).toEqual(['"v1"', '"v1"']);
    expect(await tab.entries()).toMatchObject([{ state: "conflict" }]);
  });

  test("a stuck schedule stays for its psychic to decide, whatever is saved after it", async () => {
    await tab.week("09:00");
    answers(() => problemAnswer(412, "stale_version", { ETag: '"v2"' }));
    await tab.send();
    const [stuck] = await tab.entries();
    const request = { params, body: weekFrom("10:00") };
    await tab.unsent();
    await tab.dropCovered(tab.queue, scheduleEndpoints.updateSchedule, request);
    await tab.week("10:00", '"v2"');
    expect(await tab.entries()).toMatchObject([stuck, { state: "waiting" }]);
  });

  test("only an edit with all of its fields replaces a stuck profile", async () => {
    await tab.profile({ email: "x", zip: "1" });
    answers(() => problemAnswer(422, "invalid"));
    await tab.send();
    await tab.profile({ zip: "2" });
    expect((await tab.unsent()).map(({ edit }) => edit?.request.body)).toEqual([
      { profile: { email: "x", zip: "1" } },
      { profile: { zip: "2" } },
    ]);
    // Nor does a save that the server applied at once.
    const request = { params, body: { profile: { zip: "3" } } };
    await tab.unsent();
    await tab.dropCovered(tab.queue, profileEndpoints.updateProfile, request);
    expect(await tab.entries()).toHaveLength(2);
  });
});

describe("sending", () => {
  const elsewhere = [
    ["no answer", away],
    ["a gateway", () => new Response("<html>", { status: 502 })],
    ["a page where a network wants a sign-in", () => new Response("<html>", { status: 200 })],
    ["a refusal by something between", () => new Response("<html>", { status: 403 })],
    ["the server, for now", () => problemAnswer(503, "unavailable")],
  ] as const;
  test.each(elsewhere)(
    "after %s nothing is lost, and no other edit is tried",
    async (_, answer) => {
      await tab.report("first");
      await tab.report("second");
      answers(answer);
      expect(await tab.send()).toMatchObject({ isAway: true, isSignedOut: false });
      expect(sent).toHaveLength(1);
      expect(await tab.entries()).toMatchObject([
        { state: "waiting", tries: 1 },
        { state: "waiting", tries: 0 },
      ]);
      // The failed edit does not delay the rest.
      answers(() => done());
      await tab.send();
      expect(sent.map(detailsOf)).toEqual(["first", "second", "first"]);
      expect(sent[0]?.key).toBe(sent[2]?.key);
    },
  );

  test("an edit that the server fails on delays no other", async () => {
    for (const details of ["poisoned", "second", "third"]) await tab.report(details);
    answers(
      () => problemAnswer(500, "internal"),
      () => done(),
    );
    expect(await tab.send()).toMatchObject({ isAway: false });
    expect(await tab.unsent()).toMatchObject([
      { edit: { request: { body: { details: "poisoned" } } } },
    ]);
  });

  test("an edit behind a stuck one is not retried", async () => {
    await tab.week("09:00");
    answers(away);
    await tab.send();
    await tab.week("10:00");
    answers(() => problemAnswer(412, "stale_version"));
    expect(await tab.send()).toMatchObject({ pause: null });
    expect(await tab.entries()).toMatchObject([{ state: "conflict" }, { state: "waiting" }]);
  });

  test("a PIN in the server's present version is not stored", async () => {
    await tab.profile({ email: "x" });
    const current = { email: "y", pin: "4711" };
    answers(() => problemAnswer(412, "stale_version", { ETag: '"v2"' }, { current }));
    await tab.send();
    const [unsent] = await tab.unsent();
    expect(unsent?.stuck?.problem?.current).toEqual({ email: "y", pin: null });
  });

  test("a sign-out in the middle stops the sending", async () => {
    for (const details of ["first", "second", "third"]) await tab.report(details);
    server.mockImplementation(async (_, init) => {
      noteSent(init);
      await forgetKey();
      return done();
    });
    expect(await tab.send()).toMatchObject({ isSignedOut: false });
    expect(sent.map(detailsOf)).toEqual(["first"]);
    expect(await tab.entries()).toHaveLength(2);
  });

  test.each([
    ["set back by 3 days", -72],
    ["set back by 2 hours", -2],
    ["put forward by 3 days", 72],
  ])("a clock that was %s delays nothing, and lets nothing expire", async (_, hours) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await tab.report("first");
    answers(away);
    await tab.send();
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    answers(() => done());
    await tab.send(false);
    expect(await tab.entries()).toEqual([]);
  });

  test("Send now does not shorten a pause that the server asked for", async () => {
    await tab.report("first");
    answers(() => problemAnswer(429, "too_many", { "Retry-After": "20" }));
    const { pause } = await tab.send();
    expect(pause).toBeGreaterThan(15_000);
    await tab.send();
    expect(sent).toHaveLength(1);
  });
});

describe("its user", () => {
  test("sends an expired edit again under its own key", async () => {
    await tab.report("first");
    answers(away);
    await tab.send();
    const [entry] = await tab.entries();
    await tab.queue.changeEntry(entry?.id ?? "", () => ({ madeAt: Date.now() - 15 * 86_400_000 }));
    await tab.send();
    const [unsent] = await tab.unsent();
    if (!unsent) throw new Error("It is gone");
    expect(unsent.entry.state).toBe("expired");
    await tab.sendAgain(unsent);
    answers(() => done());
    await tab.send();
    expect(sent.map(({ key }) => key)).toEqual([entry?.key, entry?.key]);
  });

  test("sends an edit again in two tabs, and it goes out once", async () => {
    await tab.report("first");
    answers(() => problemAnswer(422, "invalid"));
    await tab.send();
    const [unsent] = await tab.unsent();
    if (!unsent) throw new Error("It is gone");
    await tab.sendAgain(unsent);
    const [entry] = await tab.entries();
    await tab.sendAgain(unsent);
    expect(await tab.entries()).toEqual([entry]);
  });
});

test("two reads of the queue at once: each ends when its edits are known", async () => {
  await tab.week("09:00");
  const { followQueue, areEditsKnown } = await import("#web/pwa/outbox/unsent-edits.ts");
  const following = followQueue(tab.queue);
  const first = following.follow();
  void following.follow();
  await first;
  expect(areEditsKnown()).toBe(true);
  following.stop();
});

test("screens are told of an edit that another tab queued, and of its end", async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  const { startSender } = await import("#web/pwa/outbox/sender.ts");
  const { followQueue } = await import("#web/pwa/outbox/unsent-edits.ts");
  const onChange = vi.fn();
  const following = followQueue(tab.queue);
  const sender = startSender({ queue: tab.queue, isSignedIn: () => false, onChange });
  await following.follow();
  expect(onChange).not.toHaveBeenCalled();

  const other = await openTab();
  await other.week("09:00");
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  await other.queue.change(() => []);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  sender.stop();
  following.stop();
});

test("the sender tries again, though its timer comes a little early", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.spyOn(performance, "now").mockReturnValue(0);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
  const session = { user_id: owner, username: "luna", manager: null, pay_day: 1 };
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session) });
  const { startSender } = await import("#web/pwa/outbox/sender.ts");
  await tab.report("first");
  answers(away, () => done());
  const sender = startSender({
    queue: tab.queue,
    isSignedIn: () => true,
    onChange: () => undefined,
  });
  await sender.send();
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect(await tab.entries()).toEqual([]));
  sender.stop();
  expect(sent).toHaveLength(2);
  vi.restoreAllMocks();
});

test("a 401 ends the session here too, though newer facts about its user came in between", async () => {
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
  await tab.report("first");
  server.mockImplementation(async () => {
    renewSession({ ...session, manager_name: "Bea" });
    return problemAnswer(401, "not_signed_in");
  });
  const sender = startSender({
    queue: tab.queue,
    isSignedIn: () => true,
    onChange: () => undefined,
  });
  await sender.send();
  sender.stop();
  expect(storedSession()).toBeNull();
  expect(await tab.entries()).toMatchObject([{ state: "waiting" }]);
});
