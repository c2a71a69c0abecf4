import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { showSuccess } from "#web/ui/notice-store.ts";

/** The server's own reason, which names people and numbers, or else the usual sentence. */
function reasonOf(error: unknown): string {
  const { errors, detail } = (error instanceof ApiError && error.problem) || {};
  const reason = errors?.[0]?.message ?? detail;
  return reason ? `${reason}.` : sentenceOf(error);
}

/** Sends a change of the staff. Then, even after a refusal, the list shows the server's data. */
export function useStaffChange(onDone: () => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = async (send: () => Promise<unknown>, title: string, text: string) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      showSuccess(title, text);
      onDone();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
      // The own role first: an owner who gave it up may not load the list again.
      await queries.invalidateQueries({ queryKey: ["GET", "/staff/self"] });
      await queries.invalidateQueries({ queryKey: ["GET", "/staff"] });
    }
  };
  return { busy, problem, change };
}
