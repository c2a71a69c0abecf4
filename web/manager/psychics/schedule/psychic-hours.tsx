import { useQuery } from "@tanstack/react-query";
import { hoursEndpoints } from "#shared/hours.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { HoursView } from "#web/features/hours/hours-view.tsx";
import { AsOf } from "#web/ui/as-of.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import "#web/features/hours/hours.scss";

/** A psychic's hours of the week, as the psychic sees them (R84). */
export function PsychicHours({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(
    query(hoursEndpoints.getPsychicHours, { params: { id: String(id) } }),
  );
  return (
    <section className="hours-section" aria-labelledby="psychic-hours">
      <div className="section-head">
        <h2 id="psychic-hours" className="section-title">
          Hours That Pay
        </h2>
        <AsOf time={data?.as_of} />
      </div>
      {data ? (
        <HoursView data={data} whose="psychic" />
      ) : error ? (
        <FailurePanel
          title="The hours could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <div className="state-panel">
          <Spinner label="Loading the hours" />
        </div>
      )}
    </section>
  );
}
