import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { listingEndpoints } from "#shared/listings.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { refreshPsychicLists } from "../features/psychics/refresh-psychic-lists.ts";
import { showNotice, showSuccess } from "../ui/notice-store.ts";

export type Decided = "Profile" | "Listing" | "Picture";
export type Verdict = "Approved" | "Rejected";

export interface Decision {
  busy: boolean;
  /** Why the last one was not taken. */
  problem: string | undefined;
  /**
   * Sends it; `onTaken` goes on from there, before what stands is asked for anew.
   * @returns whether the server answered. Without an answer the same can be sent once more.
   */
  decide: (
    what: Decided,
    verdict: Verdict,
    send: () => Promise<unknown>,
    onTaken?: () => void,
  ) => Promise<boolean>;
  /** Before another one is asked for: what became of the last is told no more. */
  forget: () => void;
}

/**
 * A manager's word on something of a psychic that waits. Whatever came of it, what stands now is
 * shown afterwards: what changed meanwhile must be looked at before it is decided about.
 */
export function useDecision(userId: number): Decision {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isTaken = useRef(false);
  const isShown = useRef(true);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      // What is decided takes the buttons along, and with them the focus.
      if (!isTaken.current || document.activeElement !== document.body) return;
      document.querySelector("h1")?.focus({ preventScroll: true });
    };
  }, []);

  const showAnew = () => {
    const request = { params: { id: String(userId) } };
    return Promise.all([
      queries.invalidateQueries(query(listingEndpoints.listListings, request)),
      queries.invalidateQueries(query(profileEndpoints.getProfile, request)),
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, request)),
      refreshPsychicLists(queries),
    ]);
  };

  const decide: Decision["decide"] = async (what, verdict, send, onTaken) => {
    setBusy(true);
    setProblem(undefined);
    let isAnswered = true;
    try {
      await send();
      isTaken.current = true;
      const said = verdict.toLowerCase();
      showSuccess(`${what} ${verdict}`, `The ${what.toLowerCase()} was ${said}.`);
      onTaken?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = error.problem?.detail ?? sentenceOf(error);
      isAnswered = !isCommunicationFailure(error);
      setProblem(text);
      // Whoever went on meanwhile would take silence for success.
      if (!isShown.current && isAnswered) {
        showNotice({ kind: "danger", title: `${what} Not ${verdict}`, text });
      }
    }
    await showAnew();
    setBusy(false);
    return isAnswered;
  };
  return { busy, problem, decide, forget: () => setProblem(undefined) };
}
