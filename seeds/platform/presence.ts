import type pg from "pg";
import { attemptOf, type DemoChange, insertPresence } from "../presence-rows.ts";
import type { PlannedCall } from "./call.ts";
import type { Plan } from "./plan.ts";
import type { PortalEvent } from "./portal.ts";
import type { Clockwork } from "./wire.ts";
import { baseCode } from "./world.ts";

/** For a long gap, only these last days are written, as in the seed. */
const days = 30;
const dayMs = 86_400_000;

/** Writes the availabilities and calls of a time in which the platform did not run. */
export async function fillPresence(
  pool: pg.Pool,
  plan: Plan,
  from: number,
  to: number,
): Promise<void> {
  const changes: DemoChange[] = [];
  const calls: PlannedCall[] = [];
  for (const event of plan.eventsBetween(Math.max(from, to - days * dayMs), to)) {
    if (event.kind === "log-on" || event.kind === "log-off") {
      const { psychic } = event.stretch;
      const code = event.kind === "log-on" ? baseCode(psychic) : "U";
      changes.push({ psychicId: psychic.id, at: event.at, code });
    } else if (event.kind === "begin" && event.call.minutes > 0) {
      changes.push({ psychicId: event.call.psychic.id, at: event.at, code: "B" });
    } else if (event.kind === "end") {
      const { psychic, minutes } = event.call;
      calls.push(event.call);
      const isAtWork = plan.stretchesAt(event.at).some((stretch) => stretch.psychic === psychic);
      const code = isAtWork ? baseCode(psychic) : "U";
      if (minutes > 0) changes.push({ psychicId: psychic.id, at: event.at, code });
    }
  }
  await insertPresence(pool, { changes, calls }, to);
}

/** The event about a call: that it was answered, or with its end. A chat has none. */
export function callEvent(
  { real, idPrefix }: Clockwork,
  call: PlannedCall,
  isOver: boolean,
): PortalEvent | null {
  const attempt = attemptOf(call);
  if (!attempt) return null;
  const iso = (at: number | null) => (at === null ? null : real(at).toISOString());
  return {
    type: "call.attempted",
    data: {
      ...{ id: `${idPrefix}${attempt.id}`, user_id: call.psychic.id },
      connection_id: `${idPrefix}${call.connectionId}`,
      ...{ initiated_at: real(attempt.initiated).toISOString(), ringing_at: iso(attempt.ringing) },
      answered_at: iso(attempt.answered),
      ...(isOver && { ended_at: iso(attempt.ended), result: attempt.result }),
    },
  };
}
