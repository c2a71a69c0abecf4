import { beforeEach, expect, test } from "vitest";
import { type Account, makeManager, password } from "../support/people.ts";
import type { SignedIn } from "../support/test-app.ts";
import { minute, setUpNotifications } from "./fixtures/notifications.ts";

const fixture = setUpNotifications();
const { sql, now, addPsychic, callOf, send, runRemind, pushed, letters } = fixture;

let psychic: Account;
let browser: SignedIn;
let call: ReturnType<typeof callOf>;
let boss: Account;
let bossBrowser: SignedIn;

/** A call in 20 minutes, with a psychic whose manager has a device. */
beforeEach(async () => {
  const added = await addPsychic("phone");
  psychic = added.psychic;
  browser = added.browsers[0] as SignedIn;
  boss = await makeManager(sql());
  await sql()("psychics").where({ user_id: psychic.id }).update({ manager_id: boss.id });
  bossBrowser = await fixture.portal.signIn(boss.username, password);
  await bossBrowser.post("/api/push/subscriptions", fixture.service.subscribe("desk"));
  call = callOf(psychic, 20);
  await sendQuietly();
});

/** Lets the platform send the call, and forgets the news of that. */
async function sendQuietly(): Promise<void> {
  await send(call);
  await runRemind();
  fixture.service.pushed.length = 0;
}

/** Moves the clock to a time before (or after) the call, and runs the job that runs each minute. */
async function runAt(minutesBefore: number): Promise<string[]> {
  const then = Date.parse(call.at) - minutesBefore * minute;
  await fixture.portal.advance(then - now().getTime());
  await runRemind();
  await runRemind();
  return pushed().splice(0, fixture.service.pushed.splice(0).length);
}

const titles = (lines: string[]) => lines.map((line) => line.split(" | ")[0]);

async function answer(answer: string, as = browser): Promise<void> {
  const body = { answer, at: call.at, answered_at: now().toISOString() };
  const path = `/api/psychics/${psychic.id}/scheduled_calls/${call.id}/answer`;
  expect((await as.post(path, body)).status).toBe(200);
}

test("S28: without an answer, each rung comes once at its time", async () => {
  expect(await runAt(16)).toEqual([]);
  expect(titles(await runAt(14.9))).toEqual(["phone: Call in 15 minutes"]);
  expect(await runAt(6)).toEqual([]);
  expect(titles(await runAt(4.9))).toEqual(["phone: Call in 5 minutes"]);
  expect(await runAt(3)).toEqual([]);
  const [notice, ...more] = await runAt(1.9);
  expect(more).toEqual([]);
  expect(notice).toMatch(/^desk: Call at \d+:\d\d PM ET: No answer yet \| /);
  expect(notice).toContain(psychic.username);
  expect(notice).not.toContain("Ada");
  expect(titles(await runAt(-0.1))).toEqual(["phone: Call now"]);
  expect(await runAt(-4)).toEqual([]);
});

test.each(["ready", "late"])("S28: silence after “%s”, until the call begins", async (given) => {
  await runAt(14.9);
  await answer(given);
  for (const minutes of [4.9, 1.9]) expect(await runAt(minutes)).toEqual([]);
  expect(titles(await runAt(-0.1))).toEqual(["phone: Call now"]);
});

