import { type AvailabilityState, maySetAvailability } from "#shared/rules/availability.ts";
import { type AvailabilityCode, availabilityChoices } from "#web/features/availability.ts";

export interface AvailabilityChoice {
  value: AvailabilityCode;
  label: string;
}

interface PossibleChoices {
  choices: readonly AvailabilityChoice[];
  /** Explains missing choices; null if none is missing. */
  reason: string | null;
}

const none = (reason: string): PossibleChoices => ({ choices: [], reason });

/** The availabilities that a psychic may choose now, and why others are missing (S13). */
export function possibleChoices(state: AvailabilityState): PossibleChoices {
  if (state.account_status !== "Active") {
    return none(
      state.account_status === "Pending"
        ? "We are checking your account. You can go online as soon as your manager has approved it. Until then, you can read Help."
        : `Your account is ${state.account_status}. You can change your status only while your account is Active.`,
    );
  }
  if (state.code === "B") {
    return none("You are on a call or chat. When it ends, you can change your status again.");
  }
  if (state.code === "R") {
    return none(
      "You are reserved for a customer. When the reservation ends, you can change your status again.",
    );
  }
  const choices = availabilityChoices.filter(({ value }) =>
    maySetAvailability("psychic", state, value),
  );
  const takesPhone = choices.some(({ value }) => value === "P");
  return {
    choices,
    reason: takesPhone
      ? null
      : "You cannot choose Available (Phone Only), because your account has no permission for phone readings. Ask your manager about it.",
  };
}
