import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listingEndpoints } from "../../shared/listings.ts";
import { profileEndpoints } from "../../shared/profile.ts";
import { psychicEndpoints } from "../../shared/psychics.ts";
import { ApiError } from "../api/api-error.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { showSuccess } from "../ui/notice-store.ts";

export type Decided = "Profile" | "Listing" | "Picture";
export type Verdict = "Approved" | "Rejected";

export interface Decision {
  busy: boolean;
  /** Why the last one was not taken. */
  problem: string | undefined;
  /** Sends it; `onTaken` goes on from there, before what stands is asked for anew. */
  decide: (
    what: Decided,
    verdict: Verdict,
    send: () => Promise<unknown>,
    onTaken?: () => void,
  ) => Promise<void>;
}

/**
 * A manager's word on something of a psychic that waits. Whatever came of it, what stands now is
 * shown afterwards: what changed meanwhile must be looked at before it is decided about.
 */
export function useDecision(userId: number): Decision {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const showAnew = () => {
    const request = { params: { id: String(userId) } };
    return Promise.all([
      queries.invalidateQueries(query(listingEndpoints.listListings, request)),
      queries.invalidateQueries(query(profileEndpoints.getProfile, request)),
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, request)),
      queries.invalidateQueries({ queryKey: ["GET", "/approvals"] }),
    ]);
  };

  const decide: Decision["decide"] = async (what, verdict, send, onTaken) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      const said = verdict.toLowerCase();
      showSuccess(`${what} ${verdict}`, `The ${what.toLowerCase()} was ${said}.`);
      onTaken?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.problem?.detail ?? sentenceOf(error));
    }
    await showAnew();
    setBusy(false);
  };
  return { busy, problem, decide };
}
