import { useQuery } from "@tanstack/react-query";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { DatesForm } from "./dates-form.tsx";
import "./dates.scss";

interface DatesProps {
  /** The psychic's. */
  id: number;
  readOnly: boolean;
}

/** The days on which the hours differ from the week. */
export function Dates({ id, readOnly }: DatesProps) {
  const { data, error, refetch } = useQuery(
    versionedQuery(scheduleExceptionEndpoints.getExceptions, { params: { id: String(id) } }),
  );
  return (
    <section className="dates" aria-labelledby="dates-title">
      <h2 id="dates-title">Dates</h2>
      <p className="help">
        Days that differ from the week. Time off is announced, not requested: it counts as soon as
        it is saved. Days begin and end at midnight in New York.
      </p>
      {data ? (
        <DatesForm
          id={id}
          exceptions={data.data.exceptions}
          version={data.version}
          readOnly={readOnly}
        />
      ) : error ? (
        <FailurePanel
          title="The dates could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <Spinner label="Loading the dates" />
      )}
    </section>
  );
}
