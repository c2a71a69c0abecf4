import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "../api/query.ts";

const tenMinutes = 600_000;

/** Reads a psychic. It is fetched again after ten minutes at the earliest, unless invalidated (S18). */
export function usePsychic(id: number) {
  return useQuery({
    ...query(psychicEndpoints.getPsychic, { params: { id: String(id) } }),
    staleTime: tenMinutes,
    gcTime: tenMinutes,
  });
}
