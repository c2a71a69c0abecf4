import { describe, expect, it } from "vitest";
import type { PlannedCall } from "#seeds/platform/call.ts";
import { createPlan, type PlatformEvent } from "#seeds/platform/plan.ts";
import { callAnswers } from "#shared/rules/call-answers.ts";
import { worldOf } from "../support/platform-world.ts";

const minute = 60_000;
const hour = 60 * minute;
/** A week that contains the end of daylight-saving time. */
const from = Date.parse("2026-10-26T04:00:00Z");
const to = from + 7 * 24 * hour;
const plan = createPlan(worldOf());
const events = plan.eventsBetween(from, to);

const isSoon = (event: PlatformEvent): event is Extract<PlatformEvent, { booking: unknown }> =>
  event.kind === "booked" && event.booking.at - event.at <= 20 * minute;
const isRungInVain = ({ minutes, channel, result }: PlannedCall) =>
  minutes === 0 && channel === "Call" && result !== "Busy";

describe("what the simulated platform's plan has for questions (H1, S28, D71)", () => {
  it("at any hour shows within four hours everything that a call, Busy or promised hours can lead to", () => {
    const kinds: Record<string, (event: PlatformEvent) => boolean> = {
      "luna is booked in 20 minutes": (event) =>
        isSoon(event) && event.booking.psychic.username === "luna",
      "nobody answers a call": (event) => isSoon(event) && event.booking.answer === null,
      ...Object.fromEntries(
        callAnswers.map((answer) => [
          answer,
          (event: PlatformEvent) => event.kind === "answered" && event.answer.answer === answer,
        ]),
      ),
      "a psychic left on Busy asks": ({ kind }) => kind === "asks",
      "extra hours are announced": ({ kind }) => kind === "announced",
      "a call is missed": ({ kind, ...event }) =>
        kind === "end" && "call" in event && isRungInVain(event.call),
    };
    for (const [name, isOne] of Object.entries(kinds)) {
      const times = [from, ...events.filter(isOne).map(({ at }) => at), to];
      const pauses = times.slice(1).map((at, place) => at - (times[place] ?? at));
      expect(Math.max(...pauses) / hour, name).toBeLessThan(4);
      expect(times.length / (7 * 24), `${name}, for each hour`).toBeLessThan(8);
    }
  });

  it("lets a psychic answer between booking and call, and gives extra hours to nobody at work", () => {
    for (const event of events) {
      if (event.kind === "answered") {
        const { bookedAt, at, psychic } = event.booking;
        expect(event.at).toBeGreaterThan(Math.max(bookedAt, at - 15 * minute));
        expect(event.at).toBeLessThan(at);
        expect(psychic.isNamed).toBe(false);
      }
      if (event.kind !== "announced") continue;
      const { extra, stretch } = event;
      const atWork = [event.at, extra.from].flatMap((at) => plan.stretchesAt(at));
      expect(atWork.filter(({ psychic }) => psychic === stretch.psychic)).toEqual([]);
      expect(stretch.from - extra.from).toBeGreaterThan(20 * minute);
    }
  });
});
