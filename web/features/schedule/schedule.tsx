import { useQuery } from "@tanstack/react-query";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Clocks } from "./clocks.tsx";
import { Dates } from "./dates.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import "./schedule.scss";

interface ScheduleProps {
  /** The psychic's. */
  id: number;
  /** The reason why the account cannot be edited now, if so. */
  locked?: string | undefined;
}

/** A psychic's week and dates in New York time. */
export function Schedule({ id, locked }: ScheduleProps) {
  const { data, error, refetch } = useQuery(
    versionedQuery(scheduleEndpoints.getSchedule, { params: { id: String(id) } }),
  );
  return (
    <>
      <Clocks />
      {locked && <p className="form-note">{locked}</p>}
      {data ? (
        <>
          <ScheduleForm
            id={id}
            schedule={data.data.schedule}
            version={data.version}
            readOnly={locked !== undefined}
          />
          <Dates id={id} readOnly={locked !== undefined} />
        </>
      ) : error ? (
        <FailurePanel
          title="The schedule could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <div className="week is-awaited">
          <Spinner label="Loading the schedule" />
        </div>
      )}
    </>
  );
}
