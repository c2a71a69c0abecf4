import { indexedDB } from "fake-indexeddb";
import { createStore, get, set } from "idb-keyval";
import { beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("location", new URL("http://cos.localhost/psychic"));
});

import { readDraft } from "#web/api/drafts.ts";
import { heldKey } from "#web/api/sealed.ts";
import { forgetOthersKey } from "#web/api/sealing-key.ts";
import { keptStore, wipeOthersAnswers } from "#web/pwa/kept/kept-store.ts";
import { heldQueue, queueOf } from "#web/pwa/outbox/queue.ts";
import { followQueue, unsentEdits } from "#web/pwa/outbox/unsent-edits.ts";

// The data of an earlier release on a phone, as that release wrote it. The names and shapes below
// must not change when the code changes.
const luna = 7;
const nova = 8;
let key: CryptoKey;

const sealed = async (value: unknown) => {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, text);
  return { nonce, bytes };
};

const edit = {
  endpoint: { method: "POST", path: "/psychics/{id}/problem" },
  request: { params: { id: "7" }, body: { details: "The line went dead" } },
};
const entry = async (owner: number, id: string) => ({
  id,
  owner,
  key: "9f1f0f6e-2f0b-4a58-9d55-8f6f3f2a4c11",
  thing: id,
  version: null,
  isBlind: false,
  sealed: await sealed(edit),
  madeAt: Date.now(),
  state: "waiting",
  tries: 1,
  notBefore: 0,
  isAskedToWait: false,
  stuck: null,
});

const answer = { data: { schedule: [], total: 0 }, version: '"v1"' };
const answerName = '["GET","/psychics/{id}/schedule",{"id":"7"},{}]';

const signIn = (userId: number | null) => {
  const session = { user_id: userId, username: "someone", manager: 2, pay_day: 1 };
  const text = userId === null ? null : JSON.stringify(session);
  vi.stubGlobal("localStorage", { getItem: (name: string) => (name === "user" ? text : null) });
};

const outbox = createStore("outbox", "edits");
const answers = createStore("kept", "answers");

beforeEach(async () => {
  vi.stubGlobal("indexedDB", indexedDB);
  const bytes = new Uint8Array(32);
  key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  await set("kept-key", { userId: luna, key });
  await set("draft:7:/psychic/problem#problem", { sealed: await sealed({ values: { a: 1 } }) });
  await set("queue", [await entry(nova, "n"), await entry(luna, "l")], outbox);
  for (const owner of [luna, nova]) {
    const copy = { at: Date.now(), sealed: await sealed(answer) };
    await set(`${owner}:${answerName}`, copy, answers);
  }
  signIn(luna);
});

test("an unsent edit can be read, and only its owner's queue has it", async () => {
  const queue = await heldQueue();
  if (!queue) throw new Error("nobody's key is held");
  const following = followQueue(queue);
  await following.follow();
  expect(unsentEdits()).toMatchObject([
    { entry: { id: "l" }, edit, thing: { name: "problem" }, stuck: null },
  ]);
  following.stop();
  expect(await queueOf(nova).read()).toMatchObject([{ id: "n" }]);
});

test("changes to a user's queue leave other users' edits alone", async () => {
  const mine = queueOf(luna);
  await mine.change((entries) => {
    expect(entries.map(({ id }) => id)).toEqual(["l"]);
    return entries.map((one) => ({ ...one, owner: nova, tries: 2 }));
  });
  await mine.changeEntry("n", () => ({ state: "refused" }));
  await mine.remove("n");
  expect(await mine.read()).toMatchObject([{ id: "l", owner: luna, tries: 2 }]);
  await mine.change(() => []);
  expect(await get("queue", outbox)).toMatchObject([{ id: "n", state: "waiting", owner: nova }]);
});

test("a stored answer and a draft can be read", async () => {
  expect(await keptStore(luna).read(answerName)).toMatchObject({ value: answer });
  expect(await readDraft(luna, "/psychic/problem#problem")).toEqual({ values: { a: 1 } });
});

test("another user's sign-in wipes the earlier user's key and answers, but no unsent edits", async () => {
  signIn(nova);
  await forgetOthersKey();
  await wipeOthersAnswers();
  expect(await heldKey()).toBeNull();
  expect(await get(`7:${answerName}`, answers)).toBeUndefined();
  expect(await get(`8:${answerName}`, answers)).toBeDefined();
  expect(await queueOf(luna).key()).toBeNull();
  expect(await queueOf(luna).read()).toHaveLength(1);
});

test("a page wipes nothing if it learns late that its own user signed in", async () => {
  await forgetOthersKey();
  await wipeOthersAnswers();
  expect(await heldKey(luna)).not.toBeNull();
  expect(await get(`7:${answerName}`, answers)).toBeDefined();
});

test("a sign-out wipes the keys and answers of all users", async () => {
  signIn(null);
  await forgetOthersKey();
  await wipeOthersAnswers();
  expect(await heldKey()).toBeNull();
  expect(await get(`7:${answerName}`, answers)).toBeUndefined();
  expect(await get(`8:${answerName}`, answers)).toBeUndefined();
});
