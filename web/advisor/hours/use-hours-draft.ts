import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import type { HoursAdvice } from "#shared/hours.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { putDraft, readDraft } from "#web/api/drafts.ts";
import { sealingKey } from "#web/api/sealing-key.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { type Week, weekOf } from "#web/features/schedule/week.ts";
import { withHours } from "./added-hours.ts";

const screen = "/psychic/schedule";
const address = `${screen}#schedule`;

/** A draft of the schedule, as `useEditForm` stores it. */
interface ScheduleDraft {
  values: { schedule: Week };
  version: string | null;
}

/**
 * Returns a function that opens the psychic's schedule with the hours of an advice added and not
 * saved. What the psychic typed there before stays in it.
 */
export function useHoursDraft(psychicId: number) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (advice: HoursAdvice): Promise<void> => {
    const request = { params: { id: String(psychicId) } };
    const { data, version } = await queries.fetchQuery(
      versionedQuery(scheduleEndpoints.getSchedule, request),
    );
    const key = await sealingKey(psychicId);
    const typed = (await readDraft(psychicId, address)) as ScheduleDraft | null;
    const draft = typed ?? { values: { schedule: weekOf(data.schedule) }, version };
    await putDraft(key, address, {
      ...draft,
      values: { schedule: withHours(draft.values.schedule, advice) },
    });
    await navigate(screen);
  };
}
