import { type Key, useEffect, useMemo, useState } from "react";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { EmptyPanel } from "../empty-panel.tsx";
import { FailurePanel } from "../failure-panel.tsx";
import type { ColumnGroup } from "./column.ts";
import { compacted } from "./compacted.tsx";
import { DataTable } from "./data-table.tsx";
import { OldNote } from "./old-note.tsx";
import { Pager } from "./pager.tsx";
import { RowDetail } from "./row-detail.tsx";
import { SortControl } from "./sort-control.tsx";
import { nextSort } from "./table-head.tsx";
import type { ListControl } from "./use-list-view.ts";

/** What a list's query hands out; of TanStack's result, what a table needs. */
export interface ListResult<Row> {
  rows: readonly Row[] | undefined;
  total: number | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface ListTableProps<Row> extends ListControl {
  /** What the table is, for its caption. */
  label: string;
  /** What the list is of, in the plural, where it cannot be loaded: `statistics`. */
  what: string;
  /** What is counted, in the plural: `psychics`. */
  noun: string;
  groups: readonly ColumnGroup<Row>[];
  /**
   * Keys of the columns that fit a phone; a button beside the first, which names the row, opens
   * the rest. Left out where all of them fit.
   */
  compact?: readonly string[];
  rowKey: (row: Row) => Key;
  list: ListResult<Row>;
  /** Names what else than the view decides the rows (range, search). */
  about?: string;
  empty: { title: string; text: string };
}

/** A list as the server pages it: table, its states, what a phone opens, and the way to its pages. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { groups, compact, list, view, change } = props;
  const { rows, total, error, isPlaceholderData, isFetching, refetch } = list;
  const { sort, size, page } = view;
  const isCompact = useMobile() && compact !== undefined;
  const [detail, setDetail] = useState<Row>();
  const shown = useMemo(
    () => (isCompact ? compacted(groups, compact, setDetail) : groups),
    [isCompact, groups, compact],
  );

  // A link to a page that is no longer there shows the last one.
  const pastEnd = rows?.length === 0 && !isPlaceholderData && total !== undefined && total > 0;
  useEffect(() => {
    if (pastEnd && size !== "all") change(() => ({ page: Math.ceil(total / size) }), true);
  });

  const failed = error !== null && !rows;
  const isPart = size === "all" && (rows?.length ?? 0) < (total ?? 0);
  const instead = failed ? (
    <FailurePanel
      title={`The ${props.what} could not be loaded`}
      text={sentenceOf(error)}
      onRetry={refetch}
    />
  ) : (
    total === 0 && <EmptyPanel {...props.empty} />
  );
  // A row that is gone, removed from within its own detail for one, takes its detail along.
  const opened = detail && rows?.find((row) => props.rowKey(row) === props.rowKey(detail));
  const onSort = (column: string) => change((now) => ({ sort: nextSort(now.sort, column) }));
  const named = groups.flatMap(({ columns }) => columns).find(({ key }) => key === compact?.[0]);

  return (
    <>
      {isCompact && <SortControl groups={groups} sort={sort} onSort={onSort} />}
      {/* Of a part, the pager says so. */}
      {rows && !isPart && <OldNote {...list} />}
      <DataTable
        label={props.label}
        groups={shown}
        rows={failed ? [] : rows}
        rowKey={props.rowKey}
        view={`${JSON.stringify(view)} ${props.about ?? ""}`}
        sort={sort}
        onSort={onSort}
        compact={isCompact}
        refreshing={isPlaceholderData}
        expectedRows={size === "all" ? 20 : Math.min(size, 20)}
        instead={instead}
      />
      <Pager
        page={page}
        size={size}
        total={total}
        come={rows?.length}
        onRetry={error && !isFetching ? refetch : undefined}
        noun={props.noun}
        onPage={(chosen) => change(() => ({ page: chosen }))}
        onSize={(chosen) => change(() => ({ size: chosen }))}
      />
      {opened && named && (
        <RowDetail
          groups={groups}
          named={named}
          row={opened}
          onClose={() => setDetail(undefined)}
        />
      )}
    </>
  );
}
