import { Link } from "react-router-dom";
import { may } from "#shared/rules/staff.ts";
import type { StaffMember } from "#shared/staff.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { writtenDay } from "#web/lib/dates.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { Column, ColumnGroup } from "#web/ui/table/column.ts";
import { roleWords } from "./role-words.ts";
import "./staff.scss";
import "#web/ui/table/data-table.scss";

export const roleName = ({ role }: StaffMember) => roleWords[role].name;
export const countedPsychics = (count: number) =>
  `${writtenCount(count)} ${count === 1 ? "psychic" : "psychics"}`;
export function countedBelongings({ psychics, contacts }: StaffMember): string {
  const applications = `${writtenCount(contacts)} ${contacts === 1 ? "application" : "applications"}`;
  if (contacts === 0) return countedPsychics(psychics);
  return psychics === 0 ? applications : `${countedPsychics(psychics)} and ${applications}`;
}
export function state({ shut_out, invited_at, away_until }: StaffMember): string {
  if (invited_at !== null) return "Invited";
  if (shut_out) return "Shut Out";
  return away_until === null ? "Active" : `Away until ${writtenDay(away_until)}`;
}

const facts: readonly Column<StaffMember>[] = [
  {
    ...{ kind: "text", key: "username", title: "Username", name: "Username", sortable: true },
    text: (row) => row.username,
  },
  {
    ...{ kind: "text", key: "last", title: "Name", name: "Name", sortable: true },
    text: (row) => `${row.first} ${row.last}`,
  },
  {
    ...{ kind: "text", key: "email", title: "Email", name: "Email", sortable: true },
    // Where there is little room, it is cut, so that the buttons stay in view.
    elastic: true,
    text: (row) => row.email,
    cell: (row) => <a href={`mailto:${row.email}`}>{row.email}</a>,
  },
  {
    ...{ kind: "text", key: "brand", title: "Brand", name: "Brand", sortable: true },
    text: (row) => brandFacts().find(({ key }) => key === row.brand)?.name ?? row.brand,
  },
  {
    ...{ kind: "text", key: "role", title: "Role", name: "Role", sortable: true },
    text: roleName,
  },
  {
    ...{ kind: "figure", key: "psychics", title: "Psychics", name: "Psychics", sortable: true },
    figure: (row) => row.psychics,
    written: writtenCount,
  },
  {
    ...{ kind: "text", key: "shut_out", title: "Account", name: "Account", sortable: true },
    text: state,
    cell: (row) => <StatusTag status={row.away_until === null ? state(row) : "Away"} />,
  },
];
/** Only in the exported file: the table has no room for it beside the buttons. */
const applications: Column<StaffMember> = {
  ...{ kind: "figure", key: "contacts", title: "Applications", name: "Applications" },
  sortable: false,
  figure: (row) => row.contacts,
  written: writtenCount,
};

export const staffFile: readonly ColumnGroup<StaffMember>[] = [
  { title: null, columns: [...facts, applications] },
];

interface StaffActions {
  /** The user's own id, because nobody can shut out themselves. */
  ownId: number;
  onRole: (member: StaffMember) => void;
  /** Only for members to whom something can belong. */
  onAway: (member: StaffMember) => void;
  onReset: (member: StaffMember) => void;
  onShutOut: (member: StaffMember) => void;
  /** Only for members without a password. */
  onInvite: (member: StaffMember) => void;
}

/** The columns of the table, with buttons. */
export function staffColumns({
  ownId,
  onRole,
  onAway,
  onReset,
  onShutOut,
  onInvite,
}: StaffActions): readonly ColumnGroup<StaffMember>[] {
  return [
    {
      title: null,
      columns: [
        ...facts,
        {
          ...{ kind: "text", key: "user_id", title: "Actions", name: "Actions", sortable: false },
          text: () => "Role, Away, Reset Sign-In, History, Shut Out, Invite",
          cell: (row) => (
            <span className="staff-actions">
              <button type="button" className="cell-button" onClick={() => onRole(row)}>
                <span>Role</span>
                <span className="is-sr-only"> of {row.username}</span>
              </button>
              {!row.shut_out && row.invited_at === null && may(row.role, "handle-applications") && (
                <button type="button" className="cell-button is-away" onClick={() => onAway(row)}>
                  <span>Away</span>
                  <span className="is-sr-only"> of {row.username}</span>
                </button>
              )}
              {/* Only a command resets an owner's factors (D53). A member who is only invited
                  has none. */}
              {!row.shut_out &&
                row.invited_at === null &&
                row.user_id !== ownId &&
                row.role !== "owner" && (
                  <button
                    type="button"
                    className="cell-button is-reset"
                    onClick={() => onReset(row)}
                  >
                    <span>Reset Sign-In</span>
                    <span className="is-sr-only"> of {row.username}</span>
                  </button>
                )}
              <Link
                to={`/audit?person=${encodeURIComponent(row.username)}`}
                className="cell-button is-history"
              >
                <span>History</span>
                <span className="is-sr-only"> of {row.username}</span>
              </Link>
              {!row.shut_out && row.user_id !== ownId && (
                <button
                  type="button"
                  className="cell-button is-shut-out"
                  onClick={() => onShutOut(row)}
                >
                  <span>Shut Out</span>
                  <span className="is-sr-only"> {row.username}</span>
                </button>
              )}
              {(row.shut_out || row.invited_at !== null) && (
                <button type="button" className="cell-button" onClick={() => onInvite(row)}>
                  <span>Invite Again</span>
                  <span className="is-sr-only"> {row.username}</span>
                </button>
              )}
            </span>
          ),
        },
      ],
    },
  ];
}
