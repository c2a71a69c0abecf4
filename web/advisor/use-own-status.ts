import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { pollEvery } from "../api/poll.ts";
import { query } from "../api/query.ts";

const threeSeconds = 3000;

const statusOf = (psychicId: number) => ({
  ...query(psychicEndpoints.getAvailability, { params: { id: String(psychicId) } }),
  staleTime: threeSeconds,
  meta: { polled: true },
});

/** The availability of the signed-in psychic, from the last poll by `OwnStatusPoll`. */
export const useOwnStatus = (psychicId: number) => useQuery(statusOf(psychicId));

/** Re-renders only when the status changes, not for each answer. */
export const polling = {
  refetchInterval: pollEvery(threeSeconds),
  notifyOnChangeProps: ["data" as const],
};

/** Polls while the page is visible and online. */
export const usePolledStatus = (psychicId: number) =>
  useQuery({ ...statusOf(psychicId), ...polling });
