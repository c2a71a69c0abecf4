import { useQuery } from "@tanstack/react-query";
import { hoursEndpoints } from "#shared/hours.ts";
import { query } from "#web/api/query.ts";
import { HoursResult } from "#web/features/hours/hours-result.tsx";
import { HoursView } from "#web/features/hours/hours-view.tsx";
import { AsOf } from "#web/ui/as-of.tsx";
import "#web/features/hours/hours.scss";

/** A psychic's hours of the week, as the psychic sees them (R84). */
export function PsychicHours({ id }: { id: number }) {
  const result = useQuery(query(hoursEndpoints.getPsychicHours, { params: { id: String(id) } }));
  return (
    <section className="hours-section" aria-labelledby="psychic-hours">
      <div className="section-head">
        <h2 id="psychic-hours" className="section-title">
          Hours That Pay
        </h2>
        <AsOf time={result.data?.as_of} />
      </div>
      <HoursResult result={result}>
        {(data) => <HoursView data={data} whose="psychic" />}
      </HoursResult>
    </section>
  );
}
