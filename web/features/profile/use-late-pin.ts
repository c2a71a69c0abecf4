import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { PsychicProfile } from "#shared/profile.ts";
import type { ProfileValues } from "./profile-values.ts";

/**
 * A profile stored on a phone lacks the PIN (D38). Once the server sends it, this adds it to an open
 * form without changing what was typed there.
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
