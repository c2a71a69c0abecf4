import { useRef } from "react";
import { ApiError } from "../../api/api-error.ts";
import type { Saved } from "../../api/save.ts";
import { changedOf } from "./person-values.ts";

/**
 * A save that sends only what is other than in the version it is made on (a foreign key that
 * differs is refused), also after somebody else's version came back with a 412. On a version that
 * was never seen it sends everything.
 */
export function useKnownVersions(stored: object, version: string | null) {
  const known = useRef(new Map<string, object>());
  if (version) known.current.set(version, stored);

  return async <Given extends object, Answer extends Pick<Saved<never>, "version">>(
    given: Given,
    on: string | undefined,
    send: (changed: Partial<Given>) => Promise<Answer>,
  ): Promise<Answer> => {
    const base = on === undefined ? undefined : known.current.get(on);
    try {
      return await send(base ? changedOf(given, base) : given);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412 && error.version) {
        known.current.set(error.version, error.problem?.current as object);
      }
      throw error;
    }
  };
}
