import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { psychicEndpoints } from "#shared/psychics.ts";
import { backgroundQuery, query } from "../api/query.ts";
import { isWithinReach } from "../lib/reach.ts";
import { followNews, newsArrives } from "./follow-news.ts";
import { useOwnPsychic } from "./use-own-psychic.ts";
import { usePolledStatus } from "./use-own-status.ts";

const accountAfter = 30_000;

/**
 * Keeps the availability, the scheduled calls and the account up to date for all screens: by news,
 * or by polling while no news arrives (D67, K9). It renders nothing, so that an answer does not
 * re-render the shell.
 */
export function OwnNews({ psychicId }: { psychicId: number }) {
  const queries = useQueryClient();
  useEffect(() => followNews(psychicId, queries), [psychicId, queries]);
  const { data } = usePolledStatus(psychicId);
  // An empty list is an answer too: no availability has been set yet.
  const code = data && (data[0]?.code ?? "none");
  const before = useRef(code);

  // If the status changes, the account may have changed too: a manager sets both.
  useEffect(() => {
    if (before.current !== undefined && code !== before.current && !newsArrives()) {
      const params = { id: String(psychicId) };
      void queries.invalidateQueries(query(psychicEndpoints.getPsychic, { params }));
    }
    before.current = code;
  }, [code, psychicId, queries]);

  const { data: account } = useOwnPsychic(psychicId);
  const isLocked = account !== undefined && account.account_status !== "Active";
  // Poll a locked account, so that its approval shows soon. Polls do not extend the session: the
  // user does nothing.
  useEffect(() => {
    if (!isLocked) return;
    const timer = setInterval(() => {
      if (newsArrives() || document.visibilityState !== "visible" || !isWithinReach()) return;
      const ownRequest = { params: { id: String(psychicId) } };
      const asked = backgroundQuery(psychicEndpoints.getPsychic, ownRequest);
      queries.fetchQuery({ ...asked, retry: false }).catch(() => undefined);
    }, accountAfter);
    return () => clearInterval(timer);
  }, [isLocked, psychicId, queries]);
  return null;
}
