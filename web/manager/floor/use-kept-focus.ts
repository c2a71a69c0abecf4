import { type FocusEvent, useLayoutEffect, useRef } from "react";
import { focusHeading } from "#web/ui/focus-heading.ts";

interface Focused {
  table: Element;
  key: number;
  place: number;
}

/**
 * When the row with the focus leaves the list, the focus goes to the row that takes its place, or
 * to the screen's heading (G1).
 * @param linkOf the address of a row's link, by which the row is known.
 * @returns the handler for the element around the table.
 */
export function useKeptFocus<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => number,
  linkOf: (row: Row) => string,
) {
  const focused = useRef<Focused>(undefined);
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || !rows) return;
    const place = rows.findIndex((row) => keyOf(row) === last.key);
    if (place >= 0) {
      last.place = place;
      return;
    }
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    const next = rows[Math.min(last.place, rows.length - 1)];
    const link = next && last.table.querySelector<HTMLElement>(`a[href="${linkOf(next)}"]`);
    if (link) link.focus();
    else focusHeading();
  });
  return ({ currentTarget, target }: FocusEvent) => {
    const href = target.getAttribute("href");
    const place = rows?.findIndex((row) => linkOf(row) === href) ?? -1;
    const row = rows?.[place];
    focused.current = row && { table: currentTarget, key: keyOf(row), place };
  };
}
