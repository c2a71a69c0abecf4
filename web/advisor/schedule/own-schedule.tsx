import { Schedule } from "#web/features/schedule/schedule.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { useOwnLock } from "../use-own-lock.ts";
import { CalendarSection } from "./calendar-section.tsx";

function OwnWeek({ id }: { id: number }) {
  return (
    <>
      <Schedule id={id} locked={useOwnLock(id)} />
      <CalendarSection />
    </>
  );
}

/** A psychic's own week (R51). */
export function OwnSchedule() {
  return <AdvisorFrame title="Schedule">{({ user_id }) => <OwnWeek id={user_id} />}</AdvisorFrame>;
}
