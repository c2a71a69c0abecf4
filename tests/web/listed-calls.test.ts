import { expect, test } from "vitest";
import type { ScheduledCall } from "#shared/scheduled-calls.ts";
import { callsAhead, listedCalls } from "#web/advisor/use-scheduled-calls.ts";

const now = Date.parse("2026-06-15T12:00:00Z");

function call(id: string, minutes: number): ScheduledCall {
  const at = new Date(now + minutes * 60_000).toISOString();
  return { id, username: "ada", at, minutes: 20, channel: "Call", status: "booked", answer: null };
}

const seen = (calls: ReturnType<typeof listedCalls>) =>
  calls.map(({ id, status }) => `${id} ${status}`);

test("a call withdrawn before its time stays listed; a call that has begun does not", () => {
  const before = [call("begun", -1), call("off", 10), call("stays", 20)];
  const calls = listedCalls(before, [call("stays", 20), call("added", 5)], now);
  expect(seen(calls)).toEqual(["added booked", "off withdrawn", "stays booked"]);
});

test("a withdrawn call that is listed again is booked again", () => {
  const [off] = listedCalls([call("off", 10)], [], now);
  expect(off?.status).toBe("withdrawn");
  expect(seen(listedCalls(off ? [off] : [], [call("off", 15)], now))).toEqual(["off booked"]);
});

test("a call disappears when it ends; a withdrawn call, when it would have begun (M2)", () => {
  const calls = [call("yesterday", -26 * 60), call("over", -20), call("on", -19), call("next", 30)];
  const off = [call("off", -1), call("still-off", 1)].map((one) => ({
    ...one,
    status: "withdrawn" as const,
  }));
  expect(seen(callsAhead([...calls, ...off], now))).toEqual([
    "on booked",
    "next booked",
    "still-off withdrawn",
  ]);
});

test("a call that began early does not count as withdrawn (G10)", () => {
  const before = [call("early", 10), call("off", 20)];
  expect(seen(listedCalls(before, [], now, ["early"]))).toEqual(["off withdrawn"]);
});
