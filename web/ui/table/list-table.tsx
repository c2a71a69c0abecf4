import { type Key, type ReactNode, useEffect, useMemo, useState } from "react";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useMobile, usePhone } from "#web/lib/use-media.ts";
import { EmptyPanel } from "../empty-panel.tsx";
import { FailurePanel } from "../failure-panel.tsx";
import { type Cards, carded } from "./cards.tsx";
import type { ColumnGroup } from "./column.ts";
import { ColumnMeanings } from "./column-meanings.tsx";
import { compacted } from "./compacted.tsx";
import { DataTable, windowedPast } from "./data-table.tsx";
import { isInDays } from "./day-groups.ts";
import { OldNote } from "./old-note.tsx";
import { Pager } from "./pager.tsx";
import { RowDetail } from "./row-detail.tsx";
import { SortControl } from "./sort-control.tsx";
import type { Totals } from "./table-foot.tsx";
import { nextSort } from "./table-head.tsx";
import type { ListControl } from "./use-list-view.ts";

/** The parts of TanStack's result that a table needs. */
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
  /** The caption. */
  label: string;
  /** The plural noun for the whole list, such as `statistics`, in case it cannot be loaded. */
  listNoun: string;
  /** The plural noun for the rows, such as `psychics`, in counts. */
  noun: string;
  groups: readonly ColumnGroup<Row>[];
  /**
   * Keys of the columns on a phone; with `cards`, on a tablet. A button beside the first column
   * opens the whole row. Absent if all columns fit.
   */
  compact?: readonly string[];
  /**
   * On a phone, in place of `compact`. A tap on a card follows the link of its name or opens the detail.
   * Without `compact`, `cards.name` is required.
   */
  cards?: Cards<Row>;
  /** For a phone's list without cards: a tap anywhere on a row follows its only link. */
  opens?: boolean;
  rowKey: (row: Row) => Key;
  list: ListResult<Row>;
  /** Identifies the range or search. Together with the view, it decides which rows the list has. */
  about?: string;
  /** For a list without rows; `more` are buttons that lead on. */
  empty: { title: string; text: string; more?: ReactNode };
  totals?: Totals | undefined;
}

/** A list in pages: the table with its states, the row's detail on phones, and the pager. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { groups, compact, cards, list, view, change } = props;
  const { rows, total, error, isPlaceholderData, isFetching, refetch } = list;
  const { sort, size, page } = view;
  const isMobile = useMobile();
  const hasCards = usePhone() && cards !== undefined;
  const isCompact = hasCards || (isMobile && compact !== undefined);
  /** The column that names a row's detail. */
  const named = compact?.[0] ?? cards?.name;
  const [detail, setDetail] = useState<Row>();
  const days = hasCards ? cards.days : undefined;
  // While rows in a new order load, those of the old order show.
  const isGrouped =
    days !== undefined &&
    sort.column === days.key &&
    (rows === undefined || (rows.length <= windowedPast && isInDays(rows, days.dayOf)));
  const shown = useMemo(() => {
    if (hasCards && named) {
      return carded(groups, cards, sort.column, { named, isGrouped, open: setDetail });
    }
    return isMobile && compact ? compacted(groups, compact, setDetail) : groups;
  }, [isMobile, hasCards, isGrouped, groups, compact, cards, named, sort.column]);

  // A link to a page that no longer exists shows the last one.
  const pastEnd = rows?.length === 0 && !isPlaceholderData && total !== undefined && total > 0;
  useEffect(() => {
    if (pastEnd && size !== "all") change(() => ({ page: Math.ceil(total / size) }), true);
  });

  const failed = error !== null && !rows;
  // An empty previous list says nothing about this one.
  const isUnknown = isPlaceholderData && total === 0;
  const isPart = size === "all" && (rows?.length ?? 0) < (total ?? 0);
  const instead = failed ? (
    <FailurePanel
      title={`The ${props.listNoun} could not be loaded`}
      text={sentenceOf(error)}
      onRetry={refetch}
    />
  ) : (
    total === 0 &&
    !isUnknown && (
      <EmptyPanel title={props.empty.title} text={props.empty.text}>
        {props.empty.more}
      </EmptyPanel>
    )
  );
  // If a row is removed, for example in its own detail, the detail closes.
  const opened = detail && rows?.find((row) => props.rowKey(row) === props.rowKey(detail));
  const onSort = (column: string) => change((now) => ({ sort: nextSort(now.sort, column) }));
  const title = groups.flatMap(({ columns }) => columns).find(({ key }) => key === named);

  return (
    <>
      {/* Stays above an empty list, so that nothing moves when its answer arrives. */}
      {isCompact && (
        <SortControl groups={groups} sort={sort} onSort={onSort} disabled={total === 0} />
      )}
      {/* If only a part of the rows has loaded, the pager says so instead. */}
      {rows && !isPart && <OldNote {...list} />}
      <DataTable
        label={props.label}
        groups={shown}
        rows={failed ? [] : isUnknown ? undefined : rows}
        rowKey={props.rowKey}
        view={`${JSON.stringify(view)} ${props.about ?? ""}`}
        sort={sort}
        onSort={onSort}
        compact={isCompact}
        cards={hasCards}
        opens={hasCards ? !cards.isWhole : props.opens}
        dayOf={isGrouped ? days?.dayOf : undefined}
        refreshing={isPlaceholderData}
        expectedRows={size === "all" ? 20 : Math.min(size, 20)}
        totals={props.totals}
        instead={instead}
      />
      <Pager
        page={page}
        size={size}
        total={total}
        loadedRows={rows?.length}
        onRetry={error && !isFetching ? refetch : undefined}
        noun={props.noun}
        onPage={(chosen) => change(() => ({ page: chosen }))}
        onSize={(chosen) => change(() => ({ size: chosen }))}
      />
      {isCompact && total !== 0 && <ColumnMeanings groups={groups} />}
      {opened && title && (
        <RowDetail
          groups={groups}
          named={title}
          row={opened}
          onClose={() => setDetail(undefined)}
        />
      )}
    </>
  );
}
