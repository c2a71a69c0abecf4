import { useFormContext } from "react-hook-form";
import { placeEndpoints } from "#shared/places.ts";
import { call } from "#web/api/call.ts";
import type { PersonValues } from "./person-values.ts";

/**
 * Fills in the city and the state as the user types a US code (V11). If it fails, the user fills them
 * in.
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
        // Keeps what the user typed in the meantime.
        if (now[key] !== asked[key]) continue;
        setValue(key, place[key], { shouldDirty: true, shouldValidate: true });
      }
    } catch {
      // An unknown code, or no answer.
    }
  };
}
