import { newYorkDay } from "#shared/rules/new-york.ts";
import { createRandom } from "../random.ts";
import { softTones } from "../wave.ts";
import type { PlannedCall } from "./call.ts";
import type { Portal } from "./portal.ts";
import type { Clockwork } from "./wire.ts";

/** The share of calls that get a recording, which takes 50 kB of disk. */
const recordedShare = 0.1;

/**
 * The returned function sends a call's recording to the portal, for some calls only. It returns
 * whether the call now has one.
 */
export function createRecorder(options: {
  portal: Portal;
  clockwork: Clockwork;
  onProblem: (error: Error) => void;
}): (call: PlannedCall) => Promise<boolean> {
  const { portal, clockwork, onProblem } = options;
  return async ({ connectionId, channel, start }) => {
    const random = createRandom(`platform recording ${connectionId}`);
    if (channel !== "Call" || !random.chance(recordedShare)) return false;
    const day = newYorkDay(clockwork.real(start));
    try {
      await portal.record(`${clockwork.idPrefix}${connectionId}`, day, softTones(random));
      return true;
    } catch (error) {
      // The reading stays without a recording.
      onProblem(error as Error);
      return false;
    }
  };
}
