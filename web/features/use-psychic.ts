import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "../api/query.ts";

const tenMinutes = 600_000;

/** Reads a psychic. The answer is reused for ten minutes, unless a change invalidates it (S18). */
export function usePsychic(id: number) {
  return useQuery({
    ...query(psychicEndpoints.getPsychic, { params: { id: String(id) } }),
    staleTime: tenMinutes,
    gcTime: tenMinutes,
  });
}
