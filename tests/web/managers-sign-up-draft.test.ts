import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdKey } from "#web/api/sealed.ts";
import { managersSignUpDraft } from "#web/signup/managers-sign-up-draft.ts";

const userId = 7;
const session = { user_id: userId, username: "max", manager: 1, pay_day: 1 };

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("R44: a removed draft stays removed, even if a text is being stored", async () => {
  await holdKey(userId, new Uint8Array(32));
  const draft = managersSignUpDraft(userId);
  await draft.put({ first: "Stella" });
  expect(await draft.read()).toEqual({ first: "Stella" });
  const late = draft.put({ first: "Stella Maris" });
  await draft.remove();
  await late;
  expect(await draft.read()).toBeNull();
});

test("R44: removing a draft does not wait for the server's key", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const draft = managersSignUpDraft(userId);
  void draft.put({ first: "Stella" });
  await draft.remove();
  await holdKey(userId, new Uint8Array(32));
  expect(await draft.read()).toBeNull();
});

test("texts that are typed before the server's key arrives ask for it once", async () => {
  const sealingKey = vi.fn(() => new Promise(() => undefined));
  vi.doMock("#web/api/sealing-key.ts", () => ({ sealingKey }));
  vi.resetModules();
  const { managersSignUpDraft } = await import("#web/signup/managers-sign-up-draft.ts");
  vi.doUnmock("#web/api/sealing-key.ts");
  const draft = managersSignUpDraft(userId);
  for (const first of ["S", "St", "Ste"]) void draft.put({ first });
  expect(sealingKey).toHaveBeenCalledExactlyOnceWith(userId);
});
