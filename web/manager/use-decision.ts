import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
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
  /** Why the last decision was refused. */
  problem: string | undefined;
  /**
   * Sends the decision; calls `onAccepted` before the data is reloaded.
   * @returns whether the server answered. Without an answer the user can send it again.
   */
  decide: (
    what: Decided,
    verdict: Verdict,
    send: () => Promise<unknown>,
    onAccepted?: () => void,
  ) => Promise<boolean>;
  /** Clears the last refusal; call it before the next question. */
  forget: () => void;
}

/**
 * Decides a psychic's approval. Afterwards, even after a refusal, the screen reloads, so that the
 * manager sees a newer version before deciding on it.
 */
export function useDecision(userId: number): Decision {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isDecided = useRef(false);
  const isShown = useRef(true);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      // The buttons disappear with the decision, so the focus must move.
      if (!isDecided.current || document.activeElement !== document.body) return;
      document.querySelector("h1")?.focus({ preventScroll: true });
    };
  }, []);

  const reload = () => {
    const request = { params: { id: String(userId) } };
    return Promise.all([
      queries.invalidateQueries(query(listingEndpoints.listListings, request)),
      queries.invalidateQueries(query(profileEndpoints.getProfile, request)),
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, request)),
      queries.invalidateQueries(query(accountEndpoints.listLinkedAccounts, request)),
      refreshPsychicLists(queries),
    ]);
  };

  const decide: Decision["decide"] = async (what, verdict, send, onAccepted) => {
    setBusy(true);
    setProblem(undefined);
    let isAnswered = true;
    try {
      await send();
      isDecided.current = true;
      const said = verdict.toLowerCase();
      showSuccess(`${what} ${verdict}`, `The ${what.toLowerCase()} was ${said}.`);
      onAccepted?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = error.problem?.detail ?? sentenceOf(error);
      isAnswered = !isCommunicationFailure(error);
      setProblem(text);
      // Otherwise a manager who has gone on would assume success.
      if (!isShown.current && isAnswered) {
        showNotice({ kind: "danger", title: `${what} Not ${verdict}`, text });
      }
    }
    await reload();
    setBusy(false);
    return isAnswered;
  };
  return { busy, problem, decide, forget: () => setProblem(undefined) };
}
