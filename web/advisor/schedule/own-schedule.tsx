import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { Schedule } from "#web/features/schedule/schedule.tsx";
import { useOnline } from "#web/lib/use-online.ts";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { useOwnLock } from "../use-own-lock.ts";
import { CalendarSection } from "./lazy-calendar.ts";

function OwnWeek({ id }: { id: number }) {
  const online = useOnline();
  // A part that fails to load without a network stays away, so it is first asked for with one.
  const [wasOnline, setWasOnline] = useState(online);
  if (online && !wasOnline) setWasOnline(true);
  return (
    <>
      <Schedule id={id} locked={useOwnLock(id)} />
      <p className="help">
        <Link to="/psychic/hours">Hours That Pay</Link> shows when customers call, and what they
        pay.
      </p>
      {wasOnline && (
        <Suspense>
          <CalendarSection />
        </Suspense>
      )}
    </>
  );
}

/** A psychic's own week (R51). */
export function OwnSchedule() {
  return <AdvisorFrame title="Schedule">{({ user_id }) => <OwnWeek id={user_id} />}</AdvisorFrame>;
}
