import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type Erasure, erasureKinds, privacyEndpoints } from "#shared/privacy.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { listQuery } from "#web/api/list-query.ts";
import { query } from "#web/api/query.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListDefaults, pageQuery } from "#web/ui/table/list-view.ts";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import { EraseModal } from "./erase-modal.tsx";
import { erasureColumns, stateOf } from "./erasure-columns.tsx";
import "./privacy.scss";
import "#web/ui/screen-heading.scss";

const defaults: ListDefaults = {
  sort: { column: "asked_at", order: "desc" },
  size: 20,
  sortable: new Set(["asked_at", "person_id"]),
};
const compact = ["person_id", "asked_at", "state"];
const cards: Cards<Erasure> = {
  name: "person_id",
  figures: [{ key: "state", written: stateOf }],
};

/** Keeps the rest of the address, which is the view of the list. */
function withoutBegin(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete("erase");
  rest.delete("id");
  return rest;
}

/** For owners: who was erased, and how long each kind of data is kept. */
export const Privacy = () => (
  <RoleGate needs="erase-people" title="Privacy">
    <PrivacyLists />
  </RoleGate>
);

function PrivacyLists() {
  const { view, change } = useListView(defaults);
  const [search, setSearch] = useSearchParams();
  const kind = erasureKinds.find((one) => one === search.get("erase"));
  const begin = kind && { kind, id: search.get("id") ?? "" };
  const [isErasing, setErasing] = useState(begin !== undefined);
  const { data, ...result } = useQuery({
    ...listQuery(privacyEndpoints.listErasures, "erasures", { query: pageQuery(view) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Privacy" />
        <Button icon="remove" look="danger" onClick={() => setErasing(true)}>
          Erase a Person
        </Button>
      </div>
      <h2 className="section-title privacy-title">Erased People</h2>
      <ListTable
        label="Erased people"
        listNoun="erasures"
        noun="erasures"
        groups={erasureColumns}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.id}
        list={{ rows: data?.erasures, total: data?.total, ...result }}
        view={view}
        change={change}
        empty={{
          title: "Nobody has been erased",
          text: "Erased people appear here, by number and without a name.",
        }}
      />
      <KeptData />
      {isErasing && (
        <EraseModal
          begin={begin}
          onClose={() => {
            setErasing(false);
            setSearch(withoutBegin, { replace: true });
          }}
        />
      )}
    </>
  );
}

function KeptData() {
  const { data, error, refetch } = useQuery(query(privacyEndpoints.listKeptData));
  return (
    <section className="kept-data">
      <h2 className="section-title privacy-title">What Is Kept, and for How Long</h2>
      {!data && !error && <Spinner label="Loading what is kept" />}
      {!data && error && (
        <FailurePanel
          title="What is kept could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
      {data && (
        <dl>
          {data.kept.map(({ what, how_long, why }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{how_long}</dd>
              <dd className="kept-why">{why}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
