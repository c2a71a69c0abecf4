import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { wallClock } from "#shared/rules/new-york.ts";
import type { Account } from "../support/people.ts";
import type { SignedIn } from "../support/test-app.ts";
import { minute, setUpNotifications, start } from "./fixtures/notifications.ts";

const fixture = setUpNotifications();
const { sql, now, addPsychic, callOf, send } = fixture;

const at = (ms: number) => new Date(now().getTime() + ms).toISOString();

/** Books a call in ten minutes with a new psychic. */
async function booked(more: object = {}) {
  const { psychic, browsers } = await addPsychic("phone");
  const call = callOf(psychic, 10, more);
  await send(call);
  return { psychic, browser: browsers[0] as SignedIn, call };
}

type Booked = Awaited<ReturnType<typeof booked>>;

const pathOf = ({ psychic, call }: Pick<Booked, "psychic" | "call">) =>
  `/api/psychics/${psychic.id}/scheduled_calls/${call.id}/answer`;

const answer = (about: Booked, body: object, browser = about.browser) =>
  browser.post(pathOf(about), { at: about.call.at, answered_at: at(0), ...body });

const deliveries = (psychic: Account): Promise<Record<string, unknown>[]> =>
  sql()("deliveries")
    .where({ psychic_id: psychic.id, type: "call.answered" })
    .orderBy("id")
    .pluck("data");
const stored = (psychic: Account) =>
  sql()("call_answers").where({ psychic_id: psychic.id }).orderBy("id").pluck("answer");
const listed = async ({ psychic, browser }: Booked) =>
  (await browser.get(`/api/psychics/${psychic.id}/scheduled_calls`)).body.scheduled_calls;

