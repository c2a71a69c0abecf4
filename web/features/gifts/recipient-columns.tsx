import type { ReactNode } from "react";
import type { EligibleCustomer } from "#shared/gifts.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { businessTimeToSecond, writtenDay } from "#web/lib/dates.ts";
import { writtenAverage, writtenMoney } from "#web/lib/figures.ts";
import type { ColumnGroup, FigureColumn, TextColumn } from "#web/ui/table/column.ts";
import { figuresOf, perCount } from "#web/ui/table/figures-of.ts";
import { When } from "#web/ui/when.tsx";
import { RecipientBox } from "./recipient-choice.tsx";

const figure = figuresOf<EligibleCustomer>();

const customer = (
  title: string,
  cell: (row: EligibleCustomer) => ReactNode,
): TextColumn<EligibleCustomer> => ({
  kind: "text",
  key: "user_name",
  title,
  name: "Customer",
  sortable: true,
  text: (row) => row.user_name,
  cell,
});

const perCalls = (column: FigureColumn<EligibleCustomer>) => perCount(column, ({ calls }) => calls);

/** The columns of the filters come first, beside the customer. */
const filtered = [
  perCalls(
    figure(
      "rev_per_call",
      "RPC",
      "Revenue per Call",
      "Revenue per call or chat of the last 90 days. Psychics see it after 3 calls or chats",
      writtenMoney,
    ),
  ),
  perCalls(
    figure(
      "alc",
      "ALC",
      "Average Length of Call",
      "Minutes per call or chat of the last 90 days",
      writtenAverage,
    ),
  ),
  figure(
    "redeemable_minutes",
    "UFM",
    "Unused Free Minutes",
    "Free minutes that the customer has not used",
  ),
];

export const recipientColumns: readonly ColumnGroup<EligibleCustomer>[] = [
  {
    title: null,
    columns: [
      customer("Customer", (row) => <RecipientBox customer={row} />),
      ...filtered,
      {
        kind: "text",
        key: "last",
        title: "Last Reading",
        name: "Last Reading",
        sortable: true,
        text: (row) => businessTimeToSecond(row.last),
        cell: (row) => <When text={businessTimeToSecond(row.last)} />,
      },
      figure("calls", "Readings", "Readings", "Calls and chats of the last 90 days"),
      figure("minutes", "Min.", "Minutes", "Minutes of the last 90 days"),
    ],
  },
];

const lastDay = ({ last }: EligibleCustomer) => writtenDay(newYorkDay(Date.parse(last)));

/** The columns on a phone: the day of the last reading is below the customer. */
export const compactRecipientColumns: readonly ColumnGroup<EligibleCustomer>[] = [
  {
    title: null,
    columns: [
      customer("Customer, Last Reading", (row) => (
        <RecipientBox customer={row} note={lastDay(row)} />
      )),
      ...filtered,
    ],
  },
];
