import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

export interface RowWindow {
  first: number;
  /** One past the last row that is rendered. */
  end: number;
  /** Pixels of one row. */
  rowHeight: number;
}

/**
 * Spare rows above and below the visible ones. The rendered range moves by this many rows at a
 * time.
 */
const spare = 12;

/**
 * The rows to render in a box that is `height` pixels high and scrolled to pixel `top`. `top` may
 * lag behind by the spare rows.
 */
export function rowsInView(top: number, height: number, rowHeight: number, rowCount: number) {
  const firstSeen = Math.min(Math.floor(top / rowHeight), rowCount);
  const seen = Math.ceil(height / rowHeight);
  return {
    first: Math.max(0, firstSeen - spare),
    end: Math.min(rowCount, firstSeen + seen + 2 * spare),
  };
}

/**
 * The rows of a scrolled table to render. All rows have the same height, so their positions follow
 * from the height of one.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  enabled: boolean,
): RowWindow {
  const [rowHeight, setRowHeight] = useState(36);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);

  useLayoutEffect(() => {
    const row = enabled ? scroller.current?.querySelector("tbody tr[data-row]") : null;
    const measured = row?.getBoundingClientRect().height;
    if (measured) setRowHeight(measured);
  }, [scroller, enabled]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || !enabled) return;
    const look = () => {
      const step = spare * rowHeight;
      setTop(Math.floor(element.scrollTop / step) * step);
    };
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, enabled, rowHeight]);

  if (!enabled) return { first: 0, end: rowCount, rowHeight };
  return { ...rowsInView(top, height, rowHeight, rowCount), rowHeight };
}
