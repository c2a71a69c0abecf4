import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { PsychicProfile } from "#shared/profile.ts";
import type { ProfileValues } from "./profile-values.ts";

/**
 * What a phone keeps of a profile lacks the PIN (D38). Once the network brings it, it takes its
 * place in a form that was begun without it, beside what was typed there.
 */
export function useLatePin(
  { getFieldState, getValues, resetField }: UseFormReturn<ProfileValues>,
  { pin }: PsychicProfile,
): void {
  useEffect(() => {
    const untouched = getValues("pin") === "" && !getFieldState("pin").isDirty;
    if (pin && untouched) resetField("pin", { defaultValue: pin });
  }, [pin, getFieldState, getValues, resetField]);
}
