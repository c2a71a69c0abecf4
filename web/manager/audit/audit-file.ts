import type { AuditEntry } from "#shared/audit.ts";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import type { Column, ColumnGroup } from "#web/ui/table/column.ts";

const column = (name: string, text: (entry: AuditEntry) => string): Column<AuditEntry> => ({
  ...{ kind: "text", key: name, title: name, name, sortable: false },
  text,
});

const factsText = ({ facts }: AuditEntry) =>
  facts
    .map(({ name, from, to }) =>
      from === null ? `${name}: ${to}` : `${name}: ${from} → ${to ?? "nothing"}`,
    )
    .join("; ");

/** The columns of the exported file. */
export const auditFile: readonly ColumnGroup<AuditEntry>[] = [
  {
    title: null,
    columns: [
      column("When (ET)", ({ at }) => businessTimeToSecond(at)),
      column("Who", ({ by }) => by.name),
      column("Username", ({ by_username }) => by_username ?? ""),
      column("What", ({ what }) => what),
      column("About", ({ about }) => about?.username ?? ""),
      column("Details", factsText),
      {
        ...{ kind: "figure", key: "times", title: "Times", name: "Times", sortable: false },
        figure: ({ times }) => times,
        written: String,
      },
      column("Address", ({ address }) => address ?? ""),
      column("Browser", ({ browser }) => browser ?? ""),
    ],
  },
];
