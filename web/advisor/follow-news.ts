import type { QueryClient } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { newsEndpoints } from "#shared/news.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { addressOf } from "../api/address.ts";
import { answerAsShown } from "../api/answer-query.ts";
import { followEvents } from "../api/follow-events.ts";
import { pollEvery } from "../api/poll.ts";
import { query } from "../api/query.ts";
import { isSignedIn } from "../api/stored-session.ts";

let isLive = false;

/** Whether news arrives, or will again once the page is seen. If not, the app polls (D67). */
export const newsArrives = () => isLive;

/** For `refetchInterval`: polls at this interval (ms) while no news arrives. */
export const pollWithoutNews = (milliseconds: number) => () => !isLive && pollEvery(milliseconds)();

/** For `staleTime`: without news, an answer is fresh for this long (ms). */
export const freshFor = (milliseconds: number) => () =>
  isLive ? Number.POSITIVE_INFINITY : milliseconds;

/** The endpoints that the app polls without news. */
const polled = {
  availability: psychicEndpoints.getAvailability,
  calls: scheduledCallEndpoints.listScheduledCalls,
};

/** The endpoint whose answer each event has. */
const told = { ...polled, psychic: psychicEndpoints.getPsychic };

/**
 * Follows a psychic's news while the page is seen, and treats each event as the answer to a poll.
 * @returns ends it.
 */
export function followNews(psychicId: number, queries: QueryClient): () => void {
  const request = { params: { id: String(psychicId) } };
  const keyOf = (endpoint: EndpointData) => query(endpoint, request).queryKey;
  let isOver = false;

  const takerOf = (endpoint: EndpointData) => async (data: unknown) => {
    if (isOver || !isSignedIn(psychicId)) return;
    const queryKey = keyOf(endpoint);
    const isAsking = queries.isFetching({ queryKey, exact: true }) > 0;
    const given = async () => ({ data, version: null });
    const shown = await answerAsShown(endpoint, request, { client: queries, queryKey }, given);
    if (isOver || !isSignedIn(psychicId)) return;
    // An answer on its way may be older than the event, or newer. Another one is newer for certain.
    void queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, shown.data);
    if (isAsking) void queries.invalidateQueries({ queryKey, exact: true });
  };

  const onLive = (next: boolean) => {
    if (isLive === next) return;
    isLive = next;
    if (next) return;
    // Ask now, or when the network is back.
    const refetchType = navigator.onLine ? "active" : "none";
    for (const endpoint of Object.values(polled)) {
      void queries.invalidateQueries({ queryKey: keyOf(endpoint), exact: true, refetchType });
    }
  };

  const takers = {
    availability: takerOf(told.availability),
    calls: takerOf(told.calls),
    psychic: takerOf(told.psychic),
  };
  const end = followEvents(addressOf(newsEndpoints.followNews, request), takers, onLive);
  return () => {
    isOver = true;
    end();
    isLive = false;
  };
}
