import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HoursAdvice, hoursEndpoints } from "#shared/hours.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { HoursResult } from "#web/features/hours/hours-result.tsx";
import { HoursView } from "#web/features/hours/hours-view.tsx";
import { stretchName } from "#web/features/hours/hours-words.ts";
import { weekOf } from "#web/features/schedule/week.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { useOwnLock } from "../use-own-lock.ts";
import { missingTimes } from "./added-hours.ts";
import { useHoursDraft } from "./use-hours-draft.ts";

function Hours({ psychicId }: { psychicId: number }) {
  const request = { params: { id: String(psychicId) } };
  const result = useQuery(query(hoursEndpoints.getPsychicHours, request));
  return (
    <HoursResult result={result}>
      {(data) => (
        <>
          <AsOf time={data.as_of} />
          <OldNote {...result} />
          <HoursView
            data={data}
            whose="own"
            actions={(advice) => <AddHours advice={advice} psychicId={psychicId} />}
          />
        </>
      )}
    </HoursResult>
  );
}

/** The psychic's own hours of the week, with advice that can be added to the schedule (R84). */
export function OwnHours() {
  return (
    <AdvisorFrame title="Hours That Pay">
      {({ user_id }) => <Hours psychicId={user_id} />}
    </AdvisorFrame>
  );
}

function AddHours({ advice, psychicId }: { advice: HoursAdvice; psychicId: number }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const locked = useOwnLock(psychicId);
  const { data } = useQuery(
    versionedQuery(scheduleEndpoints.getSchedule, { params: { id: String(psychicId) } }),
  );
  const openDraft = useHoursDraft(psychicId);
  if (!data || locked) return null;
  if (missingTimes(weekOf(data.data.schedule), advice).length === 0) {
    return <p className="help">Your schedule has these hours.</p>;
  }
  const add = async () => {
    setBusy(true);
    try {
      await openDraft(advice);
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <div>
      <Button busy={busy} onClick={add} aria-label={`Add to My Schedule: ${stretchName(advice)}`}>
        Add to My Schedule
      </Button>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </div>
  );
}
