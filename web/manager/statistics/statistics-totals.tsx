import { useQuery } from "@tanstack/react-query";
import type { DateRange } from "#shared/rules/date-range.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { query } from "#web/api/query.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";

/** The totals of all psychics, not only of the shown page. */
export function StatisticsTotals({ range }: { range: DateRange }) {
  const { data } = useQuery({
    ...query(statisticsEndpoints.getStatisticsSummary, {
      query: { start_date: range.start, end_date: range.end },
    }),
  });
  const of = (type: "Call" | "Chat") => data?.summary.find((row) => row.conn_type === type);
  const written = (figure: number | undefined) => (data ? writtenCount(figure ?? 0) : "\u2013");
  const billed = data?.summary.reduce((sum, row) => sum + row.bill_mins, 0);
  const totals = [
    { label: "Revenue", figure: data ? writtenMoney(data.total_revenue) : "\u2013" },
    { label: "Calls", figure: written(of("Call")?.calls) },
    { label: "Chats", figure: written(of("Chat")?.calls) },
    { label: "Billed minutes", figure: written(billed) },
  ];
  return (
    <dl className="totals is-columns" aria-label="All psychics">
      {totals.map(({ label, figure }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
