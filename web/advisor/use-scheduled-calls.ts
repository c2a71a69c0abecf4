import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ScheduledCall, scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { query } from "#web/api/query.ts";
import { freshFor, pollWithoutNews } from "./follow-news.ts";

/** A call of the tile. `withdrawn`: it was in an earlier answer but is no longer booked. */
export interface ListedCall extends Omit<ScheduledCall, "status"> {
  status: ScheduledCall["status"] | "withdrawn";
}

/**
 * The calls of the latest answer, plus future calls of earlier answers that are no longer booked: a
 * psychic who counted on one must see that it was withdrawn.
 * @param taken ids of calls that took place early, which are not withdrawn.
 */
export function listedCalls(
  before: readonly ListedCall[],
  latest: readonly ScheduledCall[],
  now: number,
  taken: readonly ScheduledCall["id"][] = [],
): readonly ListedCall[] {
  const ids = new Set([...latest.map(({ id }) => id), ...taken]);
  const withdrawn = before
    .filter(({ id, at }) => !ids.has(id) && Date.parse(at) > now)
    .map((call) => ({ ...call, status: "withdrawn" as const }));
  return [...latest, ...withdrawn].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const minute = 60_000;

/**
 * The calls to show: a booked call until its end (an offline phone shows an older list), and a
 * withdrawn call until its start.
 */
export function callsAhead(calls: readonly ListedCall[], now: number): readonly ListedCall[] {
  return calls.filter(({ at, minutes, status }) => {
    const length = status === "withdrawn" ? 0 : minutes * minute;
    return Date.parse(at) + length > now;
  });
}

/**
 * The booked calls, soonest first. While no news arrives, polls every minute while the page is
 * visible and online (D43, D67).
 */
export function useScheduledCalls(psychicId: number) {
  const { data, error, isError, refetch } = useQuery({
    ...query(scheduledCallEndpoints.listScheduledCalls, { params: { id: String(psychicId) } }),
    refetchInterval: pollWithoutNews(60_000),
    // The first frame shows an answer that has just arrived; do not ask for it again.
    staleTime: freshFor(5000),
    meta: { polled: true },
  });
  const latest = data?.scheduled_calls;
  const [known, setKnown] = useState<{ latest?: typeof latest; calls?: readonly ListedCall[] }>({});
  if (latest && known.latest !== latest) {
    setKnown({ latest, calls: listedCalls(known.calls ?? [], latest, Date.now(), data.taken) });
  }
  return { calls: known.calls, error, isError, refetch };
}
