import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reasonOf } from "#web/api/error-sentences.ts";
import { refreshManaged } from "#web/features/managers/refresh-managed.ts";
import { showSuccess } from "#web/ui/notice-store.ts";

/**
 * Sends a change of a member of staff. Then, even after a refusal, reloads all answers that show a
 * manager.
 */
export function useManagerChange(
  onDone?: () => void,
  refresh: (queries: QueryClient) => Promise<void> = refreshManaged,
) {
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
      onDone?.();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
      await refresh(queries);
    }
  };
  return { busy, problem, setProblem, change };
}
