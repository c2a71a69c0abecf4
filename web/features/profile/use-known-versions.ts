import { useRef } from "react";
import { ApiError } from "#web/api/api-error.ts";
import type { Saved } from "#web/api/save.ts";
import { type Unchanged, unchanged } from "#web/ui/form/save-outcome.ts";
import { changedOf } from "./person-values.ts";

/**
 * A save that sends only the fields that differ from its base version, because the server refuses
 * changed fields that the user may not change. A base can also be the version that a 412 returned. If
 * nothing differs it sends nothing, because a save makes a profile Pending (F7). For an unknown base
 * it sends everything.
 */
export function useKnownVersions(stored: object, version: string | null) {
  const known = useRef(new Map<string, object>());
  if (version) known.current.set(version, stored);

  return async <Given extends object, Answer extends Pick<Saved<never>, "version">>(
    given: Given,
    baseVersion: string | undefined,
    send: (changed: Partial<Given>) => Promise<Answer>,
  ): Promise<Answer | Unchanged> => {
    const base = baseVersion === undefined ? undefined : known.current.get(baseVersion);
    const changed = base ? changedOf(given, base) : given;
    if (base && Object.keys(changed).length === 0) return unchanged;
    try {
      return await send(changed);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412 && error.version) {
        known.current.set(error.version, error.problem?.current as object);
      }
      throw error;
    }
  };
}
