import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import { type PsychicRow, psychicEndpoints } from "#shared/psychics.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { call } from "#web/api/call.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { listQuery } from "#web/api/list-query.ts";
import { query } from "#web/api/query.ts";
import { useMay } from "#web/api/use-may.ts";
import { ReassignModal } from "#web/features/managers/reassign-modal.tsx";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { WhoseSwitch } from "#web/features/managers/whose-switch.tsx";
import { refreshPsychicLists } from "#web/features/psychics/refresh-psychic-lists.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { useMedia, useMobile } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import { columnKeys } from "#web/ui/table/column.ts";
import { writtenCalls, writtenMinutes } from "#web/ui/table/counted.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import type { ListDefaults } from "#web/ui/table/list-view.ts";
import { OldNote } from "#web/ui/table/old-note.tsx";
import { RangedList } from "#web/ui/table/ranged-list.tsx";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { useRangedList } from "#web/ui/table/use-ranged-list.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import { foundColumns } from "./found-columns.tsx";
import { laptopColumns, psychicsColumns } from "./psychics-columns.tsx";
import { PsychicsSearch } from "./psychics-search.tsx";
import { useNoteShownPsychics } from "./shown-psychics.ts";
import "#web/ui/screen-heading.scss";
import "./psychics.scss";

const defaults: ListDefaults = {
  sort: { column: "ranking", order: "asc" },
  size: 20,
  sortable: columnKeys(psychicsColumns),
};
const cards: Cards<PsychicRow> = {
  beside: (row) => <StatusTag status={row.account_status} />,
  figures: [
    { key: "total_mins", written: (row) => writtenMinutes(row.total_mins) },
    { key: "total_calls", written: (row) => writtenCalls(row.total_calls) },
    { key: "total_missed", written: (row) => `${writtenCount(row.total_missed)} missed` },
  ],
};
/** On a tablet. */
const compact = [
  ...["user_name", "phone_extension", "total_mins", "total_calls", "total_missed"],
  ...["rep_call_pct", "alc", "account_status"],
];

/** The search shows at most this many results; more letters narrow it. */
const resultsAtMost = 250;

function FoundPsychics({ term }: { term: string }) {
  const mobile = useMobile();
  const result = useQuery(
    query(accountEndpoints.searchPsychics, {
      // A URL loses the segments `.` and `..`, even encoded ones. The server trims the space (G9).
      params: { term: /^\.{1,2}$/.test(term) ? `${term} ` : term },
      query: { limit: String(resultsAtMost) },
    }),
  );
  const { data, error } = result;
  useNoteShownPsychics(data?.psychics);
  const failed = error !== null && !data;
  const instead = failed ? (
    <FailurePanel title="The search failed" text={sentenceOf(error)} onRetry={result.refetch} />
  ) : (
    data?.total === 0 && (
      <EmptyPanel
        title="No psychic found"
        text={`No username, name or extension contains “${term}”. Clear shows everyone.`}
      />
    )
  );
  const shown = data?.psychics.length ?? 0;
  return (
    <>
      {data && <OldNote {...result} />}
      <DataTable
        label={`Search results for ${term}`}
        groups={foundColumns(mobile)}
        rows={failed ? [] : data?.psychics}
        rowKey={(row) => row.user_id}
        view={term}
        expectedRows={5}
        instead={instead}
      />
      {data && data.total > shown && (
        <p className="screen-note">
          These are the {shown} best matches of {data.total}. Type more letters to narrow the
          search.
        </p>
      )}
    </>
  );
}

/** All psychics by rank, or the psychics found if there is a search term. */
function PsychicsList({ term, search }: { term: string; search: ReactNode }) {
  const isLaptop = useMedia("(min-width: 48.0625em) and (max-width: 89.5em)");
  const control = useRangedList(defaults, lastDays(7, useNewYorkToday()));
  const { isMine, managedBy } = useManagedBy("psychics");
  const mayReassign = useMay("edit-psychics");
  const mayAdd = useMay("add-psychics");
  const [isReassigning, setReassigning] = useState(false);
  const { data, ...result } = useQuery({
    ...listQuery(psychicEndpoints.listPsychics, "psychics", {
      query: { ...control.rangedQuery, ...managedBy },
    }),
    placeholderData: keepPreviousData,
    enabled: term === "",
  });
  useNoteShownPsychics(term === "" ? data?.psychics : undefined);
  const list = (
    <RangedList
      control={control}
      label="All psychics"
      noun="psychics"
      fileName="psychics"
      exported={{ list: "psychics" }}
      groups={psychicsColumns}
      shownGroups={isLaptop ? laptopColumns : psychicsColumns}
      compact={compact}
      cards={cards}
      rowKey={(row) => row.user_id}
      list={{ rows: data?.psychics, total: data?.total, ...result }}
      fetchPage={async (asked) => {
        const query = { ...asked, ...managedBy };
        const page = await call(psychicEndpoints.listPsychics, { query });
        return { rows: page.psychics, total: page.total };
      }}
      empty={{
        title: isMine ? "You have no psychics" : "No psychics yet",
        text: isMine
          ? "Choose All to see everybody's."
          : "They appear here when they sign up, or when you add one.",
      }}
      start={search}
      note={<AsOf time={data?.as_of} />}
      instead={term === "" ? undefined : <FoundPsychics key={term} term={term} />}
    >
      <p className="help psychics-legend">Calls include chats. Rank is by revenue.</p>
    </RangedList>
  );
  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="All Psychics" />
        {/* The search finds everybody's. */}
        {term === "" && (
          <WhoseSwitch of="psychics" onChange={() => control.change(() => ({ page: 1 }))} />
        )}
        <div className="row-buttons">
          {mayReassign && term === "" && (
            <Button disabled={!data?.psychics.length} onClick={() => setReassigning(true)}>
              Reassign
            </Button>
          )}
          {mayAdd && (
            <KnownLink to="/newpsychic" className="button is-primary">
              Add Psychic
            </KnownLink>
          )}
        </div>
      </div>
      {list}
      {isReassigning && (
        <ReassignModal
          what="psychics"
          rows={(data?.psychics ?? []).map(({ user_id, user_name, manager_id }) => ({
            ...{ id: user_id, name: user_name, manager_id },
          }))}
          onClose={() => setReassigning(false)}
        />
      )}
    </>
  );
}

export function Psychics() {
  const queries = useQueryClient();
  const [search, write] = useAddress();
  const term = search.get("term") ?? "";
  const find = (text: string) => {
    const isOther = write((now) => {
      const next = new URLSearchParams(now);
      if (text === "") next.delete("term");
      else next.set("term", text);
      return next;
    });
    // The same search again: reload it (F5).
    if (!isOther) void refreshPsychicLists(queries);
  };
  return <PsychicsList term={term} search={<PsychicsSearch term={term} onTerm={find} />} />;
}
