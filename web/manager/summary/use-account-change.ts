import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EndpointData, RequestOf } from "../../../shared/http/endpoint.ts";
import { psychicEndpoints } from "../../../shared/psychics.ts";
import { ApiError } from "../../api/api-error.ts";
import { sentenceOf } from "../../api/error-sentences.ts";
import { query } from "../../api/query.ts";
import { save } from "../../api/save.ts";

export interface AccountChange {
  busy: boolean;
  /** What became of the last change, in words. */
  outcome: { text: string; failed: boolean } | undefined;
  change: <E extends EndpointData>(endpoint: E, request: RequestOf<E>) => Promise<void>;
}

/**
 * Changes that are saved as soon as they are made (S10, S12). Whatever came of one, what stands on
 * the server is shown afterwards.
 */
export function useAccountChange(id: number): AccountChange {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<AccountChange["outcome"]>();

  const change: AccountChange["change"] = async (endpoint, request) => {
    setBusy(true);
    setOutcome(undefined);
    try {
      await save(endpoint, request);
      setOutcome({ text: "Saved", failed: false });
    } catch (error) {
      const detail = error instanceof ApiError ? error.problem?.detail : undefined;
      setOutcome({ text: detail ?? sentenceOf(error), failed: true });
    }
    const params = { params: { id: String(id) } };
    await Promise.all([
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, params)),
      queries.invalidateQueries(query(psychicEndpoints.getAvailability, params)),
      queries.invalidateQueries({ queryKey: ["GET", "/approvals"] }),
    ]);
    setBusy(false);
  };
  return { busy, outcome, change };
}
