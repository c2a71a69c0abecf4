import { expect, test } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { at, noon, setUpPresence } from "./fixtures/presence.ts";

const { sql, newPsychic, send, applied, timeline } = setUpPresence();

let calls = 0;
/** Three states of one call, as the platform sends them. */
function statesOf(user_id: number) {
  calls += 1;
  const begun = { id: `call-${calls}`, user_id, initiated_at: at("09:00") };
  const ringing = { ...begun, ringing_at: at("09:01") };
  const ended = {
    ...{ ...ringing, connection_id: `K${calls}`, answered_at: at("09:02") },
    ...{ ended_at: at("09:20"), result: "Completed" },
  };
  return [
    [begun, at("09:00")],
    [ringing, at("09:01")],
    [ended, at("09:20")],
  ] as const;
}

test.each([
  ["in order", [0, 1, 2]],
  ["the last first", [2, 1, 0]],
  ["shuffled, some twice", [1, 2, 1, 0, 2]],
])("are the same however late the events come: %s", async (_, order) => {
  const { id } = await newPsychic();
  const states = statesOf(id);
  for (const place of order) {
    const [call, sentAt] = states[place] ?? states[0];
    await applied("call.attempted", call, sentAt);
  }
  const { calls: found } = await timeline(id);
  expect(found).toEqual([
    {
      ...{ id: states[0][0].id, connection_id: states[2][0].connection_id, username: null },
      ...{ initiated: at("09:00"), ringing: at("09:01"), answered: at("09:02") },
      ...{ ended: at("09:20"), result: "Completed" },
    },
  ]);
});

test("an end is never lost to an event without one, which another clock dated later", async () => {
  const { id } = await newPsychic();
  const [, [ringing], [ended, endedAt]] = statesOf(id);
  expect(await applied("call.attempted", ended, endedAt)).toBe(1);
  expect(await applied("call.attempted", ringing, at("09:21"))).toBe(0);
  expect((await timeline(id)).calls).toMatchObject([{ ended: at("09:20"), result: "Completed" }]);
});

test("a call and its reading over midnight are on both days", async () => {
  const { id } = await newPsychic();
  const night = {
    ...{ id: `night-${id}`, user_id: id, connection_id: `night-${id}` },
    ...{ initiated_at: "2026-06-16T03:59:50Z", answered_at: "2026-06-16T04:00:10Z" },
    ...{ ended_at: "2026-06-16T04:20:10Z", result: "Completed" },
  };
  await applied("call.attempted", night, night.ended_at);
  await makeReading(sql(), {
    ...{ user_id: id, connection_id: night.connection_id, minutes: 20 },
    started_at: night.answered_at,
  });
  const today = await timeline(id);
  expect(today.calls).toMatchObject([{ id: night.id }]);
  expect(today.readings).toMatchObject([{ has_call: true }]);
  const yesterday = await timeline(id, { of: "2026-06-15" });
  expect([yesterday.calls.length, yesterday.readings.length]).toEqual([1, 0]);
  const tomorrow = await timeline(id, { of: "2026-06-17" });
  expect([tomorrow.calls, tomorrow.readings]).toEqual([[], []]);
});

test("a repeated event is a duplicate; a correction may move the call to another month", async () => {
  const { id } = await newPsychic();
  const [[begun, sentAt]] = statesOf(id);
  expect(await applied("call.attempted", begun, sentAt, "call-event")).toBe(1);
  const again = await send("call.attempted", begun, sentAt, "call-event");
  expect(again.body).toEqual({ applied: 0, duplicate: true });
  const moved = { ...begun, initiated_at: "2026-05-20T13:00:00Z" };
  expect(await applied("call.attempted", moved, at("09:05"))).toBe(1);
  expect(await applied("call.attempted", begun, sentAt)).toBe(0);
  expect((await timeline(id)).calls).toEqual([]);
  expect((await timeline(id, { of: "2026-05-20" })).calls).toHaveLength(1);
  await expect(sql()("call_attempts").insert({ ...rowOf(id), id: begun.id })).rejects.toMatchObject(
    { code: "23505" },
  );
});

const rowOf = (psychic_id: number) => ({
  ...{ psychic_id, id: "other", initiated_at: noon, event_at: noon },
});

test("two events of one call at once leave one row", async () => {
  const { id } = await newPsychic();
  const states = statesOf(id);
  await Promise.all(
    [...states, ...states].map(([call, sentAt]) => applied("call.attempted", call, sentAt)),
  );
  expect((await timeline(id)).calls).toMatchObject([{ result: "Completed" }]);
});

test.each([
  ["data.ringing_at", { ringing_at: at("08:59") }],
  ["data.ended_at", { answered_at: at("09:30"), ended_at: at("09:20") }],
  ["data.result", { result: "Refused by the moon" }],
  ["data.result", { result: "Busy" }],
  ["data.user_id", { user_id: 999_999 }],
  ["data.ended_at", { ended_at: "2026-06-16T19:00:00Z" }],
  ["data.connection_id", { connection_id: "../x" }],
  ["data.id", { id: "" }],
])("a wrong value is 422 at %s: %o", async (path, wrong) => {
  const { id } = await newPsychic();
  const [[begun, sentAt]] = statesOf(id);
  const { status, body } = await send("call.attempted", { ...begun, ...wrong }, sentAt);
  expect([status, body.errors]).toMatchObject([422, [{ path }]]);
});

test("a call of another psychic is 422", async () => {
  const [[call]] = statesOf((await newPsychic()).id);
  await applied("call.attempted", call);
  const stolen = { ...call, user_id: (await newPsychic()).id };
  const { status, body } = await send("call.attempted", stolen);
  expect([status, body.errors]).toMatchObject([422, [{ path: "data.user_id" }]]);
});

test("have the customer of their reading; a reading says whether it came of a call", async () => {
  const { id } = await newPsychic();
  const [, , [ended]] = statesOf(id);
  await applied("call.attempted", ended);
  const made = (connection_id: string, started_at: string, conn_type: "Call" | "Chat") =>
    makeReading(sql(), { user_id: id, connection_id, started_at, conn_type, minutes: 18 });
  await made(ended.connection_id, at("09:02"), "Call");
  await made(`chat-${calls}`, at("10:00"), "Chat");
  await made(`before-${calls}`, "2026-06-16T03:59:59Z", "Chat");
  const found = await timeline(id);
  const { username = "" } = found.readings.find(({ has_call }) => has_call) ?? {};
  expect(username).toMatch(/^customer\d+$/);
  expect(found.calls[0]?.username).toBe(username);
  expect(found.readings).toMatchObject([
    // It began a second before midnight.
    { call_date: "2026-06-16T03:59:59Z", conn_type: "Chat", has_call: false },
    { call_date: at("09:02"), duration: 18, conn_type: "Call", has_call: true },
    { call_date: at("10:00"), conn_type: "Chat", has_call: false },
  ]);
});
