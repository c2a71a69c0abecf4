import { beforeAll, describe, expect, it } from "vitest";
import { endOf } from "#seeds/platform/call.ts";
import { createPlan, type Plan, type PlatformEvent } from "#seeds/platform/plan.ts";
import { createStretches } from "#seeds/platform/stretches.ts";
import { clockwork, sentReading } from "#seeds/platform/wire.ts";
import type { World } from "#seeds/platform/world.ts";
import { platformEvent } from "#shared/ingest.ts";
import { weeksOf } from "#shared/rules/alternating-weeks.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { opened, worldOf } from "../support/platform-world.ts";

const minute = 60_000;
const hour = 60 * minute;
/** A week that contains the end of daylight-saving time. */
const from = Date.parse("2026-10-26T04:00:00Z");
const to = from + 7 * 24 * hour;
let plan: Plan;
let events: PlatformEvent[];

beforeAll(() => {
  plan = createPlan(worldOf());
  events = plan.eventsBetween(from, to);
});

type CallEvent = Extract<PlatformEvent, { kind: "begin" | "end" | "rated" }>;

const callsOf = (kind: "begin" | "end") =>
  events.filter((event): event is CallEvent => event.kind === kind).map(({ call }) => call);

describe("the simulated platform's plan (H1)", () => {
  it("is the same in one span and in pieces, in any order", () => {
    // Through the night in which the clocks change.
    const [start, end] = [from + 4.5 * 24 * hour, to];
    const pieces = [0, 0.07, 0.31, 0.55, 0.9, 1].map((share) => start + share * (end - start));
    const other = createPlan(worldOf());
    const parts = pieces
      .slice(1)
      .map((until, place) => [pieces[place] ?? start, until] as const)
      .toReversed()
      .map((piece) => other.eventsBetween(...piece))
      .toReversed();
    expect(parts.flat()).toEqual(plan.eventsBetween(start, end));
    expect(parts.flat().length).toBeGreaterThan(2_500);
    expect(events.length).toBeGreaterThan(7_000);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it("plans the hours of every second week in their weeks only (S34)", () => {
    const world = worldOf();
    const shift = { day: 7, starts: "10:00", ends: "14:00", status: "A", weeks: "A" } as const;
    const [psychic] = world.psychics;
    const stretches = createStretches({
      ...world,
      psychics: [{ ...psychic, week: [shift] }],
    } as World);
    const saturdays = Array.from({ length: 20 }, (_, week) => addDays("2026-10-31", week * 7));
    const planned = saturdays.filter((day) =>
      stretches.ofDay(day).some(({ id }) => /-1$/.test(id)),
    );
    expect(planned.length).toBeGreaterThan(5);
    expect(new Set(planned.map(weeksOf))).toEqual(new Set(["A"]));
  });

  it("has somebody on the line in every minute, and a reading every three minutes", () => {
    let busyUntil = Math.max(...plan.callsAt(from).map(endOf));
    const gaps: string[] = [];
    for (const call of callsOf("begin").toSorted((a, b) => a.start - b.start)) {
      if (call.start > busyUntil) gaps.push(new Date(busyUntil).toISOString());
      busyUntil = Math.max(busyUntil, endOf(call));
    }
    expect(gaps).toEqual([]);
    expect(busyUntil).toBeGreaterThanOrEqual(to);
    const ends = callsOf("end").map(endOf);
    const quiet = ends.slice(1).map((end, place) => end - (ends[place] ?? end));
    expect(Math.max(...quiet)).toBeLessThan(3 * minute);
  });

  it.each([
    ["Saturday 23:50", "2026-10-31T23:50:00-04:00"],
    ["Sunday 00:10", "2026-11-01T00:10:00-04:00"],
    ["Wednesday noon", "2026-10-28T12:00:00-04:00"],
    ["the first hour after the clocks changed", "2026-11-01T01:10:00-05:00"],
  ])("on %s somebody is busy, and a reading ends within three minutes", (_, time) => {
    const instant = Date.parse(time);
    expect(plan.callsAt(instant).length).toBeGreaterThan(0);
    const next = plan.eventsBetween(instant, instant + 3 * minute);
    expect(next.filter(({ kind }) => kind === "end").length).toBeGreaterThan(0);
  });

  it("has nobody on two lines at once", () => {
    const lines = new Map<string, number>();
    const onTwoLines: string[] = [];
    for (const { psychic, customer, start, minutes } of callsOf("begin")) {
      for (const who of [`psychic ${psychic.id}`, `customer ${customer.id}`]) {
        if ((lines.get(who) ?? 0) > start) onTwoLines.push(who);
        lines.set(who, start + minutes * minute);
      }
    }
    expect(onTwoLines).toEqual([]);
    expect(lines.size).toBeGreaterThan(100);
  });

  it("gives calls and chats to psychics who take them, and unbooked ones only to those logged on", () => {
    const wrong = callsOf("begin").filter(({ psychic, channel, start, booking }) => {
      const isTaken = channel === "Call" ? psychic.takesCalls : psychic.takesChats;
      const isThere = plan.stretchesAt(start).some((stretch) => stretch.psychic.id === psychic.id);
      return !isTaken || (booking === null && !isThere);
    });
    expect(wrong).toEqual([]);
  });

  it("is busier in the evening than at night, and on Saturday than on Tuesday", () => {
    const minutesOf = (start: string, hours: number) => {
      const begin = Date.parse(start);
      return callsOf("begin")
        .filter((call) => call.start >= begin && call.start < begin + hours * hour)
        .reduce((sum, { minutes }) => sum + minutes, 0);
    };
    const evening = minutesOf("2026-10-30T20:00:00-04:00", 3);
    expect(evening).toBeGreaterThan(1.3 * minutesOf("2026-10-30T02:00:00-04:00", 3));
    const saturday = minutesOf("2026-10-31T00:00:00-04:00", 24);
    expect(saturday).toBeGreaterThan(minutesOf("2026-10-27T00:00:00-04:00", 24));
  });

  it("always has a call booked ahead for luna and orion; some are moved or cancelled", () => {
    const bookings = new Map<string, PlatformEvent[]>();
    for (const event of plan.eventsBetween(opened, to)) {
      if (!("booking" in event)) continue;
      const { id } = event.booking;
      bookings.set(id, [...(bookings.get(id) ?? []), event]);
    }
    const stories = new Set<string>();
    const waiting = (username: string, instant: number) =>
      [...bookings.values()].filter((story) => {
        const [first] = story;
        if (!first || !("booking" in first)) return false;
        const { psychic, at, bookedAt, cancelledAt } = first.booking;
        const isCancelled = cancelledAt !== null && cancelledAt <= instant;
        return psychic.username === username && bookedAt <= instant && at > instant && !isCancelled;
      });
    for (const story of bookings.values()) {
      stories.add(story.map(({ kind }) => kind).join(", "));
      expect(story[0]?.kind).toBe("booked");
    }
    expect([...stories].sort()).toEqual([
      ...["booked", "booked, answered", "booked, answered, cancelled", "booked, cancelled"],
      ...["booked, moved", "booked, moved, answered"],
    ]);
    for (let instant = opened + hour; instant < to; instant += hour) {
      for (const name of ["luna", "orion"]) {
        expect(waiting(name, instant).length, `${name} ${instant}`).toBeGreaterThan(0);
      }
    }
    // Every booking that was not cancelled becomes a call of the plan.
    const taken = new Set(callsOf("begin").map(({ booking }) => booking));
    const due = [...bookings].filter(([, story]) => {
      const [first] = story;
      const booking = first && "booking" in first ? first.booking : undefined;
      return booking && booking.cancelledAt === null && booking.at >= from && booking.at < to;
    });
    expect(due.filter(([id]) => !taken.has(id))).toEqual([]);
  });

  it("books nobody twice for one time, not even with a call of the seed", () => {
    const taken = worldOf().booked.map(({ psychicId, start, end }) => ({ psychicId, start, end }));
    for (let day = 0; day < 12; day++) {
      for (const booking of plan.bookingsOf(addDays("2026-10-25", day))) {
        const { psychic, minutes, at, firstAt } = booking;
        for (const start of new Set([at, firstAt])) {
          const end = start + minutes * minute;
          const twin = taken.find(
            (one) => one.psychicId === psychic.id && one.start < end && one.end > start,
          );
          expect(twin, booking.id).toBeUndefined();
        }
        taken.push({ psychicId: psychic.id, start: at, end: at + minutes * minute });
        if (firstAt !== at) {
          taken.push({ psychicId: psychic.id, start: firstAt, end: firstAt + minutes * minute });
        }
      }
    }
    expect(taken.length).toBeGreaterThan(30);
  });

  it("has new customers, ratings after the call, missed calls, applications and reports", () => {
    const kinds = new Set(events.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      "announced",
      "answered",
      "application",
      "asks",
      "begin",
      "booked",
      "cancelled",
      "end",
      "log-off",
      "log-on",
      "moved",
      "rated",
      "report",
    ]);
    const ended = callsOf("end");
    expect(ended.some(({ free }) => free > 0)).toBe(true);
    const missed = ended.filter(({ minutes }) => minutes === 0).length / ended.length;
    expect(missed).toBeGreaterThan(0.05);
    expect(missed).toBeLessThan(0.3);
    const ratings = ended.flatMap((call) => (call.rating ? [call.rating.at - endOf(call)] : []));
    expect(Math.min(...ratings)).toBeGreaterThanOrEqual(minute);
  });

  it("makes readings that the ingest endpoint accepts", () => {
    const readings = callsOf("end")
      .slice(0, 1000)
      .map((call) => sentReading(clockwork(1, from), call, true));
    const event = { type: "readings.recorded", timestamp: "2026-10-27T00:00:00Z" };
    expect(platformEvent.safeParse({ ...event, data: { readings } }).error).toBeUndefined();
    for (const { minutes, free_minutes, paid_minutes } of readings) {
      expect(free_minutes + paid_minutes).toBe(minutes);
    }
  });

  it("at pace 60 runs an hour of the plan in a minute, dates no event ahead, and makes ids of its own", () => {
    const { real, idPrefix } = clockwork(60, from);
    expect(real(from + hour).getTime()).toBe(from + minute);
    expect(idPrefix).toMatch(/^[0-9a-z]+-$/);
    expect(clockwork(1, from).idPrefix).toBe("");
    expect(
      clockwork(1, from)
        .real(from + hour)
        .getTime(),
    ).toBe(from + hour);
  });
});
