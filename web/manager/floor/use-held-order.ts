import { useState } from "react";

interface Held {
  view: string;
  /** The place of each row. */
  places: ReadonlyMap<number, number>;
}

/**
 * Keeps rows in their places while the pointer is on the table or the focus in it, so that nobody
 * opens another row than the one they aim at. New rows come last.
 * @param view names what is shown and its order: another one is shown at once.
 * @returns the rows, and the handlers for the element around the table.
 */
export function useHeldOrder<Row>(
  rows: Row[] | undefined,
  keyOf: (row: Row) => number,
  view: string,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = held?.view === view;
  const place = (row: Row) => held?.places.get(keyOf(row)) ?? Number.MAX_SAFE_INTEGER;
  const shown = isHeld ? rows && [...rows].sort((a, b) => place(a) - place(b)) : rows;
  const hold = () => {
    if (!isHeld) setHeld({ view, places: new Map(rows?.map((row, at) => [keyOf(row), at])) });
  };
  const release = () => setHeld(null);
  return {
    shown,
    holders: {
      onPointerEnter: hold,
      onPointerMove: hold,
      onPointerLeave: release,
      onFocus: hold,
      onBlur: release,
    },
  };
}
