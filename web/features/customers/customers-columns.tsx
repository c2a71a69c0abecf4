import type { AdvisorCustomer, Customer } from "../../../shared/customers.ts";
import { columnMeaning } from "../../../shared/rules/metrics.ts";
import { businessTimeToSecond } from "../../lib/dates.ts";
import { writtenAverage, writtenCount } from "../../lib/figures.ts";
import type { ColumnGroup, FigureColumn, TextColumn } from "../../ui/table/column.ts";
import { When } from "../../ui/when.tsx";
import type { NamedCustomer } from "./customer-readings-modal.tsx";
import { memberColumn } from "./member-column.tsx";

type FigureKey<Row> = {
  [Key in keyof Row]: Row[Key] extends number ? Key : never;
}[keyof Row] &
  string;

const figuresOf =
  <Row,>() =>
  (
    key: FigureKey<Row>,
    title: string,
    meaning: string,
    written = writtenCount,
  ): FigureColumn<Row> => ({
    kind: "figure",
    key,
    title,
    name: title,
    meaning,
    sortable: true,
    figure: (row) => row[key] as number,
    written,
  });

const instant = <Row,>(
  key: keyof Row & string,
  title: string,
  of: (row: Row) => string,
): TextColumn<Row> => ({
  kind: "text",
  key,
  title,
  name: title,
  sortable: true,
  text: (row) => businessTimeToSecond(of(row)),
  cell: (row) => <When text={businessTimeToSecond(of(row))} />,
});

const unused = "Free minutes that the customer has not used as of today";

/** What a manager sees of a psychic's customers. */
export function customersColumns(
  open: (customer: NamedCustomer) => void,
): readonly ColumnGroup<Customer>[] {
  const figure = figuresOf<Customer>();
  return [
    {
      title: null,
      columns: [
        memberColumn(open),
        instant("last_reading", "Last Reading", (row) => row.last_reading),
        figure("readings", "Readings", columnMeaning.total_calls),
        figure("total_minutes", "Call Length (min.)", columnMeaning.tot_mins),
        figure("free_mins", "Unused Free Min.", unused),
        figure("alc", "ALC", columnMeaning.alc, writtenAverage),
      ],
    },
  ];
}

/** What a psychic sees of their own. */
export function advisorCustomersColumns(
  open: (customer: NamedCustomer) => void,
): readonly ColumnGroup<AdvisorCustomer>[] {
  const figure = figuresOf<AdvisorCustomer>();
  return [
    {
      title: null,
      columns: [
        memberColumn(open),
        instant("last_contact_date", "Last Contact", (row) => row.last_contact_date),
        figure("total_calls", "Total", columnMeaning.total_calls),
        figure("call_count", "Calls", "Calls with at least one minute"),
        figure("chat_count", "Chats", "Chats with at least one minute"),
        figure("missed_call_count", "Missed", columnMeaning.total_missed),
        {
          kind: "text",
          key: "customer_type",
          title: "New or Repeat",
          name: "New or Repeat",
          sortable: true,
          text: (row) => (row.customer_type === "new" ? "New" : "Repeat"),
        },
        figure(
          "avg_customer_rating",
          "Avg. Rating",
          "Mean rating, 1 to 5; 0 without one",
          writtenAverage,
        ),
        figure("total_minutes", "Minutes", columnMeaning.tot_mins),
        figure("free_mins", "Unused Free Min.", unused),
        figure("alc", "ALC", columnMeaning.alc, writtenAverage),
      ],
    },
  ];
}
