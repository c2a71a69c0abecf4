import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { type AvailabilityCode, availabilityLook } from "#web/features/availability.ts";

function codeIn(current: unknown): string | null {
  const holds = typeof current === "object" && current !== null && "code" in current;
  return holds && typeof current.code === "string" ? current.code : null;
}

/** Why a change was refused. Shown only while the status is `code`. */
interface Refusal {
  text: string;
  code: string;
}

function refusalOf(error: unknown, from: AvailabilityCode): Refusal {
  const problem = error instanceof ApiError ? error.problem : null;
  const present = codeIn(problem?.current);
  if (present) {
    const { word } = availabilityLook(present);
    return { text: `Not changed, because your status is now ${word}.`, code: present };
  }
  const text = `Not changed. ${problem?.detail ? `${problem.detail}.` : sentenceOf(error)}`;
  return { text, code: from };
}

/**
 * Changes a psychic's own availability. The screen shows the change once the server has confirmed it.
 * @param shown the code on screen.
 */
export function useAvailabilityChange(psychicId: number, shown: AvailabilityCode) {
  const queries = useQueryClient();
  const [changing, setChanging] = useState<AvailabilityCode>();
  const [refusal, setRefusal] = useState<Refusal>();
  // Once the status differs, the message about the last change is outdated.
  useEffect(() => {
    setRefusal((last) => (last?.code === shown ? last : undefined));
  }, [shown]);

  const request = { params: { id: String(psychicId) } };
  const availability = query(psychicEndpoints.getAvailability, request);

  /** @param from the code on screen; the server refuses if it is no longer current (D23a). */
  const change = async (code: AvailabilityCode, from: AvailabilityCode) => {
    setChanging(code);
    setRefusal(undefined);
    try {
      await save(accountEndpoints.setAvailability, { ...request, body: { code, from } });
      // An answer to an earlier poll must not arrive after the change.
      await queries.cancelQueries(availability);
      queries.setQueryData(availability.queryKey, [{ code }]);
    } catch (error) {
      setRefusal(refusalOf(error, from));
      // The permissions may have changed too.
      void queries.invalidateQueries(query(psychicEndpoints.getPsychic, request));
    }
    // The change is saved or has failed, so the next tap counts even while the status loads again.
    setChanging(undefined);
    await queries.invalidateQueries(availability);
  };
  return { changing, problem: refusal?.text, change };
}
