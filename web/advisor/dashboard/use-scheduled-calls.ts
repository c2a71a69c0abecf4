import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ScheduledCall, scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { every } from "#web/api/poll.ts";
import { query } from "#web/api/query.ts";

/** A call as the tile shows it: also one that was there before and has been taken off since. */
export interface ListedCall extends Omit<ScheduledCall, "status"> {
  status: ScheduledCall["status"] | "withdrawn";
}

/**
 * The calls of the latest answer and, among them, those of the answers before that it no longer
 * has though their time has not come: whoever reckoned with one must not find it gone in silence.
 * @param taken ids of calls that have taken place already: those are not missed.
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
 * What is still of interest: a call until its end (a phone without a network keeps the list of an
 * hour or a day ago), and one that was taken off until it would have begun.
 */
export function callsAhead(calls: readonly ListedCall[], now: number): readonly ListedCall[] {
  return calls.filter(({ at, minutes, status }) => {
    const length = status === "withdrawn" ? 0 : minutes * minute;
    return Date.parse(at) + length > now;
  });
}

/** What is booked, soonest first; asked every minute while the page is seen and online (D43). */
export function useScheduledCalls(psychicId: number) {
  const { data, error, isError, refetch } = useQuery({
    ...query(scheduledCallEndpoints.listScheduledCalls, { params: { id: String(psychicId) } }),
    refetchInterval: every(60_000),
    staleTime: 0,
    meta: { polled: true },
  });
  const latest = data?.scheduled_calls;
  const [known, setKnown] = useState<{ latest?: typeof latest; calls?: readonly ListedCall[] }>({});
  if (latest && known.latest !== latest) {
    setKnown({ latest, calls: listedCalls(known.calls ?? [], latest, Date.now(), data.taken) });
  }
  return { calls: known.calls, error, isError, refetch };
}
