import type { DateRange } from "#shared/rules/date-range.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { writtenDays } from "#web/lib/dates.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { topPsychicColumns } from "./top-psychic-columns.tsx";
import { type DashboardData, topCount } from "./use-dashboard.ts";
import "./dashboard.scss";

interface TopFiveProps {
  /** The days in the title. */
  name: string;
  last: DateRange;
  data: DashboardData | undefined;
  failure: Error | null;
  retry: () => void;
}

/** The psychics with the most revenue; the last period's while the current one has too few. */
export function TopFive({ name, last, data, failure, retry }: TopFiveProps) {
  const compact = useMobile();
  const top = data?.top;
  const title = `Top 5 Psychics by Revenue for the ${top?.isOfLast ? "Last Period" : name}`;
  const best = top?.rows[0]?.total_revenue || 1;
  return (
    <div className="top-five">
      <div className="section-head">
        <h2 className="section-title">{title}</h2>
        <AsOf time={data?.asOf} />
      </div>
      <DataTable
        label={title}
        groups={topPsychicColumns(compact)}
        rows={top?.rows.map((row, place) => ({
          ...row,
          rank: place + 1,
          share: row.total_revenue / best,
        }))}
        rowKey={(row) => row.agent_user_id}
        view={title}
        expectedRows={topCount}
        instead={
          failure ? (
            <FailurePanel
              title="The top psychics could not be loaded"
              text={sentenceOf(failure)}
              onRetry={retry}
            />
          ) : (
            top?.rows.length === 0 && (
              <EmptyPanel
                title="No calls or chats in this period yet"
                text="The psychics with the most revenue appear here after the next update."
              />
            )
          )
        }
      />
      {top?.isOfLast && (
        <p className="table-note">
          The current period has too few readings so far: these are the figures of{" "}
          {writtenDays(last)}.
        </p>
      )}
    </div>
  );
}
