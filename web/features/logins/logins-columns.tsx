import type { Login } from "../../../shared/logins.ts";
import { localTimeToSecond, localZone } from "../../lib/dates.ts";
import { writtenDuration } from "../../lib/figures.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import type { ColumnGroup } from "../../ui/table/column.ts";
import { When } from "../../ui/when.tsx";

const open = "Signed in";
const signIn = (row: Login) => localTimeToSecond(row.login);
const signOut = (row: Login) => (row.logout === null ? open : localTimeToSecond(row.logout));

/** Times are the viewer's (D11): the names, which a file has for its head, say whose. */
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
        text: signOut,
        cell: (row) =>
          row.logout === null ? <StatusTag status={open} /> : <When text={signOut(row)} />,
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
