import { describe, expect, test } from "vitest";
import { profileEndpoints } from "#shared/profile.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { stateOf } from "#web/advisor/waiting/unsent-words.ts";
import { holdKey } from "#web/api/sealed.ts";
import { lacksConfirmation } from "#web/pwa/outbox/unsent-edits.ts";
import {
  away,
  done,
  openTab,
  owner,
  params,
  problemAnswer,
  setUpOutbox,
  weekFrom,
} from "./fixtures/outbox.ts";

const fixture = setUpOutbox();
const { sent, answers } = fixture;

describe("an edit that needs a confirmation (B6)", () => {
  const needed = () => problemAnswer(409, "confirmation_needed");

  test("waits for the password; then all such edits are sent again under their keys", async () => {
    answers(needed, needed, needed);
    await fixture.tab.profile({ email: "new@people.example" });
    await fixture.tab.phone("2125550101");
    await fixture.tab.phone("2125550102");
    await fixture.tab.report("The line went dead");
    await fixture.tab.send();
    const stuck = (await fixture.tab.unsent()).map(({ entry }) => entry.state);
    // The second number waits for the first. Other edits do not wait.
    expect(stuck).toEqual(["refused", "refused", "waiting", "refused"]);
    const keys = sent.map(({ key }) => key);
    // Nothing is sent again automatically.
    await fixture.tab.send();
    expect(sent).toHaveLength(3);

    answers(() => done());
    sent.length = 0;
    await fixture.tab.confirmed();
    await fixture.tab.send();
    expect(sent).toHaveLength(4);
    expect(sent.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    expect(await fixture.tab.entries()).toEqual([]);
  });

  test("says so, and is sent again under its key once the user has confirmed", async () => {
    answers(needed, () => problemAnswer(409, "state_forbids"));
    await fixture.tab.profile({ email: "new@people.example" });
    await fixture.tab.send();
    const [unsent] = await fixture.tab.unsent();
    expect(unsent && lacksConfirmation(unsent)).toBe(true);
    expect(unsent && stateOf(unsent, false)).toMatch(/^Needs your confirmation/);
    await fixture.tab.confirmed();
    await fixture.tab.send();
    const [refused] = await fixture.tab.unsent();
    expect(refused && lacksConfirmation(refused)).toBe(false);
    expect(refused && stateOf(refused, false)).not.toMatch(/password/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });
});

describe("which edit replaces an earlier one (D40)", () => {
  test("a later save replaces an unsent one, and keeps its version", async () => {
    await fixture.tab.week("09:00");
    await fixture.tab.week("10:00", '"v1"');
    answers(() => done('"v2"'));
    await fixture.tab.send();
    expect(sent).toMatchObject([{ version: '"v1"', body: { schedule: [{ from: "10:00" }] } }]);
    expect(await fixture.tab.entries()).toEqual([]);
  });

  test("an edit stays if the server may have seen it; the next one is based on its version", async () => {
    await fixture.tab.week("09:00");
    answers(away);
    await fixture.tab.send();
    await fixture.tab.week("10:00");
    answers(() => done('"v2"'));
    await fixture.tab.send();
    expect(sent.map(({ version }) => version)).toEqual(['"v1"', '"v1"', '"v2"']);
    expect(sent[0]?.key).toBe(sent[1]?.key);
  });

  test("a tab that does not show an edit cannot replace it: the user is asked", async () => {
    const other = await openTab();
    await fixture.tab.week("09:00");
    await other.week("10:00");
    expect(await fixture.tab.entries()).toHaveLength(2);
    answers(
      () => done('"v2"'),
      () => problemAnswer(412, "stale_version", { ETag: '"v2"' }),
    );
    await fixture.tab.send();
    expect(sent.map(({ version }) => version)).toEqual(['"v1"', '"v1"']);
    expect(await fixture.tab.entries()).toMatchObject([{ state: "conflict" }]);
  });

  test("a stuck schedule stays until its psychic decides, whatever is saved later", async () => {
    await fixture.tab.week("09:00");
    answers(() => problemAnswer(412, "stale_version", { ETag: '"v2"' }));
    await fixture.tab.send();
    const [stuck] = await fixture.tab.entries();
    const request = { params, body: weekFrom("10:00") };
    await fixture.tab.unsent();
    await fixture.tab.dropCovered(fixture.tab.queue, scheduleEndpoints.updateSchedule, request);
    await fixture.tab.week("10:00", '"v2"');
    expect(await fixture.tab.entries()).toMatchObject([stuck, { state: "waiting" }]);
  });

  test("only an edit with every field of a stuck profile edit replaces it", async () => {
    await fixture.tab.profile({ email: "x", zip: "1" });
    answers(() => problemAnswer(422, "invalid"));
    await fixture.tab.send();
    await fixture.tab.profile({ zip: "2" });
    expect((await fixture.tab.unsent()).map(({ edit }) => edit?.request.body)).toEqual([
      { profile: { email: "x", zip: "1" } },
      { profile: { zip: "2" } },
    ]);
    // A save that the server applied at once does not replace it either.
    const request = { params, body: { profile: { zip: "3" } } };
    await fixture.tab.unsent();
    await fixture.tab.dropCovered(fixture.tab.queue, profileEndpoints.updateProfile, request);
    expect(await fixture.tab.entries()).toHaveLength(2);
  });
});

describe("an edit's user", () => {
  test("sends an expired edit again under its own key", async () => {
    await fixture.tab.report("first");
    answers(away);
    await fixture.tab.send();
    const [entry] = await fixture.tab.entries();
    await fixture.tab.queue.changeEntry(entry?.id ?? "", () => ({
      madeAt: Date.now() - 15 * 86_400_000,
    }));
    await fixture.tab.send();
    const [unsent] = await fixture.tab.unsent();
    if (!unsent) throw new Error("It is gone");
    expect(unsent.entry.state).toBe("expired");
    answers(away, () => done());
    // The edit is never sent again automatically, because the server forgets a key after some days
    // and would then apply the edit twice.
    for (const attempt of [2, 3]) {
      await fixture.tab.sendAgain(unsent);
      for (let run = 0; run < 3; run++) await fixture.tab.send();
      expect(sent).toHaveLength(attempt);
    }
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([entry?.key]));
    expect(await fixture.tab.entries()).toEqual([]);
  });

  test("sends an edit again in two tabs, and it is sent once", async () => {
    await fixture.tab.report("first");
    answers(() => problemAnswer(422, "invalid"));
    await fixture.tab.send();
    const [unsent] = await fixture.tab.unsent();
    if (!unsent) throw new Error("It is gone");
    await fixture.tab.sendAgain(unsent);
    const [entry] = await fixture.tab.entries();
    await fixture.tab.sendAgain(unsent);
    expect(await fixture.tab.entries()).toEqual([entry]);
  });
});

test("an edit that this phone can no longer read is not called rejected", async () => {
  await fixture.tab.report("first");
  await holdKey(owner, new Uint8Array(32).fill(1));
  answers(() => done());
  await fixture.tab.send();
  expect(sent).toEqual([]);
  const [unsent] = await fixture.tab.unsent();
  expect(unsent?.entry.state).toBe("refused");
  expect(unsent && stateOf(unsent, false)).toBe("This device can no longer read this edit.");
});

test("after a read of the queue its edits are known, even while another read runs", async () => {
  await fixture.tab.week("09:00");
  const { followQueue, areEditsKnown } = await import("#web/pwa/outbox/unsent-edits.ts");
  const following = followQueue(fixture.tab.queue);
  const first = following.follow();
  void following.follow();
  await first;
  expect(areEditsKnown()).toBe(true);
  following.stop();
});
