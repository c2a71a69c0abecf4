import { useFormContext } from "react-hook-form";
import { placeEndpoints } from "#shared/places.ts";
import { call } from "#web/api/call.ts";
import type { PersonValues } from "./person-values.ts";

/**
 * Fills in the city and the state of a US code as it is typed (V11). It never holds anything up:
 * whatever goes wrong leaves the fields to the user.
 */
export function usePlaceLookup(): () => Promise<void> {
  const { getValues, setValue } = useFormContext<PersonValues>();
  return async () => {
    const asked = getValues();
    const { country, postal_code } = asked;
    const zip = postal_code.trim();
    if (country !== "US" || !/^\d{5}$/.test(zip)) return;
    try {
      const place = await call(placeEndpoints.getPlace, { params: { zip } });
      const now = getValues();
      if (now.country !== "US" || now.postal_code.trim() !== zip) return;
      for (const key of ["city", "region"] as const) {
        // What was typed while the answer was awaited stays.
        if (now[key] !== asked[key]) continue;
        setValue(key, place[key], { shouldDirty: true, shouldValidate: true });
      }
    } catch {
      // An unknown code, or no answer.
    }
  };
}
