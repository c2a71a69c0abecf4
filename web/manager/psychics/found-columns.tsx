import type { ReactNode } from "react";
import type { FoundPsychic } from "#shared/accounts.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { PsychicLink } from "./psychic-link.tsx";

const column = (
  key: keyof FoundPsychic,
  title: string,
  cell?: (row: FoundPsychic) => ReactNode,
): TextColumn<FoundPsychic> => ({
  kind: "text",
  key,
  title,
  name: title,
  sortable: false,
  text: (row) => String(row[key]),
  ...(cell && { cell }),
});

const agent = column("user_name", "Agent", (row) => (
  <PsychicLink list="found" id={row.user_id} name={row.user_name} />
));
const status = column("account_status", "Status", (row) => (
  <StatusTag status={row.account_status} />
));

/** The columns of search results. On a phone both names and the extension share one. */
export const foundColumns = (compact: boolean): readonly ColumnGroup<FoundPsychic>[] => [
  {
    title: null,
    columns: compact
      ? [
          agent,
          column("last_name", "Name", (row) => (
            <>
              {row.first_name} {row.last_name}
              <small className="cell-note">Ext. {row.phone_extension}</small>
            </>
          )),
          status,
        ]
      : [
          agent,
          column("last_name", "Last Name"),
          column("first_name", "First Name"),
          column("phone_extension", "Extension"),
          status,
        ],
  },
];
