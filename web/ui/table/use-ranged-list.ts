import type { DateRange } from "#shared/rules/date-range.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import { type ListDefaults, pageQuery } from "./list-view.ts";
import { type ListControl, useListView, useRange } from "./use-list-view.ts";

export interface RangedListControl extends ListControl {
  range: DateRange;
  /** @returns whether the address changed. */
  setRange: (range: DateRange) => boolean;
  /** The query of the list's endpoint. */
  rangedQuery: RangedQuery;
}

export type RangedQuery = ReturnType<typeof rangeQuery> & ReturnType<typeof pageQuery>;

/** The days and the view of the screen's list, both in the address. */
export function useRangedList(defaults: ListDefaults, usual: DateRange): RangedListControl {
  const [range, setRange] = useRange(usual);
  const { view, change } = useListView(defaults);
  return {
    range,
    setRange,
    view,
    change,
    rangedQuery: { ...rangeQuery(range), ...pageQuery(view) },
  };
}
