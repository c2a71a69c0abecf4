import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { factorEndpoints } from "#shared/factors.ts";
import { ApiError } from "#web/api/api-error.ts";
import { query } from "#web/api/query.ts";
import { passkeyFailure } from "./passkey-failure.ts";

/** Changes the user's passkeys, code app or recovery codes, and then reloads the list of them. */
export function useFactorChange(onFailed?: (error: unknown) => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** @returns what `send` returned; undefined if it failed. */
  const change = async <T>(send: () => Promise<T>): Promise<T | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setProblem(undefined);
    try {
      return await send();
    } catch (error) {
      // A user who canceled the confirmation knows why nothing has changed.
      const isCanceled = error instanceof ApiError && error.code === "confirmation_needed";
      if (!isCanceled) setProblem(passkeyFailure(error));
      onFailed?.(error);
      return undefined;
    } finally {
      setBusy(false);
      await queries.invalidateQueries(query(factorEndpoints.getFactors));
    }
  };
  return { busy, problem, change };
}
