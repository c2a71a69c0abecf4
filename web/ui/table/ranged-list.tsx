import { useQueryClient } from "@tanstack/react-query";
import { type Key, type ReactNode, useState } from "react";
import type { DateRange } from "#shared/rules/date-range.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { DateRangeForm } from "../date-range-form.tsx";
import type { ColumnGroup } from "./column.ts";
import { ExportButton } from "./export-button.tsx";
import { type ListResult, ListTable } from "./list-table.tsx";
import type { RangedListControl, RangedQuery } from "./use-ranged-list.ts";

interface RangedListProps<Row> {
  control: RangedListControl;
  /** What the table is, for its caption. */
  label: string;
  /** What is counted, in the plural: `readings`. */
  noun: string;
  /** Begins the name of the exported file; the days and the zone follow. */
  fileName: string;
  /** Whose times the file has: New York's unless told otherwise. */
  zone?: string;
  groups: readonly ColumnGroup<Row>[];
  compact?: readonly string[];
  rowKey: (row: Row) => Key;
  list: ListResult<Row>;
  fetchPage: (asked: RangedQuery) => Promise<{ rows: readonly Row[]; total: number }>;
  empty: { title: string; text: string };
  /** What the list is of, where it cannot be loaded; the noun unless told otherwise. */
  what?: string;
  /** Further controls, beside the days. */
  controls?: ReactNode;
  /** Stands between the controls and the table: what is true of the whole range. */
  children?: ReactNode;
}

/** A list of some days: the days with Update, the file, the table, the way to its pages. */
export function RangedList<Row>(props: RangedListProps<Row>) {
  const {
    control,
    zone = "ET",
    groups,
    list,
    children,
    fileName,
    fetchPage,
    controls,
    ...table
  } = props;
  const { range, setRange, view, change, asked } = control;
  const queries = useQueryClient();
  const [askingAgain, setAskingAgain] = useState(false);
  const update = async (to: DateRange) => {
    if (setRange(to)) return;
    // The same days: what the screen shows of them is asked for again (F5).
    setAskingAgain(true);
    await queries.invalidateQueries();
    setAskingAgain(false);
  };
  const days = `${range.start} to ${range.end}`;
  return (
    <>
      <div className="controls">
        <DateRangeForm
          range={range}
          today={useNewYorkToday()}
          busy={askingAgain || (list.isPlaceholderData && list.isFetching)}
          onRange={update}
        />
        {controls}
        <ExportButton
          name={`${fileName} ${days} ${zone}`}
          groups={groups}
          fetchPage={(limit, offset) =>
            fetchPage({ ...asked, limit: String(limit), offset: String(offset) })
          }
        />
      </div>
      {children}
      <ListTable
        what={table.noun}
        {...table}
        groups={groups}
        list={list}
        view={view}
        change={change}
        about={days}
      />
    </>
  );
}
