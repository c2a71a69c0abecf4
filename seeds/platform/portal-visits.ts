import { questionEndpoints } from "#shared/questions.ts";
import { newYorkDay, wallClock } from "#shared/rules/new-york.ts";
import type { ScheduleException } from "#shared/schedule-exceptions.ts";
import type { Booking } from "./bookings.ts";
import type { Report } from "./contacts-and-problems.ts";
import type { PlannedAnswer } from "./planned-answer.ts";
import type { Portal } from "./portal.ts";
import type { Clockwork } from "./wire.ts";
import type { WorldPsychic } from "./world.ts";

/** The password of all the demo's psychics except the named ones. */
const password = "psychic-demo";

/** The visits of the demo's psychics to the portal. Named ones make none: a visitor may play them. */
export function createPortalVisits(portal: Portal, { real, idPrefix }: Clockwork) {
  const visit = (psychic: WorldPsychic, work: Parameters<Portal["visit"]>[2]) =>
    portal.visit(psychic, password, work);
  return {
    answer: ({ psychic, id, at: callAt }: Booking, { answer, at, lateMinutes }: PlannedAnswer) =>
      visit(psychic, async (send) => {
        const call = encodeURIComponent(`${idPrefix}${id}`);
        await send("POST", `/psychics/${psychic.id}/scheduled_calls/${call}/answer`, {
          ...{ answer, late_minutes: lateMinutes },
          ...{ at: real(callAt).toISOString(), answered_at: real(at).toISOString() },
        });
      }),

    /** Asks the platform whether Busy is still right, as the screen offers. */
    ask: (psychic: WorldPsychic) =>
      visit(psychic, async (send) => {
        const answer = await send("GET", `/psychics/${psychic.id}/questions`);
        const { stuck } = questionEndpoints.getQuestions.response.parse(answer);
        if (!stuck) return;
        const path = `/psychics/${psychic.id}/availability/question`;
        await send("POST", path, { since: stuck.since });
      }),

    /** Announces extra hours between two instants. */
    announce: (psychic: WorldPsychic, { from, to }: { from: number; to: number }) =>
      visit(psychic, async (send) => {
        const path = `/psychics/${psychic.id}/schedule/exceptions`;
        const { exceptions } = (await send("GET", path)) as { exceptions: ScheduleException[] };
        const day = newYorkDay(from);
        const [starts, ends] = [from, to].map((at) => wallClock(at).format("HH:mm"));
        const extra = { kind: "extra", first_day: day, last_day: day, starts, ends, note: null };
        const known = exceptions.map(({ created_by: _, ...exception }) => exception);
        await send("PUT", path, { exceptions: [...known, extra] });
      }),

    report: ({ psychic, category, details }: Report) =>
      visit(psychic, async (send) => {
        await send("POST", `/psychics/${psychic.id}/problem`, { category, details });
      }),
  };
}
