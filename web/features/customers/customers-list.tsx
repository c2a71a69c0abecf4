import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { lastDays } from "#shared/rules/date-range.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import type { Cards } from "#web/ui/table/cards.tsx";
import { type ColumnGroup, columnKeys } from "#web/ui/table/column.ts";
import { RangedList } from "#web/ui/table/ranged-list.tsx";
import { type RangedQuery, useRangedList } from "#web/ui/table/use-ranged-list.ts";
import { CustomerReadingsModal, type NamedCustomer } from "./customer-readings-modal.tsx";
import { noCustomers } from "./no-customers.ts";

interface CustomersRequest {
  params: { id: string };
  query: RangedQuery;
}

interface CustomersPage<Row> {
  customers: Row[];
  total: number;
}

/** A list of customers: its request and its columns. */
export interface CustomersKind<Row extends NamedCustomer> {
  query: (request: CustomersRequest) => UseQueryOptions<CustomersPage<Row>>;
  fetchPage: (request: CustomersRequest) => Promise<CustomersPage<Row>>;
  columns: (open: (customer: NamedCustomer) => void) => readonly ColumnGroup<Row>[];
  /** The column of the last reading. At first the list is sorted by this column, newest on top. */
  last: string;
  /** The columns that fit a tablet. */
  compact: readonly string[];
  /** The note above the readings of one customer. */
  readingsNote: string;
  /** The cards of a phone. */
  cards: Cards<Row>;
}

interface CustomersListProps<Row extends NamedCustomer> {
  psychicId: number;
  username: string;
  kind: CustomersKind<Row>;
}

/** The customers who had a reading with a psychic in a range of days. */
export function CustomersList<Row extends NamedCustomer>(props: CustomersListProps<Row>) {
  const { psychicId, username, kind } = props;
  const [opened, setOpened] = useState<NamedCustomer>();
  const groups = useMemo(() => kind.columns(setOpened), [kind]);
  const control = useRangedList(
    { sort: { column: kind.last, order: "desc" }, size: 10, sortable: columnKeys(groups) },
    lastDays(7, useNewYorkToday()),
  );
  const params = { id: String(psychicId) };
  const { data, ...result } = useQuery({
    ...kind.query({ params, query: control.rangedQuery }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <RangedList
        control={control}
        label={`Customers of ${username}`}
        noun="customers"
        fileName={`${username} customers`}
        exported={{ list: "customers", psychicId }}
        groups={groups}
        compact={kind.compact}
        cards={kind.cards}
        rowKey={(row) => row.customer_id}
        list={{ rows: data?.customers, total: data?.total, ...result }}
        fetchPage={async (asked) => {
          const page = await kind.fetchPage({ params, query: asked });
          return { rows: page.customers, total: page.total };
        }}
        empty={noCustomers}
      />
      {opened && (
        <CustomerReadingsModal
          psychicId={psychicId}
          customer={opened}
          note={kind.readingsNote}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
