import type pg from "pg";
import { openQuestions } from "./heard.ts";
import type { Plan, PlatformEvent } from "./plan.ts";
import type { Portal } from "./portal.ts";
import { createPortalVisits } from "./portal-visits.ts";
import type { Roster } from "./roster.ts";
import { atPlannedTime, type Clockwork } from "./wire.ts";
import { baseCode, type World, type WorldPsychic } from "./world.ts";

/** The events in which a psychic uses the portal. */
export type PortalUse = Extract<
  PlatformEvent,
  { kind: "asks" | "answered" | "announced" | "report" }
>;

/** Lets the demo's psychics use the portal, and answers what they, or visitors, ask the platform. */
export function createAtThePortal(options: {
  world: World;
  plan: Plan;
  portal: Portal;
  pool: pg.Pool;
  clockwork: Clockwork;
  roster: () => Roster;
  isOnLine: (psychic: WorldPsychic) => boolean;
  setCode: (psychic: WorldPsychic, code: string, at: number, why: string) => Promise<void>;
}) {
  const { world, plan, portal, pool, clockwork, roster, isOnLine, setCode } = options;
  const visits = createPortalVisits(portal, clockwork);

  /**
   * Whether the psychic acts by herself: no visitor plays her. At another pace the portal's hours are
   * not those of the plan, and nobody acts.
   */
  function actsAlone({ id, isNamed }: WorldPsychic): boolean {
    const { isActive, isSignedIn } = roster()(id);
    return clockwork === atPlannedTime && isActive && !isNamed && !isSignedIn;
  }

  /** The availability of a psychic who is on no line. */
  function freeCode(psychic: WorldPsychic, at: number): string {
    const isAtWork = plan.stretchesAt(at).some((stretch) => stretch.psychic === psychic);
    const isPlayed = psychic.isNamed || roster()(psychic.id).isSignedIn;
    return isPlayed || isAtWork ? baseCode(psychic) : "U";
  }

  /** A psychic who is still left on Busy asks the platform, or the platform notices by itself. */
  async function askOrFree(psychic: WorldPsychic, at: number): Promise<void> {
    if (roster()(psychic.id).code !== "B" || isOnLine(psychic)) return;
    if (actsAlone(psychic)) await visits.ask(psychic);
    else await setCode(psychic, freeCode(psychic, at), at, "noticed");
  }

  return {
    actsAlone,

    async handle(event: PortalUse): Promise<void> {
      switch (event.kind) {
        case "asks":
          return askOrFree(event.call.psychic, event.at);
        case "answered":
          if (actsAlone(event.booking.psychic)) await visits.answer(event.booking, event.answer);
          return;
        case "announced":
          if (actsAlone(event.stretch.psychic)) {
            await visits.announce(event.stretch.psychic, event.extra);
          }
          return;
        case "report":
          if (!event.report.psychic.isNamed) await visits.report(event.report);
      }
    },

    /** The psychics who wait for the platform's word on Busy. */
    async asking(at: number): Promise<WorldPsychic[]> {
      const ids = await openQuestions(pool, clockwork.real(at));
      return ids.length > 0 ? world.psychics.filter(({ id }) => ids.includes(id)) : [];
    },

    /** Confirms that a psychic is on the line, or frees her. */
    async answerQuestion(psychic: WorldPsychic, at: number): Promise<void> {
      if (!roster()(psychic.id).isActive) return;
      await setCode(psychic, isOnLine(psychic) ? "B" : freeCode(psychic, at), at, "asked");
    },
  };
}
