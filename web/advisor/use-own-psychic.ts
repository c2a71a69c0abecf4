import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "../api/query.ts";
import { freshFor } from "./follow-news.ts";

/**
 * The account of the signed-in psychic. While no news arrives, it reloads if it is older than half a
 * minute when a screen opens or becomes visible again, because a manager may have approved or locked
 * it.
 */
export function useOwnPsychic(id: number) {
  return useQuery({
    ...query(psychicEndpoints.getPsychic, { params: { id: String(id) } }),
    staleTime: freshFor(30_000),
    gcTime: 600_000,
  });
}
