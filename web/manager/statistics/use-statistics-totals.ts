import { useQuery } from "@tanstack/react-query";
import type { DateRange } from "#shared/rules/date-range.ts";
import { dollarsEach } from "#shared/rules/metrics.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { query } from "#web/api/query.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import type { Totals } from "#web/ui/table/table-foot.tsx";
import { totalCalls, totalRevenue } from "./statistics-columns.tsx";

const unknown = "\u2013";

/** The totals of all psychics, not only of the shown page. */
export function useStatisticsTotals(range: DateRange): Totals {
  const { data } = useQuery(
    query(statisticsEndpoints.getStatisticsSummary, {
      query: { start_date: range.start, end_date: range.end },
    }),
  );
  const of = (type: "Call" | "Chat") => data?.summary.find((row) => row.conn_type === type);
  const [calls = 0, chats = 0] = [of("Call")?.calls, of("Chat")?.calls];
  const billed = data?.summary.reduce((sum, row) => sum + row.bill_mins, 0) ?? 0;
  const revenue = data?.total_revenue ?? 0;
  const each = dollarsEach(Math.round(revenue * 100), calls + chats);
  const others = [
    ["Calls", calls],
    ["Chats", chats],
    ["Billed minutes", billed],
  ] as const;
  return {
    label: "All psychics",
    figures: {
      [totalCalls.key]: data ? writtenCount(calls + chats) : unknown,
      rev_per_call: data ? writtenMoney(each) : unknown,
      [totalRevenue.key]: data ? writtenMoney(revenue) : unknown,
    },
    others: (
      <dl className="totals" aria-label="All psychics">
        {others.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{data ? writtenCount(figure) : unknown}</dd>
          </div>
        ))}
      </dl>
    ),
  };
}
