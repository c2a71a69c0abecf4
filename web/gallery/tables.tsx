import { useRef, useState } from "react";
import type { Exported } from "../api/note-export.ts";
import { AsOf } from "../ui/as-of.tsx";
import { StatusTag } from "../ui/status-tag.tsx";
import { type ColumnGroup, columnKeys, type TextColumn } from "../ui/table/column.ts";
import { ColumnMeanings } from "../ui/table/column-meanings.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import { ExportButton } from "../ui/table/export-button.tsx";
import { type ListResult, ListTable } from "../ui/table/list-table.tsx";
import { OldNote } from "../ui/table/old-note.tsx";
import { type PageSize, PageSizeSelect } from "../ui/table/page-size.tsx";
import { Pager } from "../ui/table/pager.tsx";
import { RangeChoice } from "../ui/table/range-choice.tsx";
import { RangedList } from "../ui/table/ranged-list.tsx";
import { RowDetail } from "../ui/table/row-detail.tsx";
import { SortControl } from "../ui/table/sort-control.tsx";
import { TableFoot, type Totals } from "../ui/table/table-foot.tsx";
import { nextSort, type Sort, TableHead } from "../ui/table/table-head.tsx";
import { TableRow } from "../ui/table/table-row.tsx";
import { Toolbar } from "../ui/table/toolbar.tsx";
import { useListView } from "../ui/table/use-list-view.ts";
import { useRangedList } from "../ui/table/use-ranged-list.ts";
import { type Exhibit, nothing, Opened } from "./exhibit.tsx";

interface Person {
  name: string;
  status: string;
  minutes: number | null;
}

const people: readonly Person[] = [
  { name: "Luna Moon", status: "Available", minutes: 312 },
  { name: "Orion Star-Hunter of the Northern Sky", status: "Busy", minutes: 1204 },
  { name: "Sage", status: "On Alert", minutes: null },
];

const name: TextColumn<Person> = {
  ...{ kind: "text", key: "name", title: "Name", name: "Name", sortable: true, elastic: true },
  text: (row) => row.name,
};
const groups: readonly ColumnGroup<Person>[] = [
  { title: null, columns: [name] },
  {
    title: "Today",
    columns: [
      {
        ...{ kind: "text", key: "status", title: "Status", name: "Status", sortable: true },
        text: (row) => row.status,
        cell: (row) => <StatusTag status={row.status} />,
      },
      {
        ...{ kind: "figure", key: "minutes", title: "Minutes", name: "Minutes", sortable: true },
        meaning: "Paid minutes of calls and chats",
        figure: (row) => row.minutes,
        written: (minutes) => minutes.toLocaleString("en-US"),
      },
    ],
  },
];

const sort: Sort = { column: "minutes", order: "desc" };
const usual = { label: "Psychics", groups, rowKey: (row: Person) => row.name, view: "" };
const defaults = { sort, size: 5 as const, sortable: columnKeys(groups) };
const fetchPage = async () => ({ rows: people, total: people.length });
const empty = { title: "No psychics", text: "No psychic matches." };

const totals: Totals = {
  label: "All psychics",
  figures: { minutes: "1,516" },
  others: [{ label: "With minutes", written: "2 of 3" }],
};

function Sorted(props: { rows?: readonly Person[]; refreshing?: boolean }) {
  const [by, setBy] = useState(sort);
  return (
    <DataTable
      {...usual}
      {...{ rows: people, expectedRows: 3, ...props }}
      sort={by}
      onSort={(column) => setBy(nextSort(by, column))}
    />
  );
}

const list = (part: Partial<ListResult<Person>> = {}): ListResult<Person> => ({
  ...{ rows: people, total: people.length, error: null, isPlaceholderData: false },
  ...{ isFetching: false, dataUpdatedAt: Date.UTC(2026, 6, 26), refetch: nothing, ...part },
});
const failure = new Error("away");
const none = { rows: undefined, total: undefined };

function Listed({ of }: { of: ListResult<Person> }) {
  const control = useListView(defaults);
  const words = { label: "Psychics", listNoun: "psychics", noun: "psychics", empty };
  return (
    <ListTable
      {...control}
      {...words}
      {...{ groups, compact: ["name", "minutes"], list: of }}
      rowKey={usual.rowKey}
    />
  );
}

