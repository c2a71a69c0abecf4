import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { loginEndpoints } from "#shared/logins.ts";
import { localZone } from "#web/lib/dates.ts";
import { writtenCount, writtenDuration } from "#web/lib/figures.ts";

type Summary = ResponseOf<typeof loginEndpoints.listLogins>["summary"];

/** The totals of the range, and the zone of the times below; dashes while it loads. */
export function LoginsSummary({ summary }: { summary: Summary | undefined }) {
  return (
    <div className="section-head">
      <dl className="totals" aria-label="Summary">
        <div>
          <dt>Logins</dt>
          <dd>{summary ? writtenCount(summary.count) : "–"}</dd>
        </div>
        <div>
          <dt>Total time logged in</dt>
          <dd>{summary ? writtenDuration(summary.seconds) : "–"}</dd>
        </div>
      </dl>
      <p className="as-of">Times are in {localZone()}. Days are counted in New York time.</p>
    </div>
  );
}
