import { type AdvisorCustomer, customerEndpoints } from "#shared/customers.ts";
import { columnMeaning } from "#shared/rules/metrics.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { writtenAverage, writtenCount } from "#web/lib/figures.ts";
import type { TextColumn } from "#web/ui/table/column.ts";
import { writtenMinutes, writtenReadings } from "#web/ui/table/counted.ts";
import { figuresOf, perCount } from "#web/ui/table/figures-of.ts";
import { byLastReading, lastColumn, unusedMeaning } from "./customer-columns.tsx";
import type { CustomersKind } from "./customers-list.tsx";
import { memberColumn } from "./member-column.tsx";

const figure = figuresOf<AdvisorCustomer>();

const type: TextColumn<AdvisorCustomer> = {
  kind: "text",
  key: "customer_type",
  title: "Type",
  name: "New or Repeat",
  sortable: true,
  text: (row) => (row.customer_type === "new" ? "New" : "Repeat"),
};

/** The psychic's list of their own customers (R50). */
export const advisorsCustomers: CustomersKind<AdvisorCustomer> = {
  readingsNote: "All your readings with this customer, not only those on the dates of the list.",
  query: (request) => listQuery(customerEndpoints.listAdvisorCustomers, "customers", request),
  fetchPage: (request) => call(customerEndpoints.listAdvisorCustomers, request),
  last: "last_contact_date",
  compact: ["username", "last_contact_date", "total_calls"],
  cards: {
    figures: [
      { key: "total_calls", written: (row) => writtenReadings(row.total_calls) },
      { key: "total_minutes", written: (row) => writtenMinutes(row.total_minutes) },
      {
        key: "missed_call_count",
        written: (row) => `${writtenCount(row.missed_call_count)} missed`,
      },
    ],
    days: byLastReading("last_contact_date", (row) => row.last_contact_date),
  },
  columns: (open) => [
    {
      title: null,
      columns: [
        memberColumn(open),
        lastColumn("last_contact_date", "Last Reading", (row) => row.last_contact_date),
        figure("total_calls", "Readings", "Readings", columnMeaning.total_calls),
        figure("call_count", "Calls", "Calls", "Calls with at least one minute"),
        figure("chat_count", "Chats", "Chats", "Chats with at least one minute"),
        figure("missed_call_count", "Missed", "Missed", columnMeaning.total_missed),
        type,
        // 0 means no rating, because ratings begin at 1.
        perCount(
          figure(
            "avg_customer_rating",
            "Rating",
            "Average Rating",
            "Average of the customer's ratings, 1\u00a0to\u00a05",
            writtenAverage,
          ),
          ({ avg_customer_rating }) => avg_customer_rating,
        ),
        figure("total_minutes", "Minutes", "Minutes", columnMeaning.tot_mins),
        figure("free_mins", "Unused Free Min.", "Unused Free Min.", unusedMeaning),
        perCount(
          figure("alc", "ALC", "ALC", columnMeaning.alc, writtenAverage),
          ({ total_calls }) => total_calls,
        ),
      ],
    },
  ],
};
