import { describe, expect, test } from "vitest";
import type { FloorPsychic } from "#shared/floor.ts";
import type { CallAnswerCode } from "#shared/rules/call-answers.ts";
import {
  callMark,
  changedFloor,
  floorFilters,
  promisedEnd,
  promisedNext,
  promisedNow,
  sortedBy,
  writtenFor,
} from "#web/manager/floor/floor-view.ts";

const now = Date.parse("2026-03-04T20:00:00Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const psychic = (user_id: number, more: Partial<FloorPsychic> = {}): FloorPsychic => ({
  ...{ user_id, username: `psychic-${user_id}`, brand: "cos", manager_id: 1, languages: [1] },
  ...{ code: "A", since: ago(5) },
  ...{ promised: [], next_call: null },
  ...more,
});
const hours = (from: number, to: number) => ({
  from: ago(from),
  to: ago(to),
  status: "A" as const,
});

describe("the floor after changes", () => {
  const before = { psychics: [psychic(1), psychic(2)], total: 2 };

  test("has the changed and without those who left", () => {
    const after = changedFloor(before, {
      ...{ whole: false, gone: [1] },
      psychics: [psychic(3), psychic(2, { code: "B" })],
    });
    expect(after.psychics.map(({ user_id, code }) => [user_id, code])).toEqual([
      [2, "B"],
      [3, "A"],
    ]);
    expect(after.total).toBe(2);
  });

  test("forgets whom a whole floor lacks, and begins with nothing", () => {
    const changes = { whole: true, gone: [], psychics: [psychic(4)] };
    expect(changedFloor(before, changes).psychics).toEqual([psychic(4)]);
    expect(changedFloor(undefined, { ...changes, whole: false }).total).toBe(1);
  });
});

describe("S28: a booked call is marked", () => {
  const mark = (inMinutes: number, answer: CallAnswerCode | null, code: "A" | "B" = "A") => {
    const call = { at: ago(-inMinutes), minutes: 20, channel: "Call" as const, answer };
    return callMark(psychic(1, { next_call: call, code }), now);
  };

  test.each([
    [3, null, null],
    [2, null, "No answer yet"],
    [-4, null, "No answer yet"],
    [-5, null, null],
    [2, "ready", null],
    [1, "late", null],
    [60, "cannot", "Can't take it"],
  ] as const)("%s minutes before it, with the answer %s: %s", (minutes, answer, words) => {
    expect(mark(minutes, answer)).toBe(words);
  });

  test("unless the psychic is busy after its time, and counted in a choice", () => {
    expect([mark(-1, null, "B"), mark(1, null, "B")]).toEqual([null, "No answer yet"]);
    const call = { at: ago(-1), minutes: 20, channel: "Call" as const, answer: null };
    expect(floorFilters.unanswered.has(psychic(1, { next_call: call }), now)).toBe(true);
    expect(floorFilters.unanswered.has(psychic(1), now)).toBe(false);
  });
});

describe("promised hours", () => {
  const promised = [hours(60, 0), hours(0, -60), hours(-120, -180)];

  test("hold from their start to just before their end", () => {
    expect(promisedNow(psychic(1, { promised }), now)).toBe(promised[1]);
    expect(promisedNow(psychic(1, { promised }), now - 1)).toBe(promised[0]);
    expect(promisedNext(psychic(1, { promised }), now)).toBe(promised[2]);
    expect(promisedNow(psychic(1), now)).toBeUndefined();
  });

  test("end where those end that follow at once, whether for calls or chats (S25)", () => {
    const before = hours(60, 0);
    const after = hours(0, -60);
    const end = (next: FloorPsychic["promised"][number]) =>
      promisedEnd(psychic(1, { promised: [before, next] }), before);
    expect(end({ ...after, chat: true })).toBe(after.to);
    expect(end({ ...after, status: "O" })).toBe(before.to);
    expect(end(hours(-10, -60))).toBe(before.to);
  });
});

test.each([
  ["all", { code: null }, true],
  ["on", { code: "B" }, true],
  ["on", { code: "R" }, true],
  ["on", { code: "U" }, false],
  ["on", { code: null }, false],
  ["free", { code: "O" }, true],
  ["free", { code: "B" }, false],
  ["long", { code: "B", since: ago(45) }, true],
  ["long", { code: "B", since: ago(44) }, false],
  ["long", { code: "A", since: ago(90) }, false],
  ["missing", { code: "U", promised: [hours(10, -10)] }, true],
  ["missing", { code: null, promised: [hours(10, -10)] }, true],
  ["missing", { code: "B", promised: [hours(10, -10)] }, false],
  ["missing", { code: "U", promised: [hours(-10, -20)] }, false],
] as const)("the choice %s of %o is %s", (filter, more, has) => {
  expect(floorFilters[filter].has(psychic(1, more as Partial<FloorPsychic>), now)).toBe(has);
});

test.each([
  [0, "0 min"],
  [59, "59 min"],
  [60, "1 h 0 min"],
  [1_439, "23 h 59 min"],
  [1_440, "1 d 0 h"],
])("%i minutes are written %s", (minutes, written) => {
  expect(writtenFor(minutes)).toBe(written);
});

test("psychics sort by name, by state and by how long it has lasted", () => {
  const rows = [
    psychic(1, { username: "b", code: "U", since: ago(9) }),
    psychic(2, { username: "a", code: "B", since: ago(1) }),
    psychic(3, { username: "c", code: null, since: null }),
  ];
  const order = (...by: [Parameters<typeof sortedBy>[1], "asc" | "desc"]) =>
    sortedBy(rows, ...by)
      .map(({ username }) => username)
      .join("");
  expect(order("username", "asc")).toBe("abc");
  expect(order("username", "desc")).toBe("cba");
  expect(order("state", "asc")).toBe("abc");
  // The longest first or last; nobody knows since when for the third.
  expect(order("since", "asc")).toBe("abc");
  expect(order("since", "desc")).toBe("bac");
});
