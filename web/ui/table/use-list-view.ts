import { useSearchParams } from "react-router-dom";
import type { DateRange } from "../../../shared/rules/date-range.ts";
import {
  type ListDefaults,
  type ListView,
  readRange,
  readView,
  writeRange,
  writeView,
} from "./list-view.ts";

export interface ListControl {
  view: ListView;
  /** Whatever changes the rows or their order begins at the first page. */
  change: (part: Partial<ListView>, replace?: boolean) => void;
}

/** The view of the screen's list, kept in the address: back and a shared link return to it. */
export function useListView(defaults: ListDefaults): ListControl {
  const [search, setSearch] = useSearchParams();
  const view = readView(search, defaults);
  const change: ListControl["change"] = (part, replace = false) =>
    setSearch(writeView(search, { ...view, page: 1, ...part }, defaults), { replace });
  return { view, change };
}

/** The days that the screen is about, kept in the address. */
export function useRange(usual: DateRange): [range: DateRange, setRange: (to: DateRange) => void] {
  const [search, setSearch] = useSearchParams();
  return [readRange(search, usual), (to) => setSearch(writeRange(search, to, usual))];
}
