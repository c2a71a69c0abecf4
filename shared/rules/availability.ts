import type { AvailabilityCode } from "../psychics.ts";
import type { AccountState, Permission } from "./account.ts";

/** Shown while the availability is unknown (D23a). */
export const unknownAvailability: AvailabilityCode = "B";

/** The facts that decide which availability may be chosen. */
export interface AvailabilityState extends AccountState {
  /** Null while unknown; then a psychic may choose at once. */
  code: AvailabilityCode | null;
  permissions: readonly Permission[];
}

/** The codes that a psychic may choose, and those that a psychic may change. B and R are in neither. */
const chosenByPsychics: readonly AvailabilityCode[] = ["P", "O", "U"];
const changedByPsychics: readonly AvailabilityCode[] = ["A", "P", "C", "O", "U"];

/**
 * Whether the availability may become `to`. Psychics who are not Active take no readings, so only a
 * manager may set theirs, and only to U. For an Active psychic a manager may set any. The psychic
 * may set P (with the phone permission), O or U, unless on a call or reserved.
 */
export function maySetAvailability(
  role: "manager" | "psychic",
  state: AvailabilityState,
  to: AvailabilityCode,
): boolean {
  if (role === "manager") return to === "U" || state.account_status === "Active";
  return (
    state.account_status === "Active" &&
    (state.code === null || changedByPsychics.includes(state.code)) &&
    chosenByPsychics.includes(to) &&
    (to !== "P" || state.permissions.includes("AgentPhone"))
  );
}
