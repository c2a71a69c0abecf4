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

/** What the address says, and how to change that. */
export function useAddress(): [search: URLSearchParams, write: WriteAddress] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const write: WriteAddress = (change, replace = false) => {
    // The router draws a change a moment later: a second click comes on top of the first (G7).
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
   * Whatever changes the rows or their order begins at the first page.
   * @param part is given the view that the address names by now.
   */
  change: (part: (now: ListView) => Partial<ListView>, replace?: boolean) => void;
}

/** The view of the screen's list, kept in the address: back and a shared link return to it. */
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

/** The days that the screen is about, kept in the address; whether setting them changed it. */
export function useRange(
  usual: DateRange,
): [range: DateRange, setRange: (to: DateRange) => boolean] {
  const [search, write] = useAddress();
  return [readRange(search, usual), (to) => write((now) => writeRange(now, to, usual))];
}
