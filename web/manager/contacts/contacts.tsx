import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Contact, contactEndpoints } from "#shared/contacts.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { useMay } from "#web/api/use-may.ts";
import { ReassignModal } from "#web/features/managers/reassign-modal.tsx";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { useManagers } from "#web/features/managers/use-managers.ts";
import { WhoseSwitch } from "#web/features/managers/whose-switch.tsx";
import { RoleGate } from "#web/features/role-gate.tsx";
import { localClock, localTimeToSecond, localWeekday, localZone } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListDefaults, pageQuery } from "#web/ui/table/list-view.ts";
import { Toolbar } from "#web/ui/table/toolbar.tsx";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { brandName, contactsColumns, contactsFile } from "./contacts-columns.tsx";
import { ContactsHeading } from "./contacts-heading.tsx";
import { CopySignUpLinks } from "./copy-sign-up-links.tsx";
import { RemoveContact } from "./remove-contact.tsx";
import { TextModal } from "./text-modal.tsx";
import "./contacts.scss";

const defaults: ListDefaults = {
  sort: { column: "date", order: "desc" },
  size: 10,
  sortable: new Set(["name", "date", "email", "phone", "method", "brand", "comments"]),
};
/** On a tablet. */
const compact = ["name", "date", "brand"];
const cards: Cards<Contact> = {
  figures: [{ key: "brand", written: brandName }],
  days: {
    key: "date",
    dayOf: (row) => localWeekday(row.date),
    below: (row, isGrouped) => (isGrouped ? localClock : localTimeToSecond)(row.date),
    end: (_, written) => written,
  },
};

/** The people who applied on the brands' pages. */
export const Contacts = () => (
  <RoleGate needs="handle-applications" title="Contact Submissions">
    <ContactsList />
  </RoleGate>
);

function ContactsList() {
  const { view, change } = useListView(defaults);
  const [viewed, setViewed] = useState<Contact>();
  const [removed, setRemoved] = useState<Contact>();
  const [isReassigning, setReassigning] = useState(false);
  const mayReassign = useMay("edit-psychics");
  const { isMine, managedBy } = useManagedBy("contacts");
  const managers = useManagers();
  const { columns, managerOf } = useMemo(() => {
    const managerOf = ({ manager_id }: Contact) => {
      if (!managers || manager_id === null) return "";
      const manager = managers.find(({ user_id }) => user_id === manager_id);
      return manager?.username ?? "Nobody who can sign in";
    };
    const actions = { onView: setViewed, onRemove: setRemoved, managerOf };
    return { columns: contactsColumns(actions), managerOf };
  }, [managers]);
  const asked = { ...pageQuery(view), ...managedBy };
  const { data, ...result } = useQuery({
    ...listQuery(contactEndpoints.listContacts, "contacts", { query: asked }),
    placeholderData: keepPreviousData,
    // Reload when the manager returns, to show new applications.
    refetchOnWindowFocus: "always",
  });
  return (
    <>
      <ContactsHeading
        title="Contact Submissions"
        exporting={
          <ExportButton
            name="contact submissions"
            exported={{ list: "contacts" }}
            groups={contactsFile(managerOf)}
            fetchPage={async (limit, offset) => {
              const page = await call(contactEndpoints.listContacts, {
                query: { ...asked, limit: String(limit), offset: String(offset) },
              });
              return { rows: page.contacts, total: page.total };
            }}
          />
        }
      />
      <Toolbar note={<p className="as-of">Dates are in your time zone, {localZone()}.</p>}>
        <CopySignUpLinks />
        <div className="whose-contacts">
          <WhoseSwitch of="contacts" onChange={() => change(() => ({ page: 1 }))} />
          {mayReassign && (
            <Button disabled={!data?.contacts.length} onClick={() => setReassigning(true)}>
              Reassign
            </Button>
          )}
        </div>
      </Toolbar>
      <ListTable
        label="Contact Submissions"
        listNoun="contact submissions"
        noun="contacts"
        groups={columns}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.id}
        list={{ rows: data?.contacts, total: data?.total, ...result }}
        view={view}
        change={change}
        empty={{
          title: isMine ? "You have no contact submissions" : "No contact submissions",
          text: isMine
            ? "Choose All to see everybody's."
            : "People who apply on a brand's apply page appear here.",
        }}
      />
      {viewed && (
        <TextModal
          title={`Comment of ${viewed.name}`}
          facts={[localTimeToSecond(viewed.date), viewed.email, writtenPhone(viewed.phone)]}
          text={viewed.comments ?? ""}
          onClose={() => setViewed(undefined)}
        />
      )}
      {isReassigning && (
        <ReassignModal
          what="contacts"
          rows={data?.contacts ?? []}
          onClose={() => setReassigning(false)}
        />
      )}
      {removed && <RemoveContact contact={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
