import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "../api/query.ts";

/**
 * The account of the psychic who is signed in: asked for again after half a minute, on a screen
 * that begins or is looked at again, since a manager may have approved or locked it meanwhile.
 */
export function useOwnPsychic(id: number) {
  return useQuery({
    ...query(psychicEndpoints.getPsychic, { params: { id: String(id) } }),
    staleTime: 30_000,
    gcTime: 600_000,
  });
}
