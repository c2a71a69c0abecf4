import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { ApiError } from "../api/api-error.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { query } from "../api/query.ts";
import { save } from "../api/save.ts";
import { type AvailabilityCode, availabilityLook } from "../features/availability.ts";

function codeIn(current: unknown): string | null {
  const holds = typeof current === "object" && current !== null && "code" in current;
  return holds && typeof current.code === "string" ? current.code : null;
}

function problemOf(error: unknown): string {
  const problem = error instanceof ApiError ? error.problem : null;
  const present = codeIn(problem?.current);
  if (present) {
    return `Not changed: meanwhile your status has become ${availabilityLook(present).word}.`;
  }
  return `Not changed. ${problem?.detail ? `${problem.detail}.` : sentenceOf(error)}`;
}

/** Changes a psychic's own availability; it shows as changed once the server has said so. */
export function useAvailabilityChange(psychicId: number) {
  const queries = useQueryClient();
  const [changing, setChanging] = useState<AvailabilityCode>();
  const [problem, setProblem] = useState<string>();

  const request = { params: { id: String(psychicId) } };
  const availability = query(psychicEndpoints.getAvailability, request);

  /** @param from what the choice was made on: another code by now is refused (D23a). */
  const change = async (code: AvailabilityCode, from: AvailabilityCode) => {
    setChanging(code);
    setProblem(undefined);
    try {
      await save(accountEndpoints.setAvailability, { ...request, body: { code, from } });
      // What was asked before the change must not be answered after it.
      await queries.cancelQueries(availability);
      queries.setQueryData(availability.queryKey, [{ code }]);
    } catch (error) {
      setProblem(problemOf(error));
      // The permissions may be others by now as well.
      await queries.invalidateQueries(query(psychicEndpoints.getPsychic, request));
    }
    await queries.invalidateQueries(availability);
    setChanging(undefined);
  };
  return { changing, problem, change };
}