describe("S28: an answer about a booked call", () => {
  test("is stored, shown with the call, and told to the platform", async () => {
    const about = await booked();
    expect((await listed(about))[0].answer).toBeNull();
    const given = { answer: "late", late_minutes: 10, answered_at: at(-2 * minute) };
    const { status, body } = await answer(about, given);
    const counting = { answer: "late", late_minutes: 10, answered_at: given.answered_at };
    expect([status, body]).toEqual([200, { answer: counting }]);
    expect((await listed(about))[0].answer).toEqual(counting);
    expect(await deliveries(about.psychic)).toEqual([
      {
        user_id: about.psychic.id,
        call_id: about.call.id,
        at: about.call.at,
        answer: "late",
        answered_at: given.answered_at,
        minutes: 10,
      },
    ]);
  });

  test("may change until the call begins, and the last one counts", async () => {
    const about = await booked();
    await answer(about, { answer: "ready", answered_at: at(-minute) });
    expect((await answer(about, { answer: "cannot" })).body.answer.answer).toBe("cannot");
    expect((await deliveries(about.psychic)).map((one) => one.answer)).toEqual(["ready", "cannot"]);
  });

  test("of two devices: both are stored, the one given last counts, whichever arrives first", async () => {
    const about = await booked();
    const later = { answer: "ready", answered_at: at(-10_000) };
    const earlier = { answer: "cannot", answered_at: at(-20_000) };
    await answer(about, later);
    expect((await answer(about, earlier)).body.answer.answer).toBe("ready");
    expect(await stored(about.psychic)).toEqual(["ready", "cannot"]);
    expect((await deliveries(about.psychic)).map((one) => one.answer)).toEqual(["ready"]);
    expect(await sql()("notifications").where({ kind: "cannot" }).pluck("id")).toEqual([]);
  });

  test("of two devices at the same moment: the more careful one counts", async () => {
    for (const order of [
      ["ready", "cannot"],
      ["cannot", "ready"],
    ]) {
      const about = await booked();
      const answered_at = at(-10_000);
      const both = order.map((one) => answer(about, { answer: one, answered_at }));
      for (const { status } of await Promise.all(both)) expect(status).toBe(200);
      expect((await listed(about))[0].answer.answer).toBe("cannot");
      expect((await stored(about.psychic)).sort()).toEqual(["cannot", "ready"]);
    }
  });

  test("is stored once, under one key or two", async () => {
    const about = await booked();
    const body = { answer: "ready", answered_at: at(-1000), at: about.call.at };
    const key = randomUUID();
    const twins = [1, 2].map(() =>
      about.browser.post(pathOf(about), body).set("Idempotency-Key", key),
    );
    const answers = await Promise.all([...twins, about.browser.post(pathOf(about), body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored(about.psychic)).toEqual(["ready"]);
    expect(await deliveries(about.psychic)).toHaveLength(1);
  });

  test("that is given again is told once", async () => {
    const about = await booked();
    await answer(about, { answer: "cannot", answered_at: at(-minute) });
    await answer(about, { answer: "cannot" });
    expect(await stored(about.psychic)).toEqual(["cannot", "cannot"]);
    expect(await deliveries(about.psychic)).toHaveLength(1);
  });

  test("from a clock that is ahead counts as given now", async () => {
    const about = await booked();
    await answer(about, { answer: "ready", answered_at: at(3 * 86_400_000) });
    const counted = (await listed(about))[0].answer.answered_at;
    expect(Date.parse(counted)).toBeLessThanOrEqual(now().getTime());
    await answer(about, { answer: "late", answered_at: "0001-01-01T00:00:00Z" });
    expect((await listed(about))[0].answer.answer).toBe("ready");
  });

  test("counts from 15 minutes before the call on, and not earlier", async () => {
    const { psychic, browsers } = await addPsychic("phone");
    const call = callOf(psychic, 16);
    await send(call);
    const about = { psychic, browser: browsers[0] as SignedIn, call };
    const early = await answer(about, { answer: "ready" });
    expect(early.status).toBe(409);
    const opens = wallClock(Date.parse(call.at) - 15 * minute).format("h:mm A");
    expect(early.body.detail).toBe(`You can answer from ${opens} ET on`);
    expect(await stored(psychic)).toEqual([]);
    await fixture.portal.advance(minute);
    expect((await answer(about, { answer: "ready" })).status).toBe(200);
  });

  test("by a manager counts, and the trail says who gave it", async () => {
    const about = await booked();
    const manager = await fixture.signInManager();
    expect((await answer(about, { answer: "cannot" }, manager)).status).toBe(200);
    const [entry] = await sql()("audit_trail")
      .where({ subject_id: about.psychic.id, action: "call answered" })
      .select("actor_id", "detail");
    expect(entry?.actor_id).not.toBe(about.psychic.id);
    expect(entry?.detail).toMatchObject({ answer: "Can't" });
  });
});

describe("S28: an answer that comes too late is refused and stored nowhere", () => {
  test.each([
    ["moved", { status: "changed", at: at8pm() }, "This call was moved to 8:00 PM ET"],
    ["canceled", { status: "cancelled" }, "This call was canceled"],
    ["already made", { status: "done" }, "This call has already taken place"],
  ])("the call was %s", async (_, change, detail) => {
    const about = await booked();
    await send({ ...about.call, ...change });
    const { status, body } = await answer(about, { answer: "ready" });
    expect([status, body.detail]).toEqual([409, detail]);
    expect([await stored(about.psychic), await deliveries(about.psychic)]).toEqual([[], []]);
  });

  test("the call began more than five minutes ago", async () => {
    const about = await booked();
    await fixture.portal.advance(15 * minute - 2000);
    expect((await answer(about, { answer: "late" })).status).toBe(200);
    await fixture.portal.advance(3000);
    const { status, body } = await answer(about, {
      answer: "ready",
      answered_at: at(-14 * minute),
    });
    expect([status, body.detail]).toEqual([409, "The call began before your answer arrived"]);
    expect(await stored(about.psychic)).toEqual(["late"]);
  });

  test("a moved call needs a new answer", async () => {
    const about = await booked();
    await answer(about, { answer: "ready" });
    const moved = { ...about.call, status: "changed", at: at(12 * minute) };
    await send(moved);
    expect((await listed(about))[0].answer).toBeNull();
    expect((await answer({ ...about, call: moved }, { answer: "ready" })).status).toBe(200);
    expect(await stored(about.psychic)).toEqual(["ready", "ready"]);
  });
});

describe("refusals of an answer", () => {
  test("another psychic's call, and one that nobody booked, are 404", async () => {
    const [mine, theirs] = [await booked(), await booked()];
    for (const [id, status] of [
      ...[[theirs.call.id, 404] as const, ["nothing", 404] as const],
      ...[["a".repeat(101), 400] as const, ["%00", 400] as const],
    ]) {
      const call = { ...mine.call, id };
      expect((await answer({ ...mine, call }, { answer: "ready" })).status).toBe(status);
    }
    const asOther = await mine.browser.post(pathOf(theirs), {
      ...{ answer: "ready", at: theirs.call.at, answered_at: at(0) },
    });
    expect(asOther.status).toBe(403);
    expect(await stored(theirs.psychic)).toEqual([]);
  });

  test.each([
    ["no answer", { answer: undefined }, "answer", "Choose an answer"],
    ["an unknown answer", { answer: "maybe" }, "answer", "Choose an answer"],
    ["a day for a time", { answer: "ready", at: "2026-06-15" }, "at", "Time is not valid"],
    ["a long time", { answer: "ready", at: "2".repeat(200) }, "at", "Time is not valid"],
    ["no time", { answer: "ready", answered_at: null }, "answered_at", "Time is not valid"],
    [
      "another number of minutes",
      { answer: "late", late_minutes: 7 },
      "late_minutes",
      "Choose 5, 10 or 15 minutes",
    ],
    [
      "minutes of somebody who is ready",
      { answer: "ready", late_minutes: 5 },
      "late_minutes",
      "Only somebody who runs late says by how much",
    ],
    ["an unknown key", { answer: "ready", call: 1 }, "call", "Unknown field"],
  ])("%s is 422", async (_, change, path, message) => {
    const about = await booked();
    const { status, body } = await answer(about, change);
    expect(status).toBe(422);
    expect(body.errors).toContainEqual(expect.objectContaining({ path, message }));
  });
});

/** Eight in the evening of the test's day in New York, later than these tests ever get. */
function at8pm(): string {
  const then = new Date(start);
  then.setUTCHours(24, 0, 0, 0);
  return then.toISOString();
}
