import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Problem, problemEndpoints } from "#shared/problems.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
import { localClock, localTimeToSecond, localWeekday, localZone } from "#web/lib/dates.ts";
import type { Cards } from "#web/ui/table/cards.tsx";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListDefaults, pageQuery } from "#web/ui/table/list-view.ts";
import { Toolbar } from "#web/ui/table/toolbar.tsx";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { ContactsHeading } from "../contacts-heading.tsx";
import { TextModal } from "../text-modal.tsx";
import { problemsColumns, problemsFile } from "./problems-columns.tsx";

const defaults: ListDefaults = {
  sort: { column: "date", order: "desc" },
  size: 10,
  sortable: new Set(["date", "user_name", "category"]),
};
/** On a tablet. */
const compact = ["date", "user_name", "category"];
const cards: Cards<Problem> = {
  // Without a link, so that a tap opens the report.
  name: "category",
  figures: [{ key: "user_name", written: (row) => row.user_name }],
  days: {
    key: "date",
    dayOf: (row) => localWeekday(row.date),
    below: (row, isGrouped) => (isGrouped ? localClock : localTimeToSecond)(row.date),
    end: (_, written) => written,
  },
};

/** The problems that psychics and managers reported. */
export const Problems = () => (
  <RoleGate needs="see-problems" title="Problem Reports">
    <ProblemsList />
  </RoleGate>
);

function ProblemsList() {
  const { view, change } = useListView(defaults);
  const [viewed, setViewed] = useState<Problem>();
  const columns = useMemo(() => problemsColumns(setViewed), []);
  const asked = pageQuery(view);
  const { data, ...result } = useQuery({
    ...listQuery(problemEndpoints.listProblems, "problems", { query: asked }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ContactsHeading
        title="Problem Reports"
        exporting={
          <ExportButton
            name="problem reports"
            exported={{ list: "problems" }}
            groups={problemsFile}
            fetchPage={async (limit, offset) => {
              const page = await call(problemEndpoints.listProblems, {
                query: { ...asked, limit: String(limit), offset: String(offset) },
              });
              return { rows: page.problems, total: page.total };
            }}
          />
        }
      />
      <Toolbar note={<p className="as-of">Dates are in your time zone, {localZone()}.</p>} />
      <ListTable
        label="Problem Reports"
        listNoun="problem reports"
        noun="reports"
        groups={columns}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.id}
        list={{ rows: data?.problems, total: data?.total, ...result }}
        view={view}
        change={change}
        empty={{
          title: "No problem reports",
          text: "Problems that psychics and managers report appear here.",
        }}
      />
      {viewed && (
        <TextModal
          title={`${viewed.category}: reported by ${viewed.user_name}`}
          facts={[localTimeToSecond(viewed.date)]}
          text={viewed.details}
          onClose={() => setViewed(undefined)}
        />
      )}
    </>
  );
}
