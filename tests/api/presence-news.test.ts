import { describe, expect, test } from "vitest";
import { makeReading } from "#seeds/builders/reading.ts";
import { defaultPushSettings } from "#shared/push-fields.ts";
import { minute } from "./fixtures/notifications.ts";
import { type Call, setUpPresenceNews } from "./fixtures/presence-news.ts";

const { fixture, ago, become, call, addActive } = setUpPresenceNews();
const { sql, runRemind, pushed, letters, addPsychic, saveSettings } = fixture;

describe("a psychic who is Busy without a call (S30, D71)", () => {
  const stuckFor = async (name: string, more: Partial<Call> = {}) => {
    const { psychic } = await addActive(name);
    await become(psychic, "B", 47);
    await call(psychic, { began: 47, answered: 47, ended: 44, ...more });
    return psychic;
  };

  test("is asked once, even if two runs overlap, and again the next time", async () => {
    const psychic = await stuckFor("stuck");
    await Promise.all([runRemind(), runRemind()]);
    await runRemind();
    expect(pushed()).toEqual([
      "stuck: Still Busy | Busy for 47 min, your last call ended 44 min ago. Are you free?",
    ]);
    expect(fixture.service.pushed[0]?.payload).toMatchObject({ url: "/psychic", tag: "stuck" });
    await become(psychic, "A", 0);
    await become(psychic, "B", 0);
    await fixture.portal.advance(5 * minute);
    await call(psychic, { began: 5, answered: 5, ended: 1 });
    await fixture.portal.advance(40 * minute);
    await runRemind();
    expect(pushed()).toHaveLength(2);
  });

  test("counts from the first of several events that say Busy", async () => {
    const psychic = await stuckFor("confirmed");
    await become(psychic, "B", 3);
    await runRemind();
    expect(pushed()).toEqual([expect.stringContaining("Busy for 47 min")]);
  });

  test.each([
    [
      "a call goes on",
      [
        { began: 60, answered: 60, ended: 31 },
        { began: 10, answered: 10 },
      ],
    ],
    ["a call has just ended", [{ began: 47, answered: 47, ended: 29 }]],
    ["a call rings", [{ began: 47, answered: 47, ended: 40 }, { began: 1 }]],
    ["the portal knows of no call since", [{ began: 80, answered: 80, ended: 60 }]],
    ["nobody answered", [{ began: 40, ended: 39, result: "No Answer" }]],
  ] as [string, Call[]][])("is not asked while %s", async (_, known) => {
    const { psychic } = await addActive("in doubt");
    await become(psychic, "B", 50);
    for (const each of known) await call(psychic, each);
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("is asked by the readings, if the platform sends no calls", async () => {
    const { psychic } = await addActive("by readings");
    await become(psychic, "B", 50);
    const reading = { user_id: psychic.id, conn_type: "Chat", minutes: 10 } as const;
    await makeReading(sql(), { ...reading, started_at: ago(48) });
    await runRemind();
    expect(pushed()).toEqual([
      expect.stringMatching(/your last chat ended 38 min ago\. Are you free\?$/),
    ]);
  });

  test("is not asked once the status has changed before the message goes out", async () => {
    const psychic = await stuckFor("freed");
    fixture.service.replies.set("freed", { status: 503 });
    await runRemind();
    fixture.service.replies.clear();
    fixture.service.pushed.length = 0;
    await become(psychic, "A", 0);
    await fixture.portal.advance(2 * minute);
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("whose facts cannot be read holds up nobody, and is asked later", async () => {
    await stuckFor("unread");
    fixture.service.replies.set("unread", { status: 503 });
    await runRemind();
    fixture.service.replies.clear();
    fixture.service.pushed.length = 0;
    const { psychic } = await addPsychic("booked");
    await fixture.portal.advance(2 * minute);
    await fixture.send(fixture.callOf(psychic, 600));
    await sql().raw("alter table call_attempts rename column answered_at to moved");
    await expect(runRemind()).rejects.toThrow(/answered_at/);
    await sql().raw("alter table call_attempts rename column moved to answered_at");
    expect(pushed()).toEqual([expect.stringMatching(/^booked: Call booked/)]);
    await fixture.portal.advance(3 * minute);
    await runRemind();
    expect(pushed().slice(1)).toEqual([expect.stringMatching(/^unread: Still Busy/)]);
  });

  test("gets no letter without a device, and nothing once it is switched off", async () => {
    await stuckFor("nobody");
    await sql()("push_subscriptions").delete();
    await runRemind();
    const { psychic, browsers } = await addActive("off");
    await saveSettings(browsers[0], { kinds: { ...defaultPushSettings.kinds, stuck: false } });
    await become(psychic, "B", 47);
    await call(psychic, { began: 47, answered: 47, ended: 44 });
    await runRemind();
    expect([pushed(), letters()]).toEqual([[], []]);
    const open = await sql()("notifications").where({ kind: "stuck", ended_at: null });
    expect(open).toEqual([]);
  });
});

describe("a psychic who is on and misses a call (S31, D71)", () => {
  test("is asked once for each call, and at most once in 15 minutes", async () => {
    const { psychic } = await addActive("missed");
    await become(psychic, "A", 60);
    await call(psychic, { began: 3, ended: 2, result: "No Answer" });
    await Promise.all([runRemind(), runRemind()]);
    const words = "missed: Missed call | You missed a call 2 min ago. Still there?";
    expect(pushed()).toEqual([words]);
    await call(psychic, { began: 1, ended: 0, result: "Voicemail" });
    await runRemind();
    await fixture.portal.advance(5 * minute);
    await runRemind();
    expect(pushed()).toEqual([words]);
    await fixture.portal.advance(11 * minute);
    await call(psychic, { began: 3, ended: 2, result: "Declined" });
    await runRemind();
    expect(pushed()).toEqual([words, words]);
  });

  test.each([
    ["the customer hung up", "A", [{ began: 3, ended: 2, result: "Cancelled" }]],
    ["it was eleven minutes ago", "A", [{ began: 12, ended: 11, result: "No Answer" }]],
    [
      "a later call was answered",
      "A",
      [
        { began: 6, ended: 5, result: "No Answer" },
        { began: 4, answered: 4, ended: 1 },
      ],
    ],
    ["the psychic is Unavailable", "U", [{ began: 3, ended: 2, result: "No Answer" }]],
    ["the psychic is Busy", "B", [{ began: 3, ended: 2, result: "Busy" }]],
  ] as [string, string, Call[]][])("is not asked if %s", async (_, code, known) => {
    const { psychic } = await addActive("unasked");
    await become(psychic, code, 60);
    for (const each of known) await call(psychic, each);
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("is not asked once a call was answered before the message goes out", async () => {
    const { psychic } = await addActive("answers");
    await become(psychic, "A", 60);
    await call(psychic, { began: 3, ended: 2, result: "No Answer" });
    fixture.service.replies.set("answers", { status: 503 });
    await runRemind();
    fixture.service.replies.clear();
    fixture.service.pushed.length = 0;
    await call(psychic, { began: 1, answered: 0 });
    await fixture.portal.advance(2 * minute);
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("is not asked after choosing a status since", async () => {
    const { psychic, browsers } = await addActive("chose");
    await become(psychic, "O", 60);
    await call(psychic, { began: 3, ended: 2, result: "No Answer" });
    const answer = await browsers[0]?.post(`/api/psychics/${psychic.id}/status`, { code: "P" });
    expect(answer?.status).toBe(204);
    await runRemind();
    expect(pushed()).toEqual([]);
  });
});
