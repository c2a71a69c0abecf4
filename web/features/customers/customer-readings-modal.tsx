import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { customerEndpoints } from "#shared/customers.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { listQuery } from "#web/api/list-query.ts";
import { businessClock, businessTimeToSecond, businessWeekday } from "#web/lib/dates.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { Modal } from "#web/ui/modal.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { writtenMinutes } from "#web/ui/table/counted.ts";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListView, pageQuery } from "#web/ui/table/list-view.ts";
import { When } from "#web/ui/when.tsx";

type CustomerReading = ResponseOf<
  typeof customerEndpoints.listCustomerReadings
>["readings"][number];

/** The customer of a row of any list. */
export interface NamedCustomer {
  customer_id: number;
  username: string;
}

const columns: readonly ColumnGroup<CustomerReading>[] = [
  {
    title: null,
    columns: [
      {
        kind: "text",
        key: "date",
        title: "Date/Time",
        name: "Date/Time",
        sortable: true,
        text: (row) => businessTimeToSecond(row.date),
        cell: (row) => <When text={businessTimeToSecond(row.date)} />,
      },
      {
        kind: "figure",
        key: "minutes",
        title: "Minutes",
        name: "Minutes",
        sortable: true,
        figure: (row) => row.minutes,
        written: writtenCount,
      },
    ],
  },
];

const cards: Cards<CustomerReading> = {
  name: "date",
  figures: [{ key: "minutes", written: (row) => writtenMinutes(row.minutes) }],
  isWhole: true,
  days: {
    key: "date",
    dayOf: (row) => businessWeekday(row.date),
    name: (row) => businessClock(row.date),
    end: (_, written) => written,
  },
};

interface CustomerReadingsModalProps {
  psychicId: number;
  customer: NamedCustomer;
  /** Which readings these are. */
  note: string;
  onClose: () => void;
}

/** All readings of one customer with this psychic. Its page and order are not in the address. */
export function CustomerReadingsModal(props: CustomerReadingsModalProps) {
  const { psychicId, customer, note, onClose } = props;
  const [view, setView] = useState<ListView>({
    sort: { column: "date", order: "desc" },
    size: 10,
    page: 1,
  });
  const { data, ...result } = useQuery({
    ...listQuery(customerEndpoints.listCustomerReadings, "readings", {
      params: { id: String(psychicId), customerId: String(customer.customer_id) },
      query: pageQuery(view),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal title={`Readings with ${customer.username}`} onClose={onClose}>
      <p className="screen-note">{note}</p>
      <ListTable
        label={`Readings with ${customer.username}`}
        listNoun="readings"
        noun="readings"
        groups={columns}
        cards={cards}
        rowKey={(row) => `${row.date} ${row.minutes}`}
        list={{ rows: data?.readings, total: data?.total, ...result }}
        view={view}
        change={(part) => setView((before) => ({ ...before, page: 1, ...part(before) }))}
        empty={{
          title: "No readings",
          text: "A call or chat appears here shortly after it has ended.",
        }}
      />
    </Modal>
  );
}
