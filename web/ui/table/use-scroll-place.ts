import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** The scroll positions of a table's box and of the page, in pixels. */
interface Place {
  box: number;
  page: number;
}

/** By history entry and table: Back returns to the same rows (F16). */
const places = new Map<string, Place>();

/**
 * Another view (page, order, range) starts at its top. Back and Forward restore the position of
 * their history entry.
 * @param rowCount the number of loaded rows; a list may load in parts.
 */
export function useScrollPlace(
  scroller: RefObject<HTMLElement | null>,
  name: string,
  view: string,
  rowCount: number,
): void {
  const { key } = useLocation();
  const isStep = useNavigationType() === "POP";
  const entry = `${key} ${name}`;
  /** The position to restore once enough rows have loaded. */
  const wanted = useRef<Place>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins at its top
  useLayoutEffect(() => {
    wanted.current = isStep ? places.get(entry) : undefined;
    const box = scroller.current;
    if (!box || wanted.current) return;
    box.scrollTo({ top: 0 });
    // The user came from the pager, which is below a table that scrolls with the page.
    if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
  }, [view, entry]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each part that loads makes more room
  useEffect(() => {
    const box = scroller.current;
    const place = wanted.current;
    if (!box || !place || rowCount === 0) return;
    box.scrollTop = place.box;
    if (Math.abs(box.scrollTop - place.box) > 1) return;
    wanted.current = undefined;
    window.scrollTo(0, place.page);
  }, [rowCount, view, entry]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const note = () => {
      if (!wanted.current) places.set(entry, { box: box.scrollTop, page: window.scrollY });
    };
    // If the user scrolls before the rows have loaded, do not restore the position.
    const stopRestoring = () => {
      wanted.current = undefined;
    };
    const userEvents = ["wheel", "pointerdown", "touchstart", "keydown"];
    for (const event of userEvents)
      window.addEventListener(event, stopRestoring, { passive: true });
    box.addEventListener("scroll", note, { passive: true });
    window.addEventListener("scroll", note, { passive: true });
    return () => {
      for (const event of userEvents) window.removeEventListener(event, stopRestoring);
      box.removeEventListener("scroll", note);
      window.removeEventListener("scroll", note);
    };
  }, [scroller, entry]);
}
