import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reasonOf } from "#web/api/error-sentences.ts";
import { refreshManaged } from "#web/features/managers/refresh-managed.ts";
import { showSuccess } from "#web/ui/notice-store.ts";

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
      await queries.invalidateQueries({ queryKey: ["GET", "/assignment_rules"] });
      await refreshManaged(queries);
    }
  };
  return { busy, problem, change };
}
