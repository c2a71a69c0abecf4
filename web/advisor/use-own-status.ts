import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "../../shared/psychics.ts";
import { every } from "../api/poll.ts";
import { query } from "../api/query.ts";

const threeSeconds = 3000;

/**
 * The present availability of the psychic who is signed in. The shell asks for it on every screen,
 * while that is seen and online (K9, D43); whoever else uses it hears what the shell heard.
 */
export function useOwnStatus(psychicId: number, { asks = false, enabled = true } = {}) {
  return useQuery({
    ...query(psychicEndpoints.getAvailability, { params: { id: String(psychicId) } }),
    enabled,
    staleTime: threeSeconds,
    ...(asks && { refetchInterval: every(threeSeconds) }),
    meta: { polled: true },
  });
}
