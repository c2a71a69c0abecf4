import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { factorEndpoints } from "#shared/factors.ts";
import { type StaffMember, staffEndpoints } from "#shared/staff.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { save } from "#web/api/save.ts";
import { useSession } from "#web/api/use-session.ts";
import { RoleGate } from "#web/features/role-gate.tsx";
import { ResetSignIn } from "#web/features/security/reset-sign-in.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListDefaults, pageQuery } from "#web/ui/table/list-view.ts";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import { AssignmentRules } from "./assignment-rules.tsx";
import { AwayModal } from "./away-modal.tsx";
import { InviteAgainModal } from "./invite-again-modal.tsx";
import { InviteModal } from "./invite-modal.tsx";
import { RoleModal } from "./role-modal.tsx";
import { ShutOutModal } from "./shut-out-modal.tsx";
import { countedPsychics, roleName, staffColumns, staffFile, state } from "./staff-columns.tsx";
import "./staff.scss";
import "#web/ui/screen-heading.scss";

const defaults: ListDefaults = {
  sort: { column: "username", order: "asc" },
  size: 20,
  sortable: new Set(["username", "last", "email", "brand", "role", "psychics", "shut_out"]),
};
/** On a tablet. */
const compact = ["username", "role", "psychics"];
const cards: Cards<StaffMember> = {
  name: "username",
  figures: [
    { key: "role", written: roleName },
    { key: "psychics", written: ({ psychics }) => countedPsychics(psychics) },
    { key: "shut_out", written: state },
  ],
};

/** The staff, for owners: roles, and who may sign in. */
export const Staff = () => (
  <RoleGate needs="manage-staff" title="Staff">
    <StaffList />
  </RoleGate>
);

function StaffList() {
  const { view, change } = useListView(defaults);
  const [changed, setChanged] = useState<{
    what: "role" | "away" | "access" | "invitation" | "sign-in";
    id: number;
  }>();
  const [isInviting, setInviting] = useState(false);
  const ownId = useSession()?.user_id ?? 0;
  const columns = useMemo(
    () =>
      staffColumns({
        ownId,
        onRole: ({ user_id }) => setChanged({ what: "role", id: user_id }),
        onAway: ({ user_id }) => setChanged({ what: "away", id: user_id }),
        onReset: ({ user_id }) => setChanged({ what: "sign-in", id: user_id }),
        onShutOut: ({ user_id }) => setChanged({ what: "access", id: user_id }),
        onInvite: ({ user_id }) => setChanged({ what: "invitation", id: user_id }),
      }),
    [ownId],
  );
  const asked = pageQuery(view);
  const { data, ...result } = useQuery({
    ...listQuery(staffEndpoints.listStaff, "staff", { query: asked }),
    placeholderData: keepPreviousData,
  });
  // The member as listed now, because somebody else may have changed the member since the press.
  const member = data?.staff.find(({ user_id }) => user_id === changed?.id);
  const close = () => setChanged(undefined);
  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Staff" />
        <Button icon="add" look="primary" onClick={() => setInviting(true)}>
          Invite
        </Button>
        <ExportButton
          name="staff"
          exported={{ list: "staff" }}
          groups={staffFile}
          fetchPage={async (limit, offset) => {
            const query = { ...asked, limit: String(limit), offset: String(offset) };
            const page = await call(staffEndpoints.listStaff, { query });
            return { rows: page.staff, total: page.total };
          }}
        />
      </div>
      <ListTable
        label="Staff"
        listNoun="staff"
        noun="people"
        groups={columns}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.user_id}
        list={{ rows: data?.staff, total: data?.total, ...result }}
        view={view}
        change={change}
        empty={{ title: "No staff", text: "Managers and other staff appear here." }}
      />
      <AssignmentRules />
      {isInviting && <InviteModal onClose={() => setInviting(false)} />}
      {member && changed?.what === "invitation" && (
        <InviteAgainModal member={member} onClose={close} />
      )}
      {member && changed?.what === "role" && <RoleModal member={member} onClose={close} />}
      {member && changed?.what === "away" && <AwayModal member={member} onClose={close} />}
      {member && changed?.what === "sign-in" && (
        <ResetSignIn
          username={member.username}
          afterwards="After that, the password alone is enough again for as many days as for a new member of staff."
          reset={() =>
            save(factorEndpoints.resetStaffFactors, { params: { id: String(member.user_id) } })
          }
          onClose={close}
        />
      )}
      {member && changed?.what === "access" && <ShutOutModal member={member} onClose={close} />}
    </>
  );
}
