import type { Erasure } from "#shared/privacy.ts";
import { localTimeToSecond } from "#web/lib/dates.ts";
import type { Column, ColumnGroup } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";

export const kindNames: Record<Erasure["kind"], string> = {
  psychic: "Psychic",
  customer: "Customer",
  applicant: "Applicant",
};

export const personOf = ({ kind, person_id }: Pick<Erasure, "kind" | "person_id">) =>
  `${kindNames[kind]} ${person_id}`;
export const stateOf = ({ applied_at }: Erasure) => (applied_at === null ? "In Progress" : "Done");

const columns: readonly Column<Erasure>[] = [
  {
    ...{ kind: "text", key: "person_id", title: "Person", name: "Person", sortable: true },
    text: personOf,
  },
  {
    ...{ kind: "text", key: "asked_at", title: "Erased", name: "Erased", sortable: true },
    text: (row) => localTimeToSecond(row.asked_at),
    cell: (row) => <When text={localTimeToSecond(row.asked_at)} />,
  },
  {
    ...{ kind: "text", key: "asked_by", title: "By", name: "By", sortable: false },
    text: (row) => row.asked_by,
  },
  {
    ...{ kind: "text", key: "reason", title: "Reason", name: "Reason", sortable: false },
    text: (row) => row.reason,
  },
  {
    ...{ kind: "text", key: "state", title: "State", name: "State", sortable: false },
    text: stateOf,
  },
];

export const erasureColumns: readonly ColumnGroup<Erasure>[] = [{ title: null, columns }];
