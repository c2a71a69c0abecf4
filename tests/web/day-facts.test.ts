import { expect, test } from "vitest";
import type { Timeline } from "#shared/presence.ts";
import { dayFacts } from "#web/features/presence/day-facts.ts";
import { dayRows } from "#web/features/presence/day-pieces.ts";

const [from, noon, to] = ["2026-06-16T04:00:00Z", "2026-06-16T16:00:00Z", "2026-06-17T04:00:00Z"];

const timeline = (more: Partial<Timeline>): Timeline => ({
  ...{ day: "2026-06-16", from, to, until: noon, promised: [], availability: [] },
  ...{ calls: [], readings: [], is_cut: false, ...more },
});
const call = (more: Partial<Timeline["calls"][number]> = {}) => ({
  ...{ initiated: "2026-06-16T10:00:00Z", ringing: null, answered: null },
  ...{ ended: null, result: null, username: null },
  ...more,
});
const drawn = (day: Timeline) => dayRows(day)[2]?.pieces ?? [];

test("the present availability has no end yet, and that of a past day has", () => {
  const span = { from, to: noon, code: "A" as const, set_by: "psychic" as const };
  expect(dayFacts(timeline({ availability: [span] }), true)).toMatchObject([
    { to: null, detail: "set by you" },
  ]);
  const past = timeline({ until: to, availability: [{ ...span, to }] });
  expect(dayFacts(past, false)).toMatchObject([{ to, detail: "set by the psychic" }]);
});

test("promised hours for chats only say so, in the picture and in the table (S25)", () => {
  const day = timeline({ promised: [{ from, to: noon, status: "A", chat: true }] });
  expect(dayRows(day)[0]?.pieces).toMatchObject([
    { word: "Available, chat only", look: "available", isChatOnly: true },
  ]);
  expect(dayFacts(day, true)).toMatchObject([{ what: "Available, chat only", kind: "Promised" }]);
});

test("a call without an end goes on today; on a past day its end is not known", () => {
  const open = call({ answered: "2026-06-16T10:00:00Z" });
  expect(drawn(timeline({ calls: [open] }))).toMatchObject([
    { length: 0.25, look: "call", word: "In progress" },
  ]);
  const past = timeline({ calls: [open], until: to });
  expect(drawn(past)).toMatchObject([{ length: 0, word: "End not known" }]);
  expect(dayFacts(past, false)).toMatchObject([{ what: "End not known", to: null }]);
});

test.each([
  ["No Answer", "missed"],
  ["Declined", "missed"],
  ["Cancelled", "not-connected"],
  ["Dropped", "not-connected"],
  [null, "not-connected"],
] as const)("an unanswered call with the result %s looks %s", (result, look) => {
  const ended = result && "2026-06-16T10:00:30Z";
  expect(drawn(timeline({ calls: [call({ result, ended })] }))).toMatchObject([{ look }]);
});

test("calls of the same second have keys of their own, and a call over midnight stays inside", () => {
  const night = call({
    ...{ initiated: "2026-06-17T03:59:50Z", answered: "2026-06-17T04:00:10Z" },
    ended: "2026-06-17T04:20:00Z",
  });
  const pieces = drawn(timeline({ until: to, calls: [call(), call(), night] }));
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(3);
  expect(pieces[2]).toMatchObject({ from: 1, length: 0 });
});
