import type { Login } from "#shared/logins.ts";
import { localClock, localTimeToSecond, localWeekday, localZone } from "#web/lib/dates.ts";
import { writtenDuration } from "#web/lib/figures.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";

/** In place of a sign-out's time. */
export const openLogin = "Signed in";
const signIn = (row: Login) => localTimeToSecond(row.login);
const signOut = (row: Login) => (row.logout === null ? openLogin : localTimeToSecond(row.logout));
const endings = {
  next_login: "next phone log-on",
  limit: "after 24 hours",
} as const;
const endingOf = ({ ended_by }: Login) => ended_by && endings[ended_by];

const signOutText = (row: Login) => [signOut(row), endingOf(row)].filter(Boolean).join(" ");
/** The sign-out's time, with its day only if that is not the day of the sign-in. */
export function untilText(row: Login): string {
  if (row.logout === null) return "";
  const isSameDay = localWeekday(row.logout) === localWeekday(row.login);
  return ["Until", (isSameDay ? localClock : localTimeToSecond)(row.logout), endingOf(row)]
    .filter(Boolean)
    .join(" ");
}
export const durationText = ({ duration }: Login) =>
  duration === null ? "" : writtenDuration(duration);

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
        sortName: "Sign-in",
        sortable: true,
        text: signIn,
        cell: (row) => <When text={signIn(row)} />,
      },
      {
        kind: "text",
        key: "logout",
        title: "Sign-out",
        name: `Sign-out (${localZone()})`,
        sortName: "Sign-out",
        sortable: true,
        text: signOutText,
        cell: (row) =>
          row.logout === null ? (
            <StatusTag status={openLogin} />
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
        align: "end",
        sortable: true,
        text: durationText,
      },
    ],
  },
];
