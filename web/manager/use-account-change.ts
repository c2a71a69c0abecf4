import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { EndpointData, RequestOf } from "#shared/http/endpoint.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError, isCommunicationFailure } from "../api/api-error.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { save } from "../api/save.ts";
import type { AvailabilityCode } from "../features/availability.ts";
import { refreshPsychicLists } from "../features/psychics/refresh-psychic-lists.ts";
import { showNotice } from "../ui/notice-store.ts";
import type { Psychic } from "./psychics/psychic-frame.tsx";

export interface AccountChange {
  /**
   * True while a change is being saved; other changes are then ignored. The controls are not
   * `disabled`, because they would lose the focus.
   */
  busy: boolean;
  /** The outcome of the last change, for the user. */
  outcome: { text: string; failed: boolean; endpoint: EndpointData } | undefined;
  /**
   * @param shown the value on screen until the answer arrives.
   * @param onSaved runs before the screen reloads, which may remove the caller.
   */
  change: <E extends EndpointData>(
    endpoint: E,
    request: RequestOf<E>,
    shown: { psychic?: Partial<Psychic>; availability?: AvailabilityCode },
    onSaved?: () => void,
  ) => Promise<void>;
}

export interface AccountControlProps extends AccountChange {
  psychic: Psychic;
}

/**
 * Changes that are saved at once (S10, S12). Afterwards, even after a failure, the screen shows the
 * server's data.
 */
export function useAccountChange(id: number): AccountChange {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<AccountChange["outcome"]>();

  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const params = { params: { id: String(id) } };
  const psychic = query(psychicEndpoints.getPsychic, params);
  const availability = query(psychicEndpoints.getAvailability, params);

  const change: AccountChange["change"] = async (endpoint, request, shown, onSaved) => {
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    const before = {
      psychic: queries.getQueryData(psychic.queryKey),
      availability: queries.getQueryData(availability.queryKey),
    };
    queries.setQueryData(psychic.queryKey, (known) => known && { ...known, ...shown.psychic });
    if (shown.availability) {
      queries.setQueryData(availability.queryKey, [{ code: shown.availability }]);
    }
    try {
      await save(endpoint, request);
      setOutcome({ text: "Saved", failed: false, endpoint });
      onSaved?.();
    } catch (error) {
      // Undo the change on screen now: loading the server's data may fail too.
      queries.setQueryData(psychic.queryKey, before.psychic);
      queries.setQueryData(availability.queryKey, before.availability);
      const detail = error instanceof ApiError ? error.problem?.detail : undefined;
      const text = detail ?? sentenceOf(error);
      setOutcome({ text, failed: true, endpoint });
      // Otherwise a manager who has gone on would assume success.
      if (!isShown.current && !isCommunicationFailure(error)) {
        const title = `Not Saved: ${before.psychic?.username ?? "Account"}`;
        showNotice({ kind: "danger", title, text });
      }
    }
    await Promise.all([
      queries.invalidateQueries(psychic),
      queries.invalidateQueries(availability),
      refreshPsychicLists(queries),
    ]);
    setBusy(false);
  };
  return { busy, outcome, change };
}
