import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { psychicEndpoints } from "#shared/psychics.ts";
import { backgroundQuery, query } from "../api/query.ts";
import { isWithinReach } from "../lib/reach.ts";
import { useOwnPsychic } from "./use-own-psychic.ts";
import { usePolledStatus } from "./use-own-status.ts";

const accountAfter = 30_000;

/**
 * Asks for the availability every three seconds, for every screen (K9, D43). It draws nothing, so
 * that the shell is not drawn again for each answer.
 */
export function OwnStatusPoll({ psychicId }: { psychicId: number }) {
  const queries = useQueryClient();
  const { data } = usePolledStatus(psychicId);
  // Nobody has set one yet: that is an answer too.
  const code = data && (data[0]?.code ?? "none");
  const before = useRef(code);

  // Another status may come of another account: a manager sets both.
  useEffect(() => {
    if (before.current !== undefined && code !== before.current) {
      const params = { id: String(psychicId) };
      void queries.invalidateQueries(query(psychicEndpoints.getPsychic, { params }));
    }
    before.current = code;
  }, [code, psychicId, queries]);

  const { data: account } = useOwnPsychic(psychicId);
  const isLocked = account !== undefined && account.account_status !== "Active";
  // Who waits for the approval sees it come. Nobody does anything meanwhile: the session is not used.
  useEffect(() => {
    if (!isLocked) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible" || !isWithinReach()) return;
      const ownRequest = { params: { id: String(psychicId) } };
      const asked = backgroundQuery(psychicEndpoints.getPsychic, ownRequest);
      queries.fetchQuery({ ...asked, retry: false }).catch(() => undefined);
    }, accountAfter);
    return () => clearInterval(timer);
  }, [isLocked, psychicId, queries]);
  return null;
}