test("S28: after “cannot” the manager is told at once, and nobody hears of the call again", async () => {
  await runAt(14.9);
  await answer("cannot");
  const [notice, ...more] = await runAt(14);
  expect(more).toEqual([]);
  expect(notice).toMatch(/^desk: Call at .* ET: Can't take it \| /);
  for (const minutes of [4.9, 1.9, -0.1]) expect(await runAt(minutes)).toEqual([]);
});

test("S28: a question that was not sent yet is dropped by an answer", async () => {
  fixture.service.replies.set("phone", { status: 503 });
  // The push service sees it and does not take it.
  expect(titles(await runAt(14.9))).toEqual(["phone: Call in 15 minutes"]);
  const waiting = () => sql()("notifications").where({ user_id: psychic.id, ended_at: null });
  expect(await waiting().where({ kind: "soon" }).pluck("kind")).toEqual(["soon"]);
  await answer("ready");
  fixture.service.replies.clear();
  expect(await runAt(13)).toEqual([]);
  expect(await waiting().pluck("kind")).toEqual([]);
});

test("S28: a mind that changes back before the manager was told", async () => {
  await runAt(14.9);
  await answer("cannot");
  await answer("ready");
  for (const minutes of [14, 4.9, 1.9]) expect(await runAt(minutes)).toEqual([]);
});

test("S28: a manager who answered for the psychic is told nothing", async () => {
  await runAt(14.9);
  await answer("cannot", bossBrowser);
  for (const minutes of [4.9, 1.9, -0.1]) expect(await runAt(minutes)).toEqual([]);
});

test("S28: a moved call is asked about again", async () => {
  await runAt(14.9);
  await answer("ready");
  const at = new Date(Date.parse(call.at) + 60 * minute).toISOString();
  call = { ...call, at, status: "changed" };
  await sendQuietly();
  expect(titles(await runAt(14.9))).toEqual(["phone: Call in 15 minutes"]);
  expect(titles(await runAt(4.9))).toEqual(["phone: Call in 5 minutes"]);
});

test("S28: a call that goes to another psychic at the same time", async () => {
  const other = (await addPsychic("other phone")).psychic;
  const manager = await makeManager(sql());
  await sql()("psychics").where({ user_id: other.id }).update({ manager_id: manager.id });
  const at = await fixture.portal.signIn(manager.username, password);
  await at.post("/api/push/subscriptions", fixture.service.subscribe("other desk"));
  expect((await runAt(1.9)).map((line) => line.split(":")[0])).toContain("desk");
  call = { ...call, user_id: other.id, status: "changed" };
  await sendQuietly();
  const noticed = await sql()("notifications").where({ kind: "unanswered" }).orderBy("id");
  expect(noticed.slice(-2).map(({ user_id }) => user_id)).toEqual([boss.id, manager.id]);
});

test("S28: a notice that was not sent yet is dropped when its call goes to another psychic", async () => {
  const other = (await addPsychic("other phone")).psychic;
  fixture.service.replies.set("desk", { status: 503 });
  await runAt(1.9);
  fixture.service.replies.clear();
  await send({ ...call, user_id: other.id, status: "changed" });
  expect((await runAt(1)).filter((line) => line.startsWith("desk"))).toEqual([]);
});

test("S28: a call booked at the last minute is not asked about twice at once", async () => {
  await runAt(14.9);
  await answer("cannot", bossBrowser);
  call = callOf(psychic, 4);
  await send(call);
  expect(titles(await runAt(3.9))).toEqual(["phone: Call booked", "phone: Call in 4 minutes"]);
  expect(await runAt(2.5)).toEqual([]);
  expect((await runAt(1.9)).map((line) => line.split(":")[0])).toEqual(["desk"]);
});

test("S28: the one who stands in for an absent manager is told, and nobody gets a letter", async () => {
  const delegate = await makeManager(sql());
  const at = await fixture.portal.signIn(delegate.username, password);
  await at.post("/api/push/subscriptions", fixture.service.subscribe("other desk"));
  await sql()("absences").insert({
    ...{ user_id: boss.id, from_day: "2026-01-01", to_day: "2026-12-31" },
    delegate_id: delegate.id,
  });
  for (const minutes of [14.9, 4.9]) await runAt(minutes);
  expect((await runAt(1.9)).map((line) => line.split(":")[0])).toEqual(["other desk"]);
  await sql()("push_subscriptions").where({ user_id: delegate.id }).del();
  await answer("cannot");
  expect(await runAt(1)).toEqual([]);
  expect(letters()).toEqual([]);
});

test("S28: the second question has its own switch", async () => {
  await fixture.saveSettings(browser, { kinds: { again: false } });
  expect(titles(await runAt(14.9))).toEqual(["phone: Call in 15 minutes"]);
  expect(await runAt(4.9)).toEqual([]);
});
