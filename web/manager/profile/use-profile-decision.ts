import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { profileEndpoints } from "../../../shared/profile.ts";
import { psychicEndpoints } from "../../../shared/psychics.ts";
import { ApiError } from "../../api/api-error.ts";
import { sentenceOf } from "../../api/error-sentences.ts";
import { query } from "../../api/query.ts";
import { save } from "../../api/save.ts";
import { showSuccess } from "../../ui/notice-store.ts";

/** What of a psychic is shown anew once the profile was saved or decided about. */
export function useProfileChanged(userId: number): () => Promise<unknown> {
  const queries = useQueryClient();
  const params = { id: String(userId) };
  return () =>
    Promise.all([
      queries.invalidateQueries(query(profileEndpoints.getProfile, { params })),
      queries.invalidateQueries(query(psychicEndpoints.getPsychic, { params })),
      queries.invalidateQueries({ queryKey: ["GET", "/approvals"] }),
      queries.invalidateQueries({ queryKey: ["GET", "/psychics"] }),
    ]);
}

/** Approves or rejects a profile as it is shown: one that changed meanwhile is shown anew first. */
export function useProfileDecision(userId: number, version: string | null) {
  const changed = useProfileChanged(userId);
  const params = { id: String(userId) };
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const decide = async (send: () => Promise<unknown>, title: string, text: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      showSuccess(title, text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.problem?.errors?.[0]?.message ?? error.problem?.detail ?? sentenceOf(error));
    }
    await changed();
    setBusy(false);
  };

  const on = version ?? undefined;
  return {
    busy,
    problem,
    approve: () =>
      decide(
        () => save(profileEndpoints.approveProfile, { params }, on),
        "Profile Approved",
        "The profile was approved.",
      ),
    reject: (reason: string) =>
      decide(
        () =>
          save(
            profileEndpoints.rejectProfile,
            { params, body: { reason: reason.trim() || null } },
            on,
          ),
        "Profile Rejected",
        "The profile was rejected.",
      ),
  };
}
