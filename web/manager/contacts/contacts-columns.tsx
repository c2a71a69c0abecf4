import type { Contact } from "#shared/contacts.ts";
import { contactMethods } from "#shared/reference/contact-methods.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { localTimeToSecond, localZone } from "#web/lib/dates.ts";
import { IconButton } from "#web/ui/button.tsx";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";
import { replyAddress } from "./sign-up-link.ts";
import "#web/ui/table/data-table.scss";

const method = (row: Contact) =>
  contactMethods.find(({ id }) => id === row.method)?.name ?? row.method;
/** The name of the brand on whose page somebody applied. */
export const brandName = (row: Contact) =>
  brandFacts().find(({ key }) => key === row.brand)?.name ?? row.brand;
const comments = (row: Contact) => row.comments ?? "";

const facts: readonly TextColumn<Contact>[] = [
  {
    ...{ kind: "text", key: "name", title: "From", name: "From", sortable: true },
    text: (row) => row.name,
  },
  {
    // The viewer's time (D11). The column name, also used in CSV, names the zone.
    ...{ kind: "text", key: "date", title: "Date", name: `Date (${localZone()})`, sortable: true },
    sortName: "Date",
    text: (row) => localTimeToSecond(row.date),
    cell: (row) => <When text={localTimeToSecond(row.date)} />,
  },
  {
    ...{ kind: "text", key: "email", title: "Email", name: "Email", sortable: true },
    text: (row) => row.email,
    cell: (row) => (
      <a href={replyAddress(row)} title={`Reply to ${row.email}`}>
        {row.email}
      </a>
    ),
  },
  {
    ...{ kind: "text", key: "phone", title: "Phone", name: "Phone", sortable: true },
    text: (row) => writtenPhone(row.phone),
    cell: (row) => <a href={`tel:+1${row.phone}`}>{writtenPhone(row.phone)}</a>,
  },
  {
    ...{ kind: "text", key: "method", title: "Best Way", name: "Best Way to Contact" },
    sortable: true,
    text: method,
  },
  {
    ...{ kind: "text", key: "brand", title: "Brand", name: "Brand", sortable: true },
    text: brandName,
  },
];

const comment: TextColumn<Contact> = {
  ...{ kind: "text", key: "comments", title: "Comment", name: "Comment", sortable: true },
  text: comments,
  detail: (row) => (row.comments ? <p className="plain-lines">{row.comments}</p> : null),
};

/** The username of an application's manager. */
type ManagerOf = (contact: Contact) => string;

const managerColumn = (text: ManagerOf): TextColumn<Contact> => ({
  ...{ kind: "text", key: "manager_id", title: "Manager", name: "Manager", sortable: false },
  text,
});

/** The columns of the CSV file: the comment itself instead of a button. */
export const contactsFile = (managerOf: ManagerOf): readonly ColumnGroup<Contact>[] => [
  { title: null, columns: [...facts, managerColumn(managerOf), comment] },
];

interface ContactActions {
  onView: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
  managerOf: ManagerOf;
}

/** The columns of the table, with buttons. */
export function contactsColumns(actions: ContactActions): readonly ColumnGroup<Contact>[] {
  return [
    {
      title: null,
      columns: [
        ...facts,
        managerColumn(actions.managerOf),
        {
          ...comment,
          // Only as wide as its button.
          text: (row) => (row.comments ? "View Comment" : ""),
          cell: (row) =>
            row.comments && (
              <button type="button" className="cell-button" onClick={() => actions.onView(row)}>
                <span>View Comment</span>
                <span className="is-sr-only"> of {row.name}</span>
              </button>
            ),
        },
        {
          ...{ kind: "text", key: "id", title: "Delete", name: "Delete", sortable: false },
          narrow: true,
          text: () => "",
          cell: (row) => (
            <IconButton
              icon="remove"
              label={`Delete the contact of ${row.name}`}
              onClick={() => actions.onRemove(row)}
            />
          ),
        },
      ],
    },
  ];
}
