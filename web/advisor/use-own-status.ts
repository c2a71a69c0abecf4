import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "../api/query.ts";
import { freshFor, pollWithoutNews } from "./follow-news.ts";

const threeSeconds = 3000;

const statusOf = (psychicId: number) => ({
  ...query(psychicEndpoints.getAvailability, { params: { id: String(psychicId) } }),
  staleTime: freshFor(threeSeconds),
  meta: { polled: true },
});

/** The availability of the signed-in psychic, which `OwnNews` keeps up to date. */
export const useOwnStatus = (psychicId: number) => useQuery(statusOf(psychicId));

/** Re-renders only when the status changes, not for each answer. */
export const polling = {
  refetchInterval: pollWithoutNews(threeSeconds),
  notifyOnChangeProps: ["data" as const],
};

/** Polls while the page is visible and online, and no news arrives. */
export const usePolledStatus = (psychicId: number) =>
  useQuery({ ...statusOf(psychicId), ...polling });