const exported: Exported = { list: "psychics" };

function Ranged() {
  const control = useRangedList(defaults, { start: "2026-07-19", end: "2026-07-25" });
  const words = { label: "Psychics", noun: "psychics", fileName: "psychics", exported, empty };
  return (
    <RangedList
      {...words}
      {...{ control, groups, fetchPage, list: list() }}
      rowKey={usual.rowKey}
    />
  );
}

function Choice({ busy = false }: { busy?: boolean }) {
  const [range, setRange] = useState({ start: "2026-07-19", end: "2026-07-25" });
  const button = useRef<HTMLButtonElement>(null);
  return (
    <RangeChoice {...{ button, range, busy }} today="2026-07-26" payDay={1} onRange={setRange} />
  );
}

function Pages({ total, loadedRows }: { total?: number; loadedRows?: number }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<PageSize>(loadedRows === undefined ? 5 : "all");
  const more = { total, loadedRows, onRetry: loadedRows === undefined ? undefined : nothing };
  return <Pager {...more} noun="psychics" {...{ page, size }} onPage={setPage} onSize={setSize} />;
}

function Size() {
  const [size, setSize] = useState<PageSize>(20);
  return <PageSizeSelect size={size} onSize={setSize} />;
}

const old = { dataUpdatedAt: Date.UTC(2026, 6, 26, 17), refetch: nothing };

export const tables: readonly Exhibit[] = [
  {
    parts: { DataTable, TableHead, TableRow, TableFoot },
    states: {
      usual: <Sorted />,
      "with totals": <DataTable {...usual} rows={people} expectedRows={3} totals={totals} />,
      refreshing: <Sorted refreshing />,
      loading: <DataTable {...usual} rows={undefined} expectedRows={3} />,
      compact: <DataTable {...usual} rows={people} expectedRows={3} compact />,
      none: <DataTable {...usual} rows={[]} expectedRows={3} instead="No psychic matches." />,
    },
  },
  {
    parts: { ListTable },
    states: {
      usual: <Listed of={list()} />,
      loading: <Listed of={list({ ...none, isFetching: true })} />,
      empty: <Listed of={list({ rows: [], total: 0 })} />,
      failed: <Listed of={list({ ...none, error: failure })} />,
      "no longer fresh": <Listed of={list({ error: failure })} />,
    },
  },
  { parts: { RangedList }, states: { usual: <Ranged /> } },
  { parts: { RangeChoice }, states: { usual: <Choice />, busy: <Choice busy /> } },
  {
    parts: { Toolbar },
    states: {
      usual: (
        <Toolbar
          note={<AsOf time="2026-07-26T17:00:00Z" />}
          exporting={<ExportButton name="psychics" {...{ exported, groups, fetchPage }} />}
        >
          <Choice />
        </Toolbar>
      ),
    },
  },
  {
    parts: { Pager },
    states: {
      usual: <Pages total={204} />,
      loading: <Pages />,
      "one page": <Pages total={3} />,
      "all rows, broken off": <Pages total={204} loadedRows={100} />,
    },
  },
  { parts: { PageSizeSelect }, states: { usual: <Size /> } },
  {
    parts: { SortControl },
    states: {
      usual: <SortControl groups={groups} sort={sort} onSort={nothing} />,
      "above an empty list": <SortControl groups={groups} sort={sort} onSort={nothing} disabled />,
    },
  },
  {
    parts: { ExportButton },
    states: { usual: <ExportButton name="psychics" {...{ exported, groups, fetchPage }} /> },
  },
  {
    parts: { OldNote },
    states: {
      usual: <OldNote {...old} error={failure} isFetching={false} />,
      "asking again": <OldNote {...old} error={failure} isFetching />,
    },
  },
  { parts: { ColumnMeanings }, states: { closed: <ColumnMeanings groups={groups} /> } },
  {
    parts: { RowDetail },
    states: {
      usual: (
        <Opened>
          {(close) => (
            <RowDetail groups={groups} named={name} row={people[0] as Person} onClose={close} />
          )}
        </Opened>
      ),
    },
  },
];
