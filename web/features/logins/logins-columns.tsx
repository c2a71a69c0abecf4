import type { Login } from "#shared/logins.ts";
import { localTimeToSecond, localZone } from "#web/lib/dates.ts";
import { writtenDuration } from "#web/lib/figures.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";

const open = "Signed in";
const signIn = (row: Login) => localTimeToSecond(row.login);
const signOut = (row: Login) => (row.logout === null ? open : localTimeToSecond(row.logout));
/** Why a phone log-on ended without a log-off. */
const endings = {
  next_login: "next phone log-on",
  limit: "after 24 hours",
} as const;
const endingOf = ({ ended_by }: Login) => ended_by && endings[ended_by];

/** Times are in the viewer's zone (D11). The column names, also used in CSV, name the zone. */
export const loginsColumns: readonly ColumnGroup<Login>[] = [
  {
    title: null,
    columns: [
      {
        kind: "text",
        key: "login",
        title: "Sign-in",
        name: `Sign-in (${localZone()})`,
        sortable: true,
        text: signIn,
        cell: (row) => <When text={signIn(row)} />,
      },
      {
        kind: "text",
        key: "logout",
        title: "Sign-out",
        name: `Sign-out (${localZone()})`,
        sortable: true,
        text: (row) => [signOut(row), endingOf(row)].filter(Boolean).join(" "),
        cell: (row) =>
          row.logout === null ? (
            <StatusTag status={open} />
          ) : (
            <>
              <When text={signOut(row)} />
              {endingOf(row) && <small className="cell-note">{endingOf(row)}</small>}
            </>
          ),
      },
      {
        kind: "text",
        key: "duration",
        title: "Duration",
        name: "Duration",
        sortable: true,
        text: ({ duration }) => (duration === null ? "" : writtenDuration(duration)),
      },
    ],
  },
];
