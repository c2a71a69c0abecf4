import { useQuery } from "@tanstack/react-query";
import type { DateRange } from "#shared/rules/date-range.ts";
import { average, dollarsEach } from "#shared/rules/metrics.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { query } from "#web/api/query.ts";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { writtenAverage, writtenCount, writtenMoney } from "#web/lib/figures.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import type { Totals } from "#web/ui/table/table-foot.tsx";
import { totalCalls, totalMinutes, totalRevenue } from "./statistics-columns.tsx";

/** While the totals load, and for an average of nothing. */
const none = "\u2013";

/** The totals of all psychics, not only of the shown page. */
export function useStatisticsTotals(range: DateRange): Totals {
  const { isMine, managedBy } = useManagedBy("psychics");
  const days = { query: { ...rangeQuery(range), ...managedBy } };
  const { data } = useQuery(query(statisticsEndpoints.getStatisticsSummary, days));
  const of = (type: "Call" | "Chat") => data?.summary.find((row) => row.conn_type === type);
  const [calls = 0, chats = 0] = [of("Call")?.calls, of("Chat")?.calls];
  const paid = data?.summary.reduce((sum, row) => sum + row.bill_mins, 0) ?? 0;
  const revenue = data?.total_revenue ?? 0;
  const each = dollarsEach(Math.round(revenue * 100), calls + chats);
  const count = (figure: number) => (data ? writtenCount(figure) : none);
  const minutes = data?.tot_mins ?? 0;
  const money = (figure: number) => (data ? writtenMoney(figure) : none);
  return {
    label: isMine ? "My psychics" : "All psychics",
    figures: {
      [totalCalls.key]: count(calls + chats),
      rev_per_call: calls + chats > 0 ? money(each) : none,
      [totalMinutes.key]: count(minutes),
      alc: calls + chats > 0 ? writtenAverage(average(minutes, calls + chats)) : none,
      [totalRevenue.key]: money(revenue),
    },
    others: [
      { label: "Revenue", written: money(revenue), column: totalRevenue.key },
      { label: "Phone calls", written: count(calls) },
      { label: "Chats", written: count(chats) },
      { label: "Paid minutes", written: count(paid) },
    ],
  };
}
