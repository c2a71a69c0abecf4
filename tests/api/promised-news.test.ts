import { describe, expect, test } from "vitest";
import { weeksOf } from "#shared/rules/alternating-weeks.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { Account } from "../support/people.ts";
import { minute } from "./fixtures/notifications.ts";
import { setUpPresenceNews } from "./fixtures/presence-news.ts";

const { fixture, become, addActive } = setUpPresenceNews();
const { sql, now, runRemind, pushed, letters, saveSettings, advanceTo } = fixture;

describe("a psychic who promised hours and is Unavailable (R78, D71)", () => {
  /** Promises the same hours each day. */
  async function promise(psychic: Account, ...hours: [starts: string, ends: string][]) {
    const days = [1, 2, 3, 4, 5, 6, 7];
    await sql()("schedule_segments").insert(
      days.flatMap((day) =>
        hours.map(([starts, ends], place) => ({
          ...{ psychic_id: psychic.id, day, number: place + 1, starts, ends, status: "A" },
        })),
      ),
    );
  }

  test("is told once, between 5 and 20 minutes after they began", async () => {
    const { psychic } = await addActive("promised");
    await promise(psychic, ["19:00", "22:00"]);
    await become(psychic, "U", 5);
    await advanceTo("19:04");
    await runRemind();
    expect(pushed()).toEqual([]);
    await advanceTo("19:05");
    await Promise.all([runRemind(), runRemind()]);
    await advanceTo("19:12");
    await runRemind();
    expect(pushed()).toEqual([
      "promised: Promised hours | You promised 7 PM ET and are Unavailable.",
    ]);
    expect(letters()).toEqual([]);
  });

  test("is told of hours of every second week only in their week (S34)", async () => {
    const { psychic } = await addActive("alternating");
    await promise(psychic, ["19:00", "22:00"]);
    await become(psychic, "U", 5);
    await advanceTo("19:06");
    const present = weeksOf(newYorkDay(now()));
    const own = () => sql()("schedule_segments").where({ psychic_id: psychic.id });
    await own().update({ weeks: present === "A" ? "B" : "A" });
    await runRemind();
    expect(pushed()).toEqual([]);
    await own().update({ weeks: present });
    await runRemind();
    expect(pushed()).toHaveLength(1);
  });

  test("is not told after 20 minutes, nor if Unavailable began after the hours", async () => {
    const { psychic } = await addActive("after");
    await promise(psychic, ["19:15", "22:00"]);
    await become(psychic, "U", 5);
    await advanceTo("19:36");
    await runRemind();
    await advanceTo("19:10");
    await become(psychic, "A", 0);
    await advanceTo("19:20");
    await become(psychic, "U", 0);
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("is told although the platform confirms Unavailable meanwhile", async () => {
    const { psychic } = await addActive("confirmed");
    await promise(psychic, ["19:00", "22:00"]);
    await become(psychic, "U", 5);
    await advanceTo("19:02");
    await become(psychic, "U", 0);
    await advanceTo("19:06");
    await runRemind();
    expect(pushed()).toEqual([expect.stringMatching(/^confirmed: Promised hours/)]);
  });

  test("is not told once the status has changed, even back, before the message goes out", async () => {
    const { psychic } = await addActive("back");
    await promise(psychic, ["19:00", "22:00"]);
    await become(psychic, "U", 5);
    await advanceTo("19:05");
    fixture.service.replies.set("back", { status: 503 });
    await runRemind();
    fixture.service.replies.clear();
    fixture.service.pushed.length = 0;
    await become(psychic, "A", 0);
    await become(psychic, "U", 0);
    await fixture.portal.advance(2 * minute);
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("is not told at midnight about hours that began the evening before", async () => {
    const { psychic } = await addActive("night");
    await promise(psychic, ["20:00", "02:00"]);
    await become(psychic, "U", 5);
    await advanceTo("00:10");
    await runRemind();
    expect(pushed()).toEqual([]);
  });

  test("is not told in quiet hours, nor when they end", async () => {
    const { psychic, browsers } = await addActive("quiet");
    await saveSettings(browsers[0], { quiet_from: "18:00", quiet_to: "20:00" });
    await promise(psychic, ["19:00", "23:00"]);
    await become(psychic, "U", 5);
    await advanceTo("19:10");
    await runRemind();
    await advanceTo("20:00");
    await runRemind();
    expect(pushed()).toEqual([]);
  });
});
