import { Suspense } from "react";
import { Schedule } from "#web/features/schedule/schedule.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { useOwnLock } from "../use-own-lock.ts";
import { CalendarSection } from "./lazy-calendar.ts";

function OwnWeek({ id }: { id: number }) {
  return (
    <>
      <Schedule id={id} locked={useOwnLock(id)} />
      <Suspense>
        <CalendarSection />
      </Suspense>
    </>
  );
}

/** A psychic's own week (R51). */
export function OwnSchedule() {
  return <AdvisorFrame title="Schedule">{({ user_id }) => <OwnWeek id={user_id} />}</AdvisorFrame>;
}
