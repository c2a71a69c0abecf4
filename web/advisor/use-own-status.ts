import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { every } from "../api/poll.ts";
import { query } from "../api/query.ts";

const threeSeconds = 3000;

const statusOf = (psychicId: number) => ({
  ...query(psychicEndpoints.getAvailability, { params: { id: String(psychicId) } }),
  staleTime: threeSeconds,
  meta: { polled: true },
});

/** The present availability of the psychic who is signed in, as `OwnStatusPoll` last heard of it. */
export const useOwnStatus = (psychicId: number) => useQuery(statusOf(psychicId));

/** Whoever polls is drawn again for another status only, not for each answer. */
export const polling = {
  refetchInterval: every(threeSeconds),
  notifyOnChangeProps: ["data" as const],
};

/** Asks for it while the page is seen and online. */
export const usePolledStatus = (psychicId: number) =>
  useQuery({ ...statusOf(psychicId), ...polling });
