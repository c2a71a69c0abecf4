import type { CallAnswerCode } from "#shared/rules/call-answers.ts";
import type { Random } from "../random.ts";
import type { WorldPsychic } from "./world.ts";

/** The answer of a psychic of the demo about a booked call (S28), and its time (epoch milliseconds). */
export interface PlannedAnswer {
  answer: CallAnswerCode;
  at: number;
  lateMinutes: 5 | 10 | 15 | null;
}

const minute = 60_000;

/** @param at the call's time. @returns null if the psychic does not answer. */
export function answerFor(psychic: WorldPsychic, at: number, random: Random): PlannedAnswer | null {
  const answer = random.weighted<CallAnswerCode | null>([
    ["ready", 6],
    ["late", 1],
    [null, 2],
  ]);
  const lateMinutes = answer === "late" ? random.pick([5, 10] as const) : null;
  const answeredAt = at - random.int(3, 13) * minute;
  // A visitor of the demo may play a named psychic, and answers then.
  return answer && !psychic.isNamed ? { answer, at: answeredAt, lateMinutes } : null;
}
