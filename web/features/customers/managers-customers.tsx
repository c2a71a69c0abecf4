import { type Customer, customerEndpoints } from "#shared/customers.ts";
import { columnMeaning } from "#shared/rules/metrics.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { writtenAverage, writtenCount } from "#web/lib/figures.ts";
import { writtenMinutes, writtenReadings } from "#web/ui/table/counted.ts";
import { figuresOf, perCount } from "#web/ui/table/figures-of.ts";
import { byLastReading, lastColumn, unusedMeaning } from "./customer-columns.tsx";
import type { CustomersKind } from "./customers-list.tsx";
import { memberColumn } from "./member-column.tsx";

const figure = figuresOf<Customer>();

/** The manager's list of a psychic's customers (R23). */
export const managersCustomers: CustomersKind<Customer> = {
  readingsNote: "All readings with this psychic, not only those on the dates of the list.",
  query: (request) => listQuery(customerEndpoints.listCustomers, "customers", request),
  fetchPage: (request) => call(customerEndpoints.listCustomers, request),
  last: "last_reading",
  compact: ["username", "last_reading"],
  cards: {
    figures: [
      { key: "readings", written: (row) => writtenReadings(row.readings) },
      { key: "total_minutes", written: (row) => writtenMinutes(row.total_minutes) },
      { key: "free_mins", written: (row) => `${writtenCount(row.free_mins)} unused free min.` },
    ],
    days: byLastReading("last_reading", (row) => row.last_reading),
  },
  columns: (open) => [
    {
      title: null,
      columns: [
        memberColumn(open),
        lastColumn("last_reading", "Last Reading", (row) => row.last_reading),
        figure("readings", "Readings", "Readings", columnMeaning.total_calls),
        figure("total_minutes", "Call Length (min.)", "Call Length (min.)", columnMeaning.tot_mins),
        figure("free_mins", "Unused Free Min.", "Unused Free Min.", unusedMeaning),
        perCount(
          figure("alc", "ALC", "ALC", columnMeaning.alc, writtenAverage),
          ({ readings }) => readings,
        ),
      ],
    },
  ],
};
