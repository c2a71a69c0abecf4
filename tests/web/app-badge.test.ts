import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, EntryState } from "#web/pwa/outbox/entry.ts";

const luna = 7;
const nova = 8;
const setAppBadge = vi.fn(async (_count: number) => undefined);
const shown = () => setAppBadge.mock.lastCall?.[0];

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", { setAppBadge });
  setAppBadge.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

/** The modules of a page or a worker that has just started, on the same phone. */
async function start() {
  vi.resetModules();
  const { queueOf } = await import("#web/pwa/outbox/queue.ts");
  const { holdKey, forgetKey } = await import("#web/api/sealed.ts");
  const { followQueue } = await import("#web/pwa/outbox/unsent-edits.ts");
  const { showBadge } = await import("#web/pwa/worker/app-badge.ts");
  const { followBadge } = await import("#web/pwa/push/follow-badge.ts");
  return {
    showBadge,
    followBadge,
    forgetKey,
    followQueue: () => followQueue(queueOf(luna)),
    signIn: (userId: number) => holdKey(userId, new Uint8Array(32)),
    /** Replaces a user's unsent edits by some in these states. */
    edits: (userId: number, ...states: EntryState[]) =>
      queueOf(userId).change(() =>
        states.map((state, index) => ({ id: `${userId}-${index}`, state, sealed: {} }) as Entry),
      ),
  };
}

test("R73: the badge counts unanswered calls and stuck edits, not edits that only wait", async () => {
  const { showBadge, signIn, edits } = await start();
  await signIn(luna);
  await edits(luna, "waiting", "refused", "sending", "conflict", "expired");
  await edits(nova, "refused");
  await showBadge(2);
  expect(shown()).toBe(5);
  // The worker, which starts anew for each push, still knows the calls.
  const later = await start();
  await later.edits(luna, "refused");
  await later.showBadge(null);
  expect(shown()).toBe(3);
  await later.showBadge(0);
  expect(shown()).toBe(1);
});

test("R73: while nobody is signed in, the badge is empty", async () => {
  const { showBadge, signIn, edits, forgetKey } = await start();
  await signIn(luna);
  await edits(luna, "refused");
  await showBadge(2);
  await forgetKey();
  await showBadge(null);
  expect(shown()).toBe(0);
});

test("R73: a page that is looked at leaves only the stuck edits, and its end empties the badge", async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  vi.stubGlobal("document", page);
  const { followBadge, followQueue, showBadge, signIn, edits } = await start();
  await signIn(luna);
  await edits(luna, "refused", "waiting");
  await showBadge(2);
  const queue = followQueue();
  const stop = followBadge();
  await queue.follow();
  // A page in the background shows nobody the calls.
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenCalledTimes(2));
  expect(shown()).toBe(3);
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(shown()).toBe(1));
  await edits(luna, "refused", "conflict");
  await vi.waitFor(() => expect(shown()).toBe(2));
  // A call that comes while the page is looked at has been seen when the page becomes hidden.
  await showBadge(1);
  expect(shown()).toBe(3);
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(shown()).toBe(2));
  queue.stop();
  stop();
  await vi.waitFor(() => expect(shown()).toBe(0));
  // The next psychic on this phone inherits no calls.
  await signIn(nova);
  await showBadge(null);
  expect(shown()).toBe(0);
  page.dispatchEvent(new Event("visibilitychange"));
  await edits(luna, "refused");
  expect(shown()).toBe(0);
});

test("R73: a page that its psychic opens counts no call as unanswered", async () => {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const { followBadge, showBadge, signIn } = await start();
  await signIn(luna);
  await showBadge(2);
  followBadge();
  await vi.waitFor(() => expect(shown()).toBe(0));
});

test("a device without badges is left alone", async () => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const { showBadge, followBadge } = await start();
  await expect(showBadge(1)).resolves.toBeUndefined();
  followBadge()();
});
