import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedSession } from "#web/api/stored-session.ts";
import { readReturnAddress } from "#web/lib/return-address.ts";

let text: string | null = null;

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => text });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["an older form", '{"id": 3}'],
  ["null", "null"],
  ["a text", '"luna"'],
])("%s as the stored session means that nobody is signed in", (_, kept) => {
  text = kept;
  expect(storedSession()).toBeNull();
});

test("reading the same session returns the same object", () => {
  text = '{"user_id":3,"username":"boss","first":"Bo","manager":null,"pay_day":1}';
  expect(storedSession()).toMatchObject({ user_id: 3 });
  expect(storedSession()).toBe(storedSession());
});

test("a return address leads to this host only", () => {
  expect(readReturnAddress({ to: "/statistics?page=2", userId: 3 })).toEqual({
    to: "/statistics?page=2",
    userId: 3,
  });
  for (const state of [
    null,
    "x",
    {},
    { to: "//evil.example", userId: null },
    { to: "https://evil.example", userId: null },
    { to: "/x", userId: "3" },
  ]) {
    expect(readReturnAddress(state)).toBeNull();
  }
});
