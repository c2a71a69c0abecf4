import { useQueryClient } from "@tanstack/react-query";
import { type Key, type ReactNode, useRef, useState } from "react";
import type { DateRange } from "#shared/rules/date-range.ts";
import type { Exported } from "#web/api/note-export.ts";
import { useSession } from "#web/api/use-session.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { Button } from "../button.tsx";
import type { Cards } from "./cards.tsx";
import type { ColumnGroup } from "./column.ts";
import { ExportButton } from "./export-button.tsx";
import { type ListResult, ListTable } from "./list-table.tsx";
import { RangeChoice } from "./range-choice.tsx";
import type { Totals } from "./table-foot.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { RangedListControl, RangedQuery } from "./use-ranged-list.ts";
import { isSameRange, usualRanges } from "./usual-ranges.ts";
import "./ranged-list.scss";

interface RangedListProps<Row> {
  control: RangedListControl;
  /** The caption. */
  label: string;
  /** The plural noun, such as `readings`. */
  noun: string;
  /** The start of the exported file's name; the days and the zone follow. */
  fileName: string;
  /** What the audit trail says about an export; the days follow. */
  exported: Exported;
  /** The time zone of the file; default New York. */
  zone?: string;
  /** All columns: those of the exported file. */
  groups: readonly ColumnGroup<Row>[];
  /** The columns of the table; default all. */
  shownGroups?: readonly ColumnGroup<Row>[];
  compact?: readonly string[];
  cards?: Cards<Row>;
  rowKey: (row: Row) => Key;
  list: ListResult<Row>;
  fetchPage: (query: RangedQuery) => Promise<{ rows: readonly Row[]; total: number }>;
  empty: { title: string; text: string };
  totals?: Totals | undefined;
  /** The plural noun for the whole list; default `noun`. */
  listNoun?: string;
  /** Controls before the days. */
  start?: ReactNode;
  /** Controls after the days. */
  controls?: ReactNode;
  /** A fact at the right end of the toolbar. */
  note?: ReactNode;
  /** Shown in place of the list, such as the results of a search. */
  instead?: ReactNode;
  /** Shown between the controls and the table: facts about the whole range. */
  children?: ReactNode;
}

/** A list for a range of days: the toolbar with the dates and the export, the table, the pager. */
export function RangedList<Row>(props: RangedListProps<Row>) {
  const {
    control,
    zone = "ET",
    groups,
    shownGroups = groups,
    list,
    children,
    fileName,
    exported,
    fetchPage,
    start,
    controls,
    note,
    instead,
    empty,
    ...table
  } = props;
  const { range, setRange, view, change, rangedQuery } = control;
  const queries = useQueryClient();
  const dates = useRef<HTMLButtonElement>(null);
  const [askingAgain, setAskingAgain] = useState(false);
  const update = async (to: DateRange) => {
    if (setRange(to)) return;
    // The same days again: reload them (F5).
    setAskingAgain(true);
    await queries.invalidateQueries();
    setAskingAgain(false);
  };
  const days = `${range.start} to ${range.end}`;
  const today = useNewYorkToday();
  const payDay = useSession()?.pay_day ?? 1;
  const otherRanges = (
    <div className="other-ranges">
      {usualRanges(payDay, today)
        .filter((usual) => !isSameRange(usual.range, range))
        .map((usual) => (
          <Button
            key={usual.name}
            onClick={() => {
              // This button disappears when rows arrive.
              dates.current?.focus();
              setRange(usual.range);
            }}
          >
            {usual.name}
          </Button>
        ))}
    </div>
  );
  // `instead` keeps the toolbar, so that a search field in it keeps its text and focus.
  return (
    <>
      <Toolbar
        note={!instead && note}
        exporting={
          !instead && (
            <ExportButton
              name={`${fileName} ${days} ${zone}`}
              exported={{ ...exported, range }}
              groups={groups}
              fetchPage={(limit, offset) =>
                fetchPage({ ...rangedQuery, limit: String(limit), offset: String(offset) })
              }
            />
          )
        }
      >
        {start}
        {!instead && (
          <RangeChoice
            button={dates}
            range={range}
            today={today}
            payDay={payDay}
            busy={askingAgain}
            onRange={update}
          />
        )}
        {!instead && controls}
      </Toolbar>
      {instead ?? (
        <>
          {children}
          <ListTable
            listNoun={table.noun}
            {...table}
            groups={shownGroups}
            list={list}
            view={view}
            change={change}
            about={days}
            empty={{ ...empty, more: otherRanges }}
          />
        </>
      )}
    </>
  );
}
