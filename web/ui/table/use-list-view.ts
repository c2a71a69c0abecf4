import { useLocation, useSearchParams } from "react-router-dom";
import type { DateRange } from "#shared/rules/date-range.ts";
import {
  type ListDefaults,
  type ListView,
  readRange,
  readView,
  writeRange,
  writeView,
} from "./list-view.ts";

/** @returns whether the address changed: the same one adds no history entry (F5). */
type WriteAddress = (
  change: (now: URLSearchParams) => URLSearchParams,
  replace?: boolean,
) => boolean;

/** The parameters of the address, and a function that changes them. */
export function useAddress(): [search: URLSearchParams, write: WriteAddress] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const write: WriteAddress = (change, replace = false) => {
    // The router renders a change later, so a second click must build on the first (G7).
    const { location } = window;
    const now = location.pathname === pathname ? new URLSearchParams(location.search) : search;
    const next = change(now);
    if (inOrder(next) === inOrder(now)) return false;
    setSearch(next, { replace });
    return true;
  };
  return [search, write];
}

function inOrder(search: URLSearchParams): string {
  const copy = new URLSearchParams(search);
  copy.sort();
  return copy.toString();
}

export interface ListControl {
  view: ListView;
  /**
   * A change of the rows or their order returns to the first page.
   * @param part gets the current view of the address.
   */
  change: (part: (now: ListView) => Partial<ListView>, replace?: boolean) => void;
}

/** The view of the screen's list. It is in the address, so that Back and shared links restore it. */
export function useListView(defaults: ListDefaults): ListControl {
  const [search, write] = useAddress();
  const view = readView(search, defaults);
  const change: ListControl["change"] = (part, replace) => {
    write((address) => {
      const now = readView(address, defaults);
      return writeView(address, { ...now, page: 1, ...part(now) }, defaults);
    }, replace);
  };
  return { view, change };
}

/** The days of the screen, which are in the address. The setter returns whether they changed. */
export function useRange(
  usual: DateRange,
): [range: DateRange, setRange: (to: DateRange) => boolean] {
  const [search, write] = useAddress();
  return [readRange(search, usual), (to) => write((now) => writeRange(now, to, usual))];
}
