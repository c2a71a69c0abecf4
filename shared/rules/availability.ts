import type { AvailabilityCode } from "../psychics.ts";
import type { AccountState, Permission } from "./account.ts";

/** What a client shows while no availability is known (D23a). */
export const unknownAvailability: AvailabilityCode = "B";

/** What decides which availability may be chosen. */
export interface AvailabilityState extends AccountState {
  /** Null while none is known, which nobody needs to wait for the end of. */
  code: AvailabilityCode | null;
  permissions: readonly Permission[];
}

/** What a psychic may choose, and what they may leave: never B or R, which are the platform's. */
const chosenByPsychics: readonly AvailabilityCode[] = ["P", "O", "U"];
const leftByPsychics: readonly AvailabilityCode[] = ["A", "P", "C", "O", "U"];

/**
 * Whether the availability may become `to`. Only an Active psychic takes readings, so everybody
 * else's can become U alone. A manager sets any of an Active psychic's. The psychic sets P (with
 * the phone permission), O or U, unless on a call or reserved.
 */
export function maySetAvailability(
  role: "manager" | "psychic",
  state: AvailabilityState,
  to: AvailabilityCode,
): boolean {
  if (role === "manager") return to === "U" || state.account_status === "Active";
  return (
    state.account_status === "Active" &&
    (state.code === null || leftByPsychics.includes(state.code)) &&
    chosenByPsychics.includes(to) &&
    (to !== "P" || state.permissions.includes("AgentPhone"))
  );
}
