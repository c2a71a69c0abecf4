import { useQuery } from "@tanstack/react-query";
import { approvalEndpoints } from "#shared/approvals.ts";
import { contactEndpoints } from "#shared/contacts.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { pollEvery } from "#web/api/poll.ts";
import { query } from "#web/api/query.ts";
import { useMay } from "#web/api/use-may.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import { topOf } from "../period-figures.ts";
import { shownDays, type ViewKey } from "./dashboard-view.ts";

/** The number of rows in the lists of top psychics and of waiting approvals. */
export const topCount = 5;

const topQuery = (range: DateRange) =>
  query(statisticsEndpoints.listStatistics, {
    query: {
      ...rangeQuery(range),
      sort: "total_revenue",
      order: "desc",
      limit: String(topCount),
    },
  });

const newest = { sort: "date", order: "desc", limit: "1" } as const;

/** The error of data that is missing; loaded data stays on screen. */
const failureOf = (results: readonly { data: unknown; error: Error | null }[]) =>
  results.find(({ data, error }) => data === undefined && error)?.error ?? null;

interface Days {
  view: ViewKey;
  range: DateRange;
  before: DateRange;
  today: string;
}

/** Loads the dashboard's data. When the days change, only the top psychics load again. */
export function useDashboard({ view, range, before, today }: Days) {
  const isCurrentPeriod = view === "this";
  const daily = useQuery(
    query(statisticsEndpoints.listDailyStatistics, { query: rangeQuery(shownDays(today)) }),
  );
  const top = useQuery(topQuery(range));
  // In the first hours of a period its statistics contain few psychics or none (H2).
  const topOfLast = useQuery(topQuery(isCurrentPeriod ? before : range));
  const approvals = useQuery(
    query(approvalEndpoints.listApprovals, {
      query: { sort: "date", order: "asc", limit: String(topCount) },
    }),
  );
  const busy = useQuery({
    ...query(psychicEndpoints.countBusy),
    refetchInterval: pollEvery(30_000),
    meta: { polled: true },
  });
  // Not before the role is known: a refused call would lead to /login.
  const mayContacts = useMay("handle-applications");
  const mayProblems = useMay("see-problems");
  const contacts = useQuery({
    ...query(contactEndpoints.listContacts, { query: newest }),
    enabled: mayContacts,
  });
  const problems = useQuery({
    ...query(problemEndpoints.listProblems, { query: newest }),
    enabled: mayProblems,
  });
  const isReceivedLoaded = (!mayContacts || contacts.data) && (!mayProblems || problems.data);
  const best = [top, topOfLast];
  const rest = [daily, approvals, busy, contacts, problems];
  return {
    data:
      daily.data && approvals.data && busy.data && isReceivedLoaded
        ? {
            days: daily.data.days,
            asOf: daily.data.as_of,
            top:
              top.data &&
              topOfLast.data &&
              topOf(top.data.statistics, topOfLast.data.statistics, {
                count: topCount,
                isFirstDay: isCurrentPeriod && today === range.start,
              }),
            approvals: approvals.data,
            busy: busy.data.busy,
            /** Null if the viewer's role may not see them. */
            contacts: contacts.data
              ? { total: contacts.data.total, newest: contacts.data.contacts[0]?.date }
              : null,
            /** Null if the viewer's role may not see them. */
            problems: problems.data
              ? { total: problems.data.total, newest: problems.data.problems[0]?.date }
              : null,
          }
        : undefined,
    failure: failureOf(rest),
    topFailure: failureOf(best),
    retry: () => {
      for (const each of [...best, ...rest]) if (each.isError) each.refetch();
    },
  };
}

export type DashboardData = NonNullable<ReturnType<typeof useDashboard>["data"]>;
