import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { customerEndpoints } from "../../../shared/customers.ts";
import { lastDays } from "../../../shared/rules/date-range.ts";
import { call } from "../../api/call.ts";
import { listQuery } from "../../api/list-query.ts";
import { useNewYorkToday } from "../../lib/use-new-york-today.ts";
import { columnKeys } from "../../ui/table/column.ts";
import { RangedList } from "../../ui/table/ranged-list.tsx";
import { useRangedList } from "../../ui/table/use-ranged-list.ts";
import { CustomerReadingsModal, type NamedCustomer } from "./customer-readings-modal.tsx";
import { advisorCustomersColumns } from "./customers-columns.tsx";
import { noCustomers } from "./no-customers.ts";

interface AdvisorCustomersListProps {
  psychicId: number;
  username: string;
}

const compact = ["username", "last_contact_date"];
const latestFirst = { column: "last_contact_date", order: "desc" } as const;

/** Who had a reading with a psychic in a range of days, as the psychic sees it. */
export function AdvisorCustomersList({ psychicId, username }: AdvisorCustomersListProps) {
  const [opened, setOpened] = useState<NamedCustomer>();
  const groups = useMemo(() => advisorCustomersColumns(setOpened), []);
  const control = useRangedList(
    { sort: latestFirst, size: 10, sortable: columnKeys(groups) },
    lastDays(7, useNewYorkToday()),
  );
  const params = { id: String(psychicId) };
  const { data, ...result } = useQuery({
    ...listQuery(customerEndpoints.listAdvisorCustomers, "customers", {
      params,
      query: control.asked,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <RangedList
        control={control}
        label={`Customers of ${username}`}
        noun="customers"
        fileName={`${username} customers`}
        groups={groups}
        compact={compact}
        rowKey={(row) => row.customer_id}
        list={{ rows: data?.customers, total: data?.total, ...result }}
        fetchPage={async (asked) => {
          const page = await call(customerEndpoints.listAdvisorCustomers, { params, query: asked });
          return { rows: page.customers, total: page.total };
        }}
        empty={noCustomers}
      />
      {opened && (
        <CustomerReadingsModal
          psychicId={psychicId}
          customer={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
