import type { Customer } from "../../../shared/customers.ts";
import { columnMeaning } from "../../../shared/rules/metrics.ts";
import { businessTimeToSecond } from "../../lib/dates.ts";
import { writtenAverage, writtenCount } from "../../lib/figures.ts";
import type { ColumnGroup, FigureColumn, TextColumn } from "../../ui/table/column.ts";
import { When } from "../../ui/when.tsx";
import type { NamedCustomer } from "./customer-readings-modal.tsx";
import { memberColumn } from "./member-column.tsx";

type FigureKey = "readings" | "total_minutes" | "free_mins" | "alc";

const figure = (
  key: FigureKey,
  title: string,
  meaning: string,
  written = writtenCount,
): FigureColumn<Customer> => ({
  kind: "figure",
  key,
  title,
  name: title,
  meaning,
  sortable: true,
  figure: (row) => row[key],
  written,
});

const lastReading: TextColumn<Customer> = {
  kind: "text",
  key: "last_reading",
  title: "Last Reading",
  name: "Last Reading",
  sortable: true,
  text: (row) => businessTimeToSecond(row.last_reading),
  cell: (row) => <When text={businessTimeToSecond(row.last_reading)} />,
};

const unused = "Free minutes that the customer has not used as of today";

/** What a manager sees of a psychic's customers. */
export function customersColumns(
  open: (customer: NamedCustomer) => void,
): readonly ColumnGroup<Customer>[] {
  return [
    {
      title: null,
      columns: [
        memberColumn(open),
        lastReading,
        figure("readings", "Readings", columnMeaning.total_calls),
        figure("total_minutes", "Call Length (min.)", columnMeaning.tot_mins),
        figure("free_mins", "Unused Free Min.", unused),
        figure("alc", "ALC", columnMeaning.alc, writtenAverage),
      ],
    },
  ];
}
