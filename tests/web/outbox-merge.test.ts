import { expect, test } from "vitest";
import { scheduleEndpoints } from "#shared/schedule.ts";
import type { Week } from "#web/features/schedule/week.ts";
import { things } from "#web/pwa/outbox/things/things.ts";
import { away, done, openTab, params, problemAnswer, setUpOutbox } from "./fixtures/outbox.ts";

const fixture = setUpOutbox();
const { sent, answers } = fixture;

const at = (day: number, from: string) => ({ day, status: "A" as const, from, to: "20:00" });
const [monday, tuesday, friday] = [2, 3, 6];
const base = [at(monday, "09:00"), at(tuesday, "09:00")];

const queue = (week: Week, tab = fixture.tab, before: Week | null = base, isTried = false) =>
  tab.save(
    scheduleEndpoints.updateSchedule,
    { params, body: { schedule: week } },
    '"v1"',
    isTried,
    before ? JSON.stringify(before) : undefined,
  );

/** Somebody else has saved this week. */
const changedTo = (week: Week, version: string) => () => {
  // The server answers with instants.
  const instant = (time: string) => `2026-11-25T${time}:00-05:00`;
  const schedule = week.map(({ from, to, ...segment }) => ({
    ...segment,
    ...{ number: 1, from: instant(from), to: instant(to) },
  }));
  const current = { schedule, total: schedule.length };
  return problemAnswer(412, "stale_version", { ETag: version }, { current });
};

const sentWeeks = () =>
  sent.map(({ version, body }) => [version, (body as { schedule: Week }).schedule]);

async function onlyUnsent() {
  const [unsent, ...others] = await fixture.tab.unsent();
  expect(others).toEqual([]);
  if (!unsent) throw new Error("It is gone");
  return unsent;
}

test("an unsent week merges with changes of other days, and is sent again by itself (D40)", async () => {
  const mine = [at(monday, "09:00"), at(tuesday, "12:00")];
  const theirs = [at(monday, "11:00"), at(tuesday, "09:00"), at(friday, "08:00")];
  await queue(mine);
  answers(changedTo(theirs, '"v2"'), () => done('"v3"'));
  await fixture.tab.send();
  expect(sentWeeks()).toEqual([
    ['"v1"', mine],
    ['"v2"', [at(monday, "11:00"), at(tuesday, "12:00"), at(friday, "08:00")]],
  ]);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
  expect(await fixture.tab.entries()).toEqual([]);
});

test("only a day that both changed is asked about, and neither answer undoes other days", async () => {
  const mine = [at(monday, "10:00"), at(tuesday, "12:00")];
  const theirs = [at(monday, "09:00"), at(tuesday, "13:00"), at(friday, "08:00")];
  const asked = async () => {
    sent.length = 0;
    await queue(mine);
    answers(changedTo(theirs, '"v2"'), () => done('"v3"'));
    await fixture.tab.send();
    const unsent = await onlyUnsent();
    expect(unsent.entry.state).toBe("conflict");
    const { edit, stuck } = unsent;
    const words = await things.find(({ name }) => name === "schedule")?.describe();
    const lines = edit && words?.lines(edit.request.body, edit, stuck?.problem?.current);
    expect(lines?.map(({ label }) => label)).toEqual(["Tuesday"]);
    return unsent;
  };
  await fixture.tab.sendAgain(await asked());
  await fixture.tab.send();
  expect(sentWeeks()[1]).toEqual(['"v2"', [...mine, at(friday, "08:00")]]);

  await fixture.tab.keepTheirs(await asked());
  await fixture.tab.send();
  expect(sentWeeks()[1]).toEqual([
    '"v2"',
    [at(monday, "10:00"), at(tuesday, "13:00"), at(friday, "08:00")],
  ]);
  expect(await fixture.tab.entries()).toEqual([]);
});

test('if the user chooses "Keep theirs" for every changed day, nothing is left to send', async () => {
  await queue([at(monday, "10:00"), at(tuesday, "09:00")]);
  answers(changedTo([at(monday, "11:00"), at(tuesday, "09:00")], '"v2"'));
  await fixture.tab.send();
  await fixture.tab.keepTheirs(await onlyUnsent());
  expect(await fixture.tab.entries()).toEqual([]);
});

test("a week behind a merged one is merged too, and undoes nobody's change", async () => {
  const first = [at(monday, "09:00"), at(tuesday, "12:00")];
  await queue(first);
  answers(away);
  await fixture.tab.send();
  await queue([at(monday, "10:00"), at(tuesday, "12:00")], fixture.tab, first);
  const theirs = [...base, at(friday, "08:00")];
  const merged = [...first, at(friday, "08:00")];
  answers(
    changedTo(theirs, '"v2"'),
    () => done('"v3"'),
    changedTo(merged, '"v3"'),
    () => done('"v4"'),
  );
  sent.length = 0;
  await fixture.tab.send();
  expect(sentWeeks().at(-1)).toEqual([
    '"v3"',
    [at(monday, "10:00"), at(tuesday, "12:00"), at(friday, "08:00")],
  ]);
  expect(await fixture.tab.entries()).toEqual([]);
});

test("a page that does not show the merged week yet does not replace it", async () => {
  await queue([at(monday, "09:00"), at(tuesday, "12:00")]);
  answers(changedTo([...base, at(friday, "08:00")], '"v2"'), away);
  await fixture.tab.send();
  await queue([at(monday, "10:00"), at(tuesday, "12:00")]);
  expect(await fixture.tab.entries()).toMatchObject([
    { version: '"v2"', isBlind: false },
    { version: '"v1"', isBlind: true },
  ]);
});

test("the weeks of two tabs merge, even if neither tab shows the other's week", async () => {
  const other = await openTab();
  const [inFirst, inOther] = [
    [at(monday, "09:00"), at(tuesday, "12:00")],
    [...base, at(friday, "08:00")],
  ];
  await queue(inFirst);
  await queue(inOther, other);
  answers(
    () => done('"v2"'),
    changedTo(inFirst, '"v2"'),
    () => done('"v3"'),
  );
  await fixture.tab.send();
  expect(sentWeeks()[2]).toEqual(['"v2"', [...inFirst, at(friday, "08:00")]]);
});

test("a week of an earlier release, whose base is unknown, is asked about as a whole", async () => {
  await queue([at(monday, "09:00"), at(tuesday, "12:00")], fixture.tab, null);
  answers(changedTo([...base, at(friday, "08:00")], '"v2"'), () => done('"v3"'));
  await fixture.tab.send();
  const unsent = await onlyUnsent();
  expect(unsent.entry.state).toBe("conflict");
  await fixture.tab.sendAgain(unsent);
  await fixture.tab.send();
  expect(sentWeeks()[1]).toEqual(['"v2"', [at(monday, "09:00"), at(tuesday, "12:00")]]);
});

test("somebody who saves all the time does not keep the phone busy", async () => {
  await queue([at(monday, "09:00"), at(tuesday, "12:00")]);
  let saves = 1;
  answers(() => {
    saves += 1;
    return changedTo(base, `"v${saves}"`)();
  });
  await fixture.tab.send();
  expect(sent).toHaveLength(3);
  expect(await fixture.tab.entries()).toMatchObject([{ state: "waiting" }]);
});
